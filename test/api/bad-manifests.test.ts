import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { HttpClient } from "@/test/support/http";
import { openStage, type Stage } from "@/test/support/stage";
import { IMPORT, MANIFEST } from "./examples";

let stage: Stage;
let api: HttpClient;
let review: string;
let reviewId: string;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  api = stage.client(await stage.person("reviewer"));
  ({ reviewId } = await stage.place());
  review = `/reviews/${reviewId}/configurations`;
});
afterAll(() => stage.end());

const body = (text: string, name = "a.yaml") => ({ ...IMPORT, files: [{ name, text }] });

async function expectNothingWritten() {
  const [found] = await stage.sql(
    `select r.event_seq::int as seq, (select count(*)::int from configuration where review_id = r.id) as configurations,
       (select count(*)::int from executor where review_id = r.id) as executors,
       (select count(*)::int from capability where review_id = r.id) as capabilities
     from review r where r.id = $1`,
    [reviewId],
  );
  expect(found).toEqual({ seq: 0, configurations: 0, executors: 0, capabilities: 0 });
}

/** Ten anchors, each ten times the one before: 10^9 values in 20 lines. */
const LAUGHS = [
  "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]",
  ...Array.from(
    { length: 9 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(", ")}]`,
  ),
].join("\n");

const TABS = "apiVersion: v1\nkind: Pod\nmetadata:\n\tname: runner\n";
const HELM = `{{- if .Values.enabled }}
apiVersion: v1
kind: Pod
metadata:
  name: {{ .Release.Name }}
{{- end }}
`;
const CUSTOM = "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: g}\nspec: {size: 1}\n";
const NO_WORKLOAD = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: runner}\n";

/** What the importer has to say: the level, in words, and where. Lines are counted by hand. */
const CASES: [string, string, { level: string; message: RegExp; line?: number; document?: number }][] = [
  [
    "is not YAML",
    "kind: Pod\nmetadata: {name: [\n",
    { level: "error", message: /cannot be read as YAML/, line: 2 },
  ],
  [
    "is prose",
    "Dear colleague,\nplease find the manifest attached.\n",
    { level: "error", message: /a\.yaml/ },
  ],
  ["is a Helm template", HELM, { level: "error", message: /Helm template.*Render it first/, line: 1 }],
  ["is indented with tabs", TABS, { level: "error", message: /tab/, line: 4, document: 0 }],
  [
    "has a broken second document",
    `${NO_WORKLOAD}---\nkind: "Pod\n`,
    { level: "error", message: /a quote.*missing/, line: 5, document: 1 },
  ],
  ["is a billion laughs", LAUGHS, { level: "error", message: /alias/ }],
  ["is empty", "", { level: "warning", message: /empty/ }],
  ["is a kind that nobody knows", CUSTOM, { level: "warning", message: /Gadget/, line: 1, document: 0 }],
  ["has no workload", NO_WORKLOAD, { level: "warning", message: /no workload/i }],
  ["holds a NUL character", "kind: Pod\u0000", { level: "error", message: /NUL/ }],
];

describe.each(CASES)("a manifest that %s", (_, text, said) => {
  it("is previewed with what is wrong and where, and cannot be attached", async () => {
    const preview = await api.post(`${review}/preview`, body(text));
    expect(preview.status, JSON.stringify(preview.body)).toBe(200);
    expect(preview.body.containers).toEqual([]);
    expect(preview.body.capabilities).toBe(0);
    const note = preview.body.notes.find(
      ({ level, message }: { level: string; message: string }) =>
        level === said.level && said.message.test(message),
    );
    expect(note, JSON.stringify(preview.body.notes)).toBeDefined();
    if (said.line !== undefined) {
      expect(note.source).toMatchObject({ file: "a.yaml", line: said.line });
      expect(note.message).toContain("a.yaml");
    }
    if (said.document !== undefined) expect(note.source.document).toBe(said.document);

    const { configDigest } = preview.body;
    const attached = await api.post(review, { ...body(text), configDigest });
    expect(attached.status).toBe(422);
    expect(attached.body.detail).toMatch(/^Nothing of this could be understood\. .{10,}/);
    expect(attached.body.notes).toContainEqual(note);
    await expectNothingWritten();
  });
});

describe("a manifest over 20 MiB", () => {
  it("is refused with the bound, previewed or attached", async () => {
    const text = `${MANIFEST}# ${"x".repeat(20 * 1024 * 1024)}\n`;
    const preview = await api.post(`${review}/preview`, body(text));
    expect(preview.status).toBe(200);
    expect(preview.body.notes).toContainEqual(
      expect.objectContaining({
        level: "error",
        message: expect.stringMatching(/a\.yaml: .*larger than 20 MiB/),
      }),
    );
    const { configDigest } = preview.body;
    expect((await api.post(review, { ...body(text), configDigest })).status).toBe(422);
    await expectNothingWritten();
  });
});

describe("a manifest with duplicate keys", () => {
  it("says each with its line; the last one counts", async () => {
    const { reviewId: id } = await stage.place();
    const path = `/reviews/${id}/configurations`;
    const text = MANIFEST.replace(
      "metadata: {name: runner}",
      "metadata: {name: first}\nmetadata: {name: second}",
    );
    const { body: preview } = await api.post(`${path}/preview`, body(text));
    const note = expect.objectContaining({
      level: "warning",
      message: expect.stringMatching(/a\.yaml, line 4: the key "metadata" is written twice/),
      source: expect.objectContaining({ file: "a.yaml", document: 0, line: 4 }),
    });
    expect(preview.notes).toContainEqual(note);
    expect(preview.containers).toMatchObject([{ workload: "Pod default/second", container: "main" }]);
    const attached = await api.post(path, { ...body(text), configDigest: preview.configDigest });
    expect(attached.status).toBe(201);
    expect((await api.get(`${path}/${attached.body.id}`)).body.remarks).toContainEqual(note);
  });
});

describe("an import", () => {
  it("that is not what was previewed is refused, and writes nothing", async () => {
    const { body: preview } = await api.post(`${review}/preview`, body(MANIFEST));
    const other = MANIFEST.replace("runner:1", "runner:2");
    const answer = await api.post(review, { ...body(other), configDigest: preview.configDigest });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/not the configuration that was previewed/);
    await expectNothingWritten();
  });

  it.each([
    ["no file", { files: [] }, "/files"],
    [
      "two files of one name",
      {
        files: [
          { name: "a", text: "" },
          { name: "a", text: "" },
        ],
      },
      "/files",
    ],
    ["a file without a name", { files: [{ name: " ", text: "" }] }, "/files/0/name"],
    ["no environment", { environment: "  " }, "/environment"],
    ["a provenance that nobody knows", { provenance: "hearsay" }, "/provenance"],
  ])("with %s is refused at its place", async (_, change, pointer) => {
    const answer = await api.post(`${review}/preview`, { ...IMPORT, ...change });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toMatchObject([{ pointer }]);
  });

  it("shows a pasted secret to nobody, neither in the preview nor in what is stored", async () => {
    const { reviewId: id } = await stage.place();
    const path = `/reviews/${id}/configurations`;
    const secret = "hunter2-correct-horse";
    const text = `${MANIFEST}      env:\n        - {name: DB_PASSWORD, value: ${secret}}\n`;
    const preview = await api.post(`${path}/preview`, body(text));
    expect(JSON.stringify(preview.body)).not.toContain(secret);
    const { configDigest } = preview.body;
    const attached = await api.post(path, { ...body(text), configDigest });
    expect(attached.status).toBe(201);
    for (const place of [
      `${path}/${attached.body.id}`,
      `/reviews/${id}/events`,
      `/reviews/${id}/capabilities`,
    ]) {
      expect(JSON.stringify((await api.get(place)).body), place).not.toContain(secret);
    }
  });
});
