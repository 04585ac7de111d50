import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { driftBetween } from "@/lib/authority/drift";
import { redactText } from "@/lib/authority/redact";
import { deriveResultSchema } from "@/lib/authority/schema";
import { tuplesOf } from "@/lib/authority/tuples";
import { compareTuples, tupleContains } from "@/lib/authority/wider";
import { deriveTexts } from "./from-text";
import { nonsense, type RandomObject, randomSystem } from "./random-kubernetes";

const RUNS = { numRuns: 150 };
const textOf = (objects: unknown[]) => objects.map((object) => JSON.stringify(object)).join("\n---\n");
const derive = (objects: unknown[]) => deriveTexts(textOf(objects));

/** A way to put things in another order, the same for equal seeds. */
const seeds = fc.infiniteStream(fc.nat(1_000));
function reordered<T>(items: T[], seed: Iterator<number>): T[] {
  return items
    .map((item) => ({ item, at: seed.next().value as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function withKeysReordered(value: unknown, seed: Iterator<number>): unknown {
  if (Array.isArray(value)) return value.map((item) => withKeysReordered(item, seed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    reordered(Object.entries(value), seed).map(([key, member]) => [key, withKeysReordered(member, seed)]),
  );
}

function withListsReordered(value: unknown, seed: Iterator<number>): unknown {
  if (Array.isArray(value))
    return reordered(
      value.map((item) => withListsReordered(item, seed)),
      seed,
    );
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withListsReordered(member, seed)]),
  );
}

const keysOf = (result: ReturnType<typeof derive>) => result.capabilities.map((row) => row.key).sort();

describe("whatever the system", () => {
  test("the order of keys, documents and files changes neither digest", () => {
    fc.assert(
      fc.property(randomSystem, seeds, fc.boolean(), (objects, stream, apart) => {
        const seed = stream[Symbol.iterator]();
        const texts = reordered(objects, seed).map((object) => stringify(withKeysReordered(object, seed)));
        const other = apart ? deriveTexts(...texts) : deriveTexts(texts.join("---\n"));
        const first = derive(objects);
        expect(other.digest).toBe(first.digest);
        expect(other.authorityDigest).toBe(first.authorityDigest);
      }),
      RUNS,
    );
  });

  test("the order of lists changes no key, and nothing that is signed", () => {
    fc.assert(
      fc.property(randomSystem, seeds, (objects, stream) => {
        const other = derive(objects.map((object) => withListsReordered(object, stream[Symbol.iterator]())));
        expect(keysOf(other)).toEqual(keysOf(derive(objects)));
        expect(other.authorityDigest).toBe(derive(objects).authorityDigest);
      }),
      RUNS,
    );
  });

  test("every row has a key of its own, and the answer is what the schema says", () => {
    fc.assert(
      fc.property(randomSystem, (objects) => {
        const result = derive(objects);
        expect(new Set(keysOf(result)).size).toBe(result.capabilities.length);
        expect(deriveResultSchema.safeParse(result).success).toBe(true);
      }),
      RUNS,
    );
  });

  test("reading the same text again is no drift", () => {
    fc.assert(
      fc.property(randomSystem, (objects) => {
        const drift = driftBetween(derive(objects), deriveTexts(`# below\n${textOf(objects)}`));
        expect({ ...drift, unchanged: [] }).toEqual({
          unchanged: [],
          wider: [],
          narrower: [],
          new: [],
          gone: [],
          bounds: { wider: [], narrower: [] },
        });
      }),
      RUNS,
    );
  });

  test("what is stored is read as the original, and storing it again changes nothing", () => {
    fc.assert(
      fc.property(randomSystem, (objects) => {
        const text = textOf(objects);
        const stored = redactText("a.yaml", text).text;
        expect(deriveTexts(stored).digest).toBe(deriveTexts(text).digest);
        expect(deriveTexts(stored).authorityDigest).toBe(deriveTexts(text).authorityDigest);
        expect(redactText("a.yaml", stored).text).toBe(stored);
      }),
      RUNS,
    );
  });
});

type Spec = Record<string, unknown> & { containers: Record<string, unknown>[] };
const specOf = (object: RandomObject) =>
  (object as unknown as { spec: { template: { spec: Spec } } }).spec.template.spec;

/** Adds a field to the pod or to its containers, over what is there. */
const inPod = (fields: object) => (spec: Spec) => Object.assign(spec, fields);
const inContainers = (fields: object) => (spec: Spec) => {
  for (const container of spec.containers)
    container.securityContext = { ...(container.securityContext as object | undefined), ...fields };
};

const FORBIDDING: [string, (spec: Spec) => void][] = [
  ["automountServiceAccountToken: false", inPod({ automountServiceAccountToken: false })],
  ["hostUsers: false", inPod({ hostUsers: false })],
  ["hostPID: false", inPod({ hostPID: false })],
  ["restartPolicy: Never", inPod({ restartPolicy: "Never" })],
  ["activeDeadlineSeconds", inPod({ activeDeadlineSeconds: 60 })],
  ["privileged: false", inContainers({ privileged: false })],
  ["allowPrivilegeEscalation: false", inContainers({ allowPrivilegeEscalation: false })],
  ["readOnlyRootFilesystem: true", inContainers({ readOnlyRootFilesystem: true })],
  ["runAsUser: 1000", inContainers({ runAsUser: 1000 })],
  ["seccompProfile: RuntimeDefault", inContainers({ seccompProfile: { type: "RuntimeDefault" } })],
  ["capabilities.drop: ALL", inContainers({ capabilities: { drop: ["ALL"] } })],
  ["procMount: Default", inContainers({ procMount: "Default" })],
];

describe("a field that forbids never widens", () => {
  test.each(FORBIDDING)("%s", (_, forbid) => {
    fc.assert(
      fc.property(randomSystem, (objects) => {
        const closed = structuredClone(objects);
        forbid(specOf(closed[0]!));
        const { wider, incomparable } = compareTuples(tuplesOf(derive(objects)), tuplesOf(derive(closed)));
        expect([wider, incomparable]).toEqual([[], []]);
      }),
      { numRuns: 40 },
    );
  });

  test("a policy that lets nothing through, beside those that are there", () => {
    const deny = {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "deny", namespace: "team" },
      spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"] },
    };
    fc.assert(
      fc.property(randomSystem, (objects) => {
        const closed = compareTuples(tuplesOf(derive(objects)), tuplesOf(derive([...objects, deny])));
        expect([closed.wider, closed.incomparable]).toEqual([[], []]);
      }),
      RUNS,
    );
  });
});

describe("the order wider, on what is derived", () => {
  test("is reflexive, and transitive over any three tuples", () => {
    fc.assert(
      fc.property(randomSystem, randomSystem, (one, two) => {
        const tuples = [...tuplesOf(derive(one)), ...tuplesOf(derive(two))];
        for (const a of tuples) expect(tupleContains(a, a)).toBe(true);
        const above = tuples.map((a) => tuples.filter((b) => tupleContains(b, a)));
        for (const [i, a] of tuples.entries())
          for (const b of above[i]!)
            for (const c of above[tuples.indexOf(b)]!) expect(tupleContains(c, a)).toBe(true);
        expect(compareTuples(tuplesOf(derive(one)), tuplesOf(derive(one)))).toMatchObject({
          wider: [],
          narrower: [],
          incomparable: [],
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe("nonsense", () => {
  test("under the names that are read never throws, and yields what the schema says", () => {
    fc.assert(
      fc.property(fc.array(nonsense, { minLength: 1, maxLength: 4 }), (objects) => {
        const text = textOf(objects);
        const result = deriveTexts(text);
        expect(deriveResultSchema.safeParse(result).success).toBe(true);
        expect(new Set(keysOf(result)).size).toBe(result.capabilities.length);
        expect(() => redactText("a.yaml", text)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  test("of any text never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(deriveResultSchema.safeParse(deriveTexts(text)).success).toBe(true);
        expect(deriveResultSchema.safeParse(deriveTexts(`kind: Pod\n${text}`)).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
