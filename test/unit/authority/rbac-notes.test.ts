import { describe, expect, test } from "vitest";
import { deriveTexts } from "./from-text";

const pod =
  "apiVersion: v1\nkind: Pod\nmetadata: { name: p, namespace: n }\nspec: { serviceAccountName: a, containers: [{ name: c, image: i }] }\n";

const granted = (rules: string, cluster = true) => `${pod}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: r }
rules: ${rules}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${cluster ? "ClusterRoleBinding" : "RoleBinding"}
metadata: { name: b, namespace: n }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r }
subjects: [{ kind: ServiceAccount, name: a, namespace: n }]
`;

const messages = (text: string, code: string) =>
  deriveTexts(text)
    .notes.filter((note) => note.code === code)
    .map((note) => note.message);

describe("rights that no row shows", () => {
  test("are named with who holds them and where", () => {
    const [note, ...more] = messages(
      granted('[{ apiGroups: [""], resources: [pods], verbs: [get, list, watch] }]'),
      "rbac-without-row",
    );
    expect(more).toEqual([]);
    expect(note).toContain("ServiceAccount n/a");
    expect(note).toContain("every namespace");
    expect(note).toContain("get, list, watch pods.");
  });

  test("are what rows leave of a rule", () => {
    const text = granted('[{ apiGroups: [""], resources: [secrets, pods], verbs: [get, create] }]');
    expect(deriveTexts(text).capabilities.map((row) => row.id)).toEqual(
      expect.arrayContaining(["rbac-secrets", "rbac-secrets-write", "rbac-workload-create"]),
    );
    expect(messages(text, "rbac-without-row")[0]).toMatch(/: get pods\.$/);
  });

  test("are of the group, and paths too", () => {
    const text = granted(
      "[{ apiGroups: [metrics.k8s.io], resources: [nodes], verbs: [get] }, { nonResourceURLs: [/metrics], verbs: [get] }]",
    );
    expect(messages(text, "rbac-without-row")[0]).toMatch(/: get metrics\.k8s\.io\/nodes; get \/metrics\.$/);
  });

  test("are none where rows say everything, or where a RoleBinding grants nothing", () => {
    expect(
      messages(granted('[{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }]'), "rbac-without-row"),
    ).toEqual([]);
    expect(
      messages(granted('[{ apiGroups: [""], resources: [nodes], verbs: [get] }]', false), "rbac-without-row"),
    ).toEqual([]);
  });

  test("nothing of RBAC is said to be read together with the workloads", () => {
    const notes = messages(granted('[{ apiGroups: [""], resources: [pods], verbs: [get] }]'), "no-row");
    expect(notes.join()).not.toMatch(/Role|Binding/);
  });

  test("a role without rules, and a binding without subjects, say so", () => {
    expect(messages(granted("[]"), "rbac-without-row")[0]).toContain("no rule here");
    expect(messages(granted("[]").replace(/subjects: .*/, "subjects: []"), "rbac-no-subject")).toHaveLength(
      1,
    );
  });
});
