import { describe, expect, test } from "vitest";
import { derive } from "@/lib/authority/derive";
import { codesOf, deriveTexts, idsOf, rowOf, SILENT } from "./from-text";

const errorsOf = (...texts: string[]) =>
  codesOf(deriveTexts(...texts)).filter((code) => code.startsWith("error"));
const bytes = (...values: number[]) =>
  derive({ path: "x", files: [{ name: "x.yaml", bytes: Uint8Array.from(values) }] });

describe("what is no configuration is refused with a reason, never read as empty", () => {
  test.each([
    ["prose", "Dear all,\nplease find: the manifest: below\n", "error yaml-syntax"],
    ["a scalar", "just words\n", "error format-unknown"],
    ["a tab as indentation", "apiVersion: v1\nkind: Pod\nmetadata:\n\tname: x\n", "error yaml-syntax"],
    ["an unclosed bracket", "kind: [Pod\n", "error yaml-syntax"],
    ["an alias to nothing", "apiVersion: v1\nkind: Pod\nmetadata: *nothing\n", "error yaml-syntax"],
    ["an alias to itself", "a: &a [*a]\n", "error yaml-syntax"],
    ["a map as a key", "? {a: b}\n: c\n", "error complex-key"],
    ["a settings file", "app:\n  port: 8194\n", "error format-unknown"],
    ["half of a JSON text", '{"apiVersion":"v1","kind":', "error yaml-syntax"],
  ])("%s", (_, text, code) => {
    const result = deriveTexts(text);
    expect(codesOf(result)).toContain(code);
    expect(result.capabilities).toEqual([]);
    expect(result.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test("a Helm template is called one, and what to do is said", () => {
    const result = deriveTexts(
      "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n{{- if .Values.x }}\nspec: {}\n{{- end }}\n",
    );
    expect(codesOf(result)).toEqual(["error helm-template", "warning no-workload"]);
    expect(result.notes[0]?.message).toMatch(/[Rr]ender it first/);
  });

  test("a long Helm template is one as well, however many syntax errors it has", () => {
    const text = `{{- if .Values.on -}}\n${"  a: {{ .Values.a }} b: c: }\n{{ end }}\n".repeat(200)}`;
    expect(codesOf(deriveTexts(text))).toContain("error helm-template");
  });

  test("braces inside valid texts are data", () => {
    const result = deriveTexts(
      SILENT.replace("name: silent", 'name: silent\n  annotations: { a: "{{ .Values.x }}" }'),
    );
    expect(
      errorsOf(SILENT.replace("name: silent", 'name: silent\n  annotations: { a: "{{ if }}" }')),
    ).toEqual([]);
    expect(idsOf(result)).toContain("egress-any");
  });

  test("a NUL byte, UTF-16 and invalid UTF-8 are said", () => {
    expect(codesOf(bytes(0x61, 0, 0x62))).toContain("error nul-byte");
    expect(codesOf(bytes(0xff, 0xfe, 0x61, 0x62))).toContain("error encoding");
    expect(codesOf(bytes(0x61, 0x3a, 0x20, 0xe9))).toContain("warning invalid-utf8");
  });

  test("an empty file, and one of comments, are said to be empty", () => {
    expect(codesOf(deriveTexts(""))).toContain("warning empty");
    expect(codesOf(deriveTexts("# nothing\n---\n# here\n"))).toContain("warning empty");
  });

  test("no file at all is an error", () => {
    expect(codesOf(derive({ path: "x", files: [] }))).toContain("error empty");
  });
});

describe("what is odd and still readable is read", () => {
  test("a byte order mark and CRLF change nothing", () => {
    const odd = `\ufeff${SILENT.replaceAll("\n", "\r\n")}`;
    expect(idsOf(deriveTexts(odd))).toEqual(idsOf(deriveTexts(SILENT)));
    expect(deriveTexts(odd).digest).toBe(deriveTexts(SILENT).digest);
  });

  test("of two equal keys the last wins, with a note that names it", () => {
    const result = deriveTexts(SILENT.replace("spec:", "spec:\n  hostPID: true\n  hostPID: false"));
    expect(idsOf(result)).not.toContain("host-pid");
    expect(result.notes.find((note) => note.code === "duplicate-key")?.message).toContain('"hostPID"');
  });

  test("empty documents and those after a broken one are kept apart", () => {
    const result = deriveTexts(`---\n---\n${SILENT}---\nkind: [\n---\n${SILENT.replace("silent", "other")}`);
    expect(result.workloads.map((workload) => workload.ref)).toEqual([
      "Pod default/silent",
      "Pod default/other",
    ]);
    expect(result.notes.find((note) => note.level === "error")?.source).toMatchObject({
      document: 2,
      line: 12,
    });
  });

  test("merges and anchors are followed", () => {
    const text = `x-common: &common
  hostPID: true
apiVersion: v1
kind: Pod
metadata: { name: merged }
spec:
  <<: *common
  containers: [{ name: c, image: a }]
`;
    expect(rowOf(deriveTexts(text), "host-pid")?.source).toMatchObject({ line: 2, pointer: "/spec/hostPID" });
  });

  test("octal modes are octal", () => {
    const mounted = (mode: string) => `${SILENT}    volumeMounts: [{ name: v, mountPath: /etc/app }]
  volumes: [{ name: v, configMap: { name: m, defaultMode: ${mode} } }]
`;
    expect(idsOf(deriveTexts(mounted("0555")))).toContain("code-from-config@main");
    // 0444 read as the decimal 444 would have execute bits.
    expect(idsOf(deriveTexts(mounted("0444")))).not.toContain("code-from-config@main");
  });

  test("placeholders are said, and count as absent", () => {
    const hole = (name: string) => `\${${name}}`;
    const context = `image: ${hole("IMAGE")}\n    securityContext:\n      privileged: ${hole("PRIVILEGED")}`;
    const result = deriveTexts(SILENT.replace("image: busybox", context));
    expect(codesOf(result)).toContain("warning unresolved");
    expect(rowOf(result, "privileged")).toBeUndefined();
    expect(rowOf(result, "image-mutable")?.origin).toBe("unknown");
  });

  test.each([
    ["limits: { memory: 1GB }", "memory-unlimited"],
    ["limits: { cpu: lots }", "cpu-unlimited"],
  ])("%s is no quantity: an error note, and no limit", (limits, id) => {
    const result = deriveTexts(`${SILENT}    resources: { ${limits} }\n`);
    expect(codesOf(result)).toContain("error invalid-value");
    expect(idsOf(result)).toContain(`${id}@main`);
  });

  test("documents without names are told apart", () => {
    const nameless = SILENT.replace("  name: silent\n", "  labels: {}\n");
    const result = deriveTexts(`${nameless}---\n${nameless}`, nameless);
    expect(new Set(result.workloads.map((workload) => workload.ref)).size).toBe(3);
  });
});

describe("bounds", () => {
  const bomb = Array.from(
    { length: 9 },
    (_, i) =>
      `${"abcdefghi"[i]}: &${"abcdefghi"[i]} [${i === 0 ? "x,".repeat(9) : `*${"abcdefghi"[i - 1]},`.repeat(9)}]`,
  );

  test.each([
    ["a billion laughs", `${SILENT}---\n${bomb.join("\n")}\n`],
    ["ten thousand lists inside each other", `${SILENT}---\na: ${"[".repeat(10_000)}\n`],
    [
      "ten thousand maps inside each other",
      `${SILENT}---\n${Array.from({ length: 3_000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")}\n`,
    ],
    ["deep JSON", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`],
    [
      "ten times more values than are written",
      `${SILENT}---\na: &a [${"x,".repeat(200)}]\nb: [${"*a,".repeat(100)}]\n`,
    ],
  ])("%s: an error and no partial rows", (_, text) => {
    const result = deriveTexts(text);
    expect(result.notes.filter((note) => note.level === "error")).toHaveLength(1);
    expect(result.capabilities).toEqual([]);
  });

  test("a file of more than 20 MiB is refused unread, and the whole input with it", () => {
    const large = { name: "large.yaml", bytes: new Uint8Array(20 * 1024 * 1024 + 1).fill(32) };
    const small = { name: "small.yaml", bytes: new TextEncoder().encode(SILENT) };
    const result = derive({ path: "x", files: [large, small] });
    expect(codesOf(result)).toContain("error too-large");
    expect(result.capabilities).toEqual([]);
  });

  test("a hundred levels are inside the bound, one more is not", () => {
    const nested = (levels: number) =>
      `apiVersion: v1\nkind: Odd\nmetadata: { name: x }\nspec: ${"[".repeat(levels)}${"]".repeat(levels)}\n`;
    expect(errorsOf(nested(99))).toEqual([]);
    expect(errorsOf(nested(100))).toEqual(["error too-deep"]);
  });

  test("thousands of equal notes are counted, not listed", () => {
    const result = deriveTexts(
      Array.from({ length: 1_000 }, (_, i) => `kind: K${i}\napiVersion: x/v1\nmetadata: {name: n}\n`).join(
        "---\n",
      ),
    );
    expect(result.notes.length).toBeLessThan(250);
  });
});
