import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { GROUPS } from "@/lib/authority/catalogue/entry";
import { CATALOGUE, catalogueEntry, endsConfinement } from "@/lib/authority/catalogue/index-of-ids";
import { removalPatch } from "@/lib/authority/removal-patch";
import { deriveTexts, rowOf, SILENT } from "./from-text";

describe("the catalogue", () => {
  test("names every id once, in a group, with a sentence", () => {
    expect(new Set(CATALOGUE.map((entry) => entry.id)).size).toBe(CATALOGUE.length);
    for (const entry of CATALOGUE) {
      expect(GROUPS).toContain(entry.group);
      expect(entry.grants).toMatch(/^[A-Z].*\.$/);
      expect(entry.title).not.toBe("");
      expect(entry.silence).not.toBe("");
    }
  });

  test("degrees of one thing share a family", () => {
    expect([catalogueEntry("host-path-ro").family, catalogueEntry("host-path-rw").family]).toEqual([
      "host-path",
      "host-path",
    ]);
    expect([catalogueEntry("egress-any").family, catalogueEntry("egress-dns-any").family]).toEqual([
      "egress",
      "egress",
    ]);
  });

  test("missing limits are those that are fixed, not justified", () => {
    const missing = CATALOGUE.filter((entry) => entry.class === "missing-limit").map((entry) => entry.id);
    expect(missing).toEqual(
      expect.arrayContaining([
        "memory-unlimited",
        "run-as-root",
        "k8s-sa-default",
        "ingress-open",
        "image-mutable",
      ]),
    );
    expect(missing).not.toContain("egress-any");
  });
});

describe("what ends confinement", () => {
  const row = (id: string, anchor = "", access: "use" | "declared" = "use") => ({
    id,
    anchor,
    target: anchor,
    access,
  });

  test.each([
    ["privileged", ""],
    ["runtime-socket", "/run"],
    ["host-path-sensitive", "/etc"],
    ["cap-add", "SYS_ADMIN"],
    ["device-access", "/dev/sda1"],
    ["device-access", "/dev/mem"],
    ["rbac-wildcard", "ClusterRole x"],
  ])("%s %s does", (id, anchor) => {
    expect(endsConfinement(row(id, anchor))).toBe(true);
  });

  test.each([
    ["host-network", ""],
    ["cap-add", "NET_ADMIN"],
    ["device-access", "nvidia.com/gpu"],
    ["secret-env", "db"],
  ])("%s %s does not", (id, anchor) => {
    expect(endsConfinement(row(id, anchor))).toBe(false);
  });

  test("tracing does together with the host's processes only", () => {
    expect(endsConfinement(row("cap-add", "SYS_PTRACE"))).toBe(false);
    expect(endsConfinement(row("cap-add", "SYS_PTRACE"), [{ id: "host-pid" }])).toBe(true);
  });

  test("a declared volume ends nothing", () => {
    expect(endsConfinement(row("host-path-sensitive", "/etc", "declared"))).toBe(false);
  });
});

describe("patches that take a row away", () => {
  test("a container's field is merged under its name", () => {
    const row = rowOf(deriveTexts(SILENT), "writable-rootfs")!;
    const { text } = removalPatch(row);
    expect(text).toContain("# a.yaml, line");
    expect(parse(text)).toEqual({
      spec: { containers: [{ name: "main", securityContext: { readOnlyRootFilesystem: true } }] },
    });
  });

  test("in a CronJob the path is longer", () => {
    const cron =
      "apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: x }\nspec: { jobTemplate: { spec: { template: { spec: { initContainers: [{ name: i, image: a }] } } } } }\n";
    const patch = parse(removalPatch(rowOf(deriveTexts(cron), "memory-unlimited")!).text);
    expect(patch.spec.jobTemplate.spec.template.spec.initContainers).toEqual([
      { name: "i", resources: { limits: { memory: "512Mi" } } },
    ]);
  });

  test("every id has one", () => {
    for (const { id } of CATALOGUE) {
      const row = {
        id,
        workload: "Pod a/b",
        container: "c",
        anchor: "x",
        target: "x",
        source: { file: "f", document: 0, pointer: "/spec/x/0", line: 3 },
      };
      expect(removalPatch(row).text).toContain("f, line 3");
    }
  });

  test("what merging a patch leaves is gone from the next derivation", () => {
    const patched = SILENT.replace(
      "spec:",
      "spec:\n  hostUsers: false\n  automountServiceAccountToken: false",
    );
    expect(rowOf(deriveTexts(patched), "no-user-namespace")).toBeUndefined();
    expect(rowOf(deriveTexts(patched), "k8s-api-token")).toBeUndefined();
  });
});
