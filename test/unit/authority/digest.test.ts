import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { deriveWithCanonical } from "@/lib/authority/derive";
import { driftBetween } from "@/lib/authority/drift";
import { authorityDigestByCanonicalJson, tuplesOf } from "@/lib/authority/tuples";
import { compareTuples } from "@/lib/authority/wider";
import { sha256 } from "@/lib/kernel/digest";
import { deriveTexts, HARDENED, SILENT } from "./from-text";

const APP = `apiVersion: apps/v1
kind: Deployment
metadata: { name: app, namespace: shop }
spec:
  replicas: 2
  template:
    metadata: { labels: { app: app } }
    spec:
      serviceAccountName: app
      containers:
      - name: app
        image: registry.example.com/app:1
        env:
        - { name: DB_PASSWORD, value: correct-horse }
        - { name: LEVEL, value: info }
        volumeMounts: [{ name: logs, mountPath: /l, readOnly: true }]
        resources: { limits: { memory: 512Mi } }
      - { name: side, image: "registry.example.com/side:1" }
      volumes: [{ name: logs, hostPath: { path: /var/log } }]
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: app, namespace: shop }
`;

const OBJECTS = parseAllDocuments(APP).map((document) => document.toJS() as unknown);

/** The same value with the members of every map, and where it means nothing the items of lists, in another order. */
function shuffled(value: unknown, order: (n: number) => number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffled(item, order));
    return items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, shuffled(member, order)] as const);
  return Object.fromEntries(
    entries
      .map((entry, i) => ({ entry, at: order(i) }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry),
  );
}

const numbers = fc.infiniteStream(fc.nat(1_000));
const orderOf = (stream: Iterator<number>) => () => stream.next().value as number;

describe("the two digests", () => {
  test("the configuration digest is the SHA-256 of the canonical text", () => {
    const files = [{ name: "a.yaml", bytes: new TextEncoder().encode(APP) }];
    const { result, canonical } = deriveWithCanonical({ path: "a", files });
    expect(sha256(canonical)).toBe(result.digest);
    expect(canonical.startsWith("cordon/config/v1 kubernetes\n[")).toBe(true);
    expect(canonical).not.toContain("correct-horse");
  });

  test("the authority digest is that of canonical JSON over its tuples", () => {
    const result = deriveTexts(APP);
    expect(authorityDigestByCanonicalJson(tuplesOf(result))).toBe(result.authorityDigest);
  });

  test("key and document order change neither", () => {
    const reference = deriveTexts(APP);
    fc.assert(
      fc.property(numbers, fc.boolean(), fc.boolean(), (stream, reverse, split) => {
        const texts = OBJECTS.map((object) =>
          stringify(shuffled(object, orderOf(stream[Symbol.iterator]()))),
        );
        if (reverse) texts.reverse();
        const result = split ? deriveTexts(...texts) : deriveTexts(texts.join("---\n"));
        expect(result.digest).toBe(reference.digest);
        expect(result.authorityDigest).toBe(reference.authorityDigest);
      }),
      { numRuns: 50 },
    );
  });

  test("list order never changes a key", () => {
    const [first] = OBJECTS as [{ spec: { template: { spec: { containers: { env?: unknown[] }[] } } } }];
    const copy = structuredClone(first);
    copy.spec.template.spec.containers.reverse();
    for (const container of copy.spec.template.spec.containers) container.env?.reverse();
    const keys = (text: string) =>
      deriveTexts(text)
        .capabilities.map((row) => row.key)
        .sort();
    expect(keys(stringify(copy))).toEqual(keys(stringify(first)));
  });

  test("a rotated secret, another tag, other replicas, status and annotations leave the authority as it is", () => {
    const exported = APP.replace("correct-horse", "battery-staple")
      .replace("app:1", "app:2")
      .replace("replicas: 2", "replicas: 5")
      .replace(
        "{ name: app, namespace: shop }",
        '{ name: app, namespace: shop, uid: "1", annotations: { "checksum/config": "2" } }',
      )
      .replace("spec:\n  replicas", "status: { readyReplicas: 1 }\nspec:\n  replicas");
    expect(deriveTexts(exported).authorityDigest).toBe(deriveTexts(APP).authorityDigest);
    const sameSpec = APP.replace("correct-horse", "battery-staple").replace(
      "namespace: shop }",
      "namespace: shop, generation: 7, managedFields: [{ manager: kubectl }] }",
    );
    expect(deriveTexts(sameSpec).digest).toBe(deriveTexts(APP).digest);
  });

  test("a chart rendered without a namespace and its export agree on authority", () => {
    const rendered = APP.replaceAll(", namespace: shop", "");
    expect(deriveTexts(rendered).authorityDigest).toBe(deriveTexts(APP).authorityDigest);
    expect(deriveTexts(rendered).capabilities.map((row) => row.key)).toEqual(
      deriveTexts(APP).capabilities.map((row) => row.key),
    );
  });

  test.each([
    ["one more mount", "volumeMounts: [", "volumeMounts: [{ name: logs, mountPath: /again }, "],
    ["a lifted limit", "{ memory: 512Mi }", "{}"],
    ["a higher limit", "512Mi", "513Mi"],
    ["a wider path", "path: /var/log", "path: /var"],
    ["code from elsewhere", "registry.example.com/app:1", "registry.example.com/other:1"],
  ])("%s changes the authority, and is wider", (_, before, after) => {
    const [old, now] = [deriveTexts(APP), deriveTexts(APP.replace(before, after))];
    expect(now.authorityDigest).not.toBe(old.authorityDigest);
    expect(compareTuples(tuplesOf(old), tuplesOf(now)).wider.length).toBeGreaterThan(0);
  });

  test("the same quantity in another spelling is the same authority", () => {
    expect(deriveTexts(APP.replace("512Mi", "536870912")).authorityDigest).toBe(
      deriveTexts(APP).authorityDigest,
    );
  });

  test("integers beyond 2^53 are told apart", () => {
    const odd = (n: string) =>
      deriveTexts(`apiVersion: x/v1\nkind: Odd\nmetadata: { name: o }\nspec: { n: ${n} }\n`).digest;
    expect(odd("9007199254740993")).not.toBe(odd("9007199254740992"));
  });

  test("pods stand under a controller that is not in the input, under the Deployment where the hash shows it", () => {
    const pod = (name: string) => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: shop
  labels: { app: web, pod-template-hash: 5d4f }
  ownerReferences: [{ kind: ReplicaSet, name: web-5d4f, controller: true }]
spec: { containers: [{ name: c, image: a }] }
`;
    const deployment =
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { containers: [{ name: c, image: a }] } } }\n";
    const exported = deriveTexts(`${pod("web-5d4f-1")}---\n${pod("web-5d4f-2")}`);
    expect(exported.authorityDigest).toBe(deriveTexts(deployment).authorityDigest);
    expect(new Set(exported.capabilities.map((row) => row.key)).size).toBe(exported.capabilities.length);
  });
});

describe("drift", () => {
  test("deriving the same text again is no drift", () => {
    for (const text of [APP, SILENT, HARDENED]) {
      const drift = driftBetween(deriveTexts(text), deriveTexts(`# moved down\n\n${text}`));
      expect({ ...drift, unchanged: [] }).toEqual({
        unchanged: [],
        wider: [],
        narrower: [],
        new: [],
        gone: [],
        bounds: { wider: [], narrower: [] },
      });
      expect(drift.unchanged.length).toBeGreaterThan(0);
    }
  });

  test("read only to writable is one row that got wider, with both lines", () => {
    const writable = APP.replace(", readOnly: true", "").replace("spec:\n  replicas", "spec:\n\n  replicas");
    const { wider } = driftBetween(deriveTexts(APP), deriveTexts(writable));
    const hostPath = wider.find((row) => row.after?.family === "host-path");
    expect([hostPath?.before?.id, hostPath?.after?.id]).toEqual(["host-path-ro", "host-path-rw"]);
    expect([hostPath?.before?.source.line, hostPath?.after?.source.line]).toEqual([19, 20]);
  });

  test("what is new and what is gone are told apart from what changed", () => {
    const changed = APP.replace(
      "serviceAccountName: app",
      "serviceAccountName: app\n      hostPID: true",
    ).replace("resources: { limits: { memory: 512Mi } }", "resources: {}");
    const drift = driftBetween(deriveTexts(APP), deriveTexts(changed));
    expect(drift.new.map((row) => row.after?.id).sort()).toEqual(["host-pid", "memory-unlimited"]);
    expect(drift.bounds.wider).toHaveLength(1);
    expect(driftBetween(deriveTexts(changed), deriveTexts(APP)).gone).toHaveLength(2);
  });
});

describe("a field that forbids never widens", () => {
  const FORBIDDING: [string, string][] = [
    ["pod", "automountServiceAccountToken: false"],
    ["pod", "hostUsers: false"],
    ["pod", "restartPolicy: Never"],
    ["pod", "runtimeClassName: gvisor"],
    ["container", "securityContext: { privileged: false }"],
    ["container", "securityContext: { allowPrivilegeEscalation: false }"],
    ["container", "securityContext: { readOnlyRootFilesystem: true }"],
    ["container", "securityContext: { capabilities: { drop: [NET_RAW] } }"],
    ["container", 'securityContext: { capabilities: { drop: ["ALL"] } }'],
    ["container", "securityContext: { runAsNonRoot: true }"],
    ["container", "securityContext: { runAsUser: 1000 }"],
    ["container", "securityContext: { seccompProfile: { type: RuntimeDefault } }"],
    ["container", "resources: { limits: { cpu: 1, memory: 1Gi, ephemeral-storage: 1Gi } }"],
  ];
  test.each(FORBIDDING)("in the %s: %s", (where, field) => {
    const closed = where === "pod" ? SILENT.replace("spec:", `spec:\n  ${field}`) : `${SILENT}    ${field}\n`;
    const { wider, incomparable } = compareTuples(
      tuplesOf(deriveTexts(SILENT)),
      tuplesOf(deriveTexts(closed)),
    );
    expect(wider).toEqual([]);
    // A runtime class is a name: whether it narrows cannot be told.
    expect(incomparable.length).toBe(field.startsWith("runtimeClassName") ? 1 : 0);
  });
});
