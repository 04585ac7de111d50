import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { derive } from "@/lib/authority/derive";
import { readJson } from "@/lib/authority/read/read-json";
import { readSimpleYaml } from "@/lib/authority/read/read-simple-yaml";
import { readFully, type YamlRead } from "@/lib/authority/read/read-yaml";
import { resolveScalar } from "@/lib/authority/read/scalar";
import type { Value } from "@/lib/authority/read/value";

/** What the full parser reads from one document; null where it refuses. */
function fully(text: string): Value | null {
  const read: YamlRead = { documents: [], duplicates: [], problems: [], merged: [] };
  readFully(text, read, { written: 0, expanded: 0 });
  if (read.problems.length > 0 || read.documents.length !== 1) return null;
  return read.documents[0]!.value;
}

/** A value without what may differ: the place of what is empty. */
function shape(value: Value | null): unknown {
  if (value === null) return null;
  if (value.kind === "list") return { at: value.at, items: value.items.map(shape) };
  if (value.kind === "map")
    return { at: value.at, fields: [...value.fields].map(([key, child]) => [key, shape(child)]) };
  return [value.text, value.plain, value.text === "" && value.plain ? "empty" : value.at];
}

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      "a",
      " ",
      ":",
      "#",
      "-",
      "'",
      '"',
      "\n",
      "|",
      "[",
      "]",
      "{",
      "}",
      "&",
      "*",
      "\t",
      "0",
    ),
    maxLength: 8,
  }),
  fc.constantFrom(
    "yes",
    "0555",
    "~",
    "null",
    "1e3",
    "a: b",
    "a #b",
    "- x",
    "line\nline\n",
    "  lead",
    "trail ",
    "é😀",
  ),
);
const trees = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    words,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(words, tie("tree"), { maxKeys: 4 }),
  ),
})).tree;

describe("the fast reader", () => {
  test("is never of another opinion than the full parser about what a library writes", () => {
    fc.assert(
      fc.property(trees, fc.boolean(), fc.constantFrom(0, 80), (tree, indentSeq, lineWidth) => {
        const text = stringify({ root: tree }, { indentSeq, lineWidth });
        const simple = readSimpleYaml(text, 0, text.length);
        if (simple) expect(shape(simple.value)).toEqual(shape(fully(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  test("nor about text that somebody broke", () => {
    const lines = fc.array(
      fc.tuple(
        fc.nat(6),
        fc.constantFrom(
          "a:",
          "b: 1",
          "- c",
          "- d: 2",
          "-",
          "e: |",
          "f: [x, y]",
          "g: {h: 1}",
          "'i': \"j\"",
          "# k",
          "",
          "l",
          "m: n: o",
          "- - p",
          "q:  # r",
          "s: 't",
          "u: v #w",
          "x: |-",
          "---",
        ),
      ),
      { maxLength: 9 },
    );
    fc.assert(
      fc.property(lines, (parts) => {
        const text = parts.map(([indent, line]) => " ".repeat(indent) + line).join("\n");
        if (/^---/m.test(text)) return;
        const simple = readSimpleYaml(text, 0, text.length);
        if (simple?.value) expect(shape(simple.value)).toEqual(shape(fully(text)));
      }),
      { numRuns: 5_000 },
    );
  });

  test("reads what manifests are made of", () => {
    const text = `a: # why
- b: "c\\n"
  d: 'it''s'
- [x, "y"]
e:
  f: |
    one

      two
g: {}
`;
    expect(shape(readSimpleYaml(text, 0, text.length)?.value ?? null)).toEqual(shape(fully(text)));
    expect(readSimpleYaml(text, 0, text.length)).not.toBeNull();
  });
});

describe("the JSON reader", () => {
  const plain = (value: Value): unknown => {
    if (value.kind === "list") return value.items.map(plain);
    if (value.kind === "map")
      return Object.fromEntries([...value.fields].map(([key, child]) => [key, plain(child)]));
    return value.plain ? JSON.parse(value.text) : value.text;
  };

  test("reads what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes('"__proto__"'));
        expect(plain(readJson(text)!.value)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(["", "{", "[1,]", "{'a':1}", '{"a":01}', "// no\n1", '"\n"', "nul", "1 2"])(
    "refuses %j",
    (text) => {
      expect(readJson(text)).toBeNull();
    },
  );
});

describe("scalars mean what they mean to kubectl", () => {
  test.each([
    ["yes", true],
    ["Off", false],
    ["0555", 365n],
    ["0o400", 256n],
    ["0x1F", 31n],
    ["1_000", 1000n],
    ["9007199254740993", 9007199254740993n],
    ["1.10", 1.1],
    ["1e10", 1e10],
    ["12:30:45", "12:30:45"],
    ["2024-01-01", "2024-01-01"],
    ["~", null],
  ])("%s", (text, value) => {
    const resolved = resolveScalar({ kind: "scalar", at: 0, end: 0, text, plain: true });
    expect(resolved.type === "null" ? null : resolved.value).toEqual(value);
    expect(resolveScalar({ kind: "scalar", at: 0, end: 0, text, plain: false })).toEqual({
      type: "string",
      value: text,
    });
  });
});

describe("whatever the bytes are, derive answers", () => {
  const answers = (bytes: Uint8Array) => {
    const result = derive({ path: "x", files: [{ name: "x.yaml", bytes }] });
    expect(result.digest).toMatch(/^sha256:/);
  };

  test("random bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), answers), { numRuns: 500 });
  });

  test("random YAML", () => {
    fc.assert(
      fc.property(trees, (tree) => answers(new TextEncoder().encode(stringify(tree)))),
      { numRuns: 300 },
    );
  });

  test("random values in every place of a pod", () => {
    const keys = fc.constantFrom(
      "containers",
      "initContainers",
      "volumes",
      "hostPath",
      "securityContext",
      "capabilities",
      "add",
      "drop",
      "env",
      "name",
      "value",
      "valueFrom",
      "secretKeyRef",
      "resources",
      "limits",
      "memory",
      "volumeMounts",
      "mountPath",
      "path",
      "image",
      "privileged",
      "runAsUser",
      "tolerations",
      "projected",
      "sources",
      "annotations",
      "labels",
      "seccompProfile",
      "type",
    );
    const odd = fc.letrec((tie) => ({
      tree: fc.oneof(
        words,
        fc.integer(),
        fc.constant(null),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(keys, tie("tree"), { maxKeys: 6 }),
      ),
    })).tree;
    fc.assert(
      fc.property(odd, odd, (spec, metadata) => {
        answers(new TextEncoder().encode(JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata, spec })));
        answers(
          new TextEncoder().encode(
            JSON.stringify({
              apiVersion: "v1",
              kind: "List",
              items: [spec, { kind: "Service", spec: metadata }],
            }),
          ),
        );
      }),
      { numRuns: 500 },
    );
  });
});
