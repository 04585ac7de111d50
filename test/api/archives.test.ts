import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { CaptureRecord } from "@/lib/authority/capture-record";
import { sha256 } from "@/lib/kernel/digest";
import type { HttpClient } from "@/test/support/http";
import { makeTar, makeZip } from "@/test/support/make-archive";
import { openStage, type Person, type Stage } from "@/test/support/stage";
import { MANIFEST } from "./examples";

let stage: Stage;
let person: Person;
let api: HttpClient;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  person = await stage.bearer("reviewer", "reviewer");
  api = stage.client(person);
});
afterAll(() => stage.end());

const place = async () => `/reviews/${(await stage.place()).reviewId}/configurations`;
const query = "environment=production&provenance=rendered";

const RECORD: CaptureRecord = {
  format: "cordon-capture/1",
  of: "kubernetes",
  capturedAt: "2026-11-30T12:00:00.000Z",
  by: null,
  environment: null,
  context: "admin@prod",
  cluster: "prod",
  namespace: "runner",
  versions: { kubectl: "v1.34.1", server: "v1.34.0" },
  commands: [
    {
      arguments: ["kubectl", "get", "pods"],
      exitCode: 0,
      outcome: "kept",
      file: "pods.yaml",
      digest: sha256(MANIFEST),
    },
    { arguments: ["kubectl", "get", "networkpolicies"], exitCode: 1, outcome: "forbidden" },
  ],
};

const capture = (record: unknown = RECORD, manifest = MANIFEST) =>
  gzipSync(
    makeTar([
      { name: "provenance.json", text: JSON.stringify(record) },
      { name: "pods.yaml", text: manifest },
    ]),
  );

describe("an archive sent to a review", () => {
  it.each([
    ["application/zip", () => makeZip([{ name: "pod.yaml", text: MANIFEST }])],
    ["application/gzip", () => gzipSync(makeTar([{ name: "pod.yaml", text: MANIFEST }]))],
    ["application/x-tar", () => makeTar([{ name: "pod.yaml", text: MANIFEST }])],
    ["application/octet-stream", () => gzipSync(MANIFEST)],
  ])(
    "as the bare body of a request, %s, is previewed and attached as its files would be",
    async (type, make) => {
      const path = await place();
      const headers = { "content-type": type };
      const preview = await api.ask("POST", `${path}/preview?${query}`, make(), headers);
      expect(preview.status, JSON.stringify(preview.body)).toBe(200);
      const plain = await api.post(`${path}/preview`, {
        files: [{ name: "pod.yaml", text: MANIFEST }],
        environment: "production",
        provenance: "rendered",
      });
      expect(preview.body.configDigest).toBe(plain.body.configDigest);
      expect(preview.body).toMatchObject({
        environment: "production",
        provenance: "rendered",
        capture: null,
      });
      const digest = preview.body.configDigest;
      const attached = await api.ask("POST", `${path}?${query}&configDigest=${digest}`, make(), headers);
      expect(attached.status, JSON.stringify(attached.body)).toBe(201);
      const stored = await api.get(`${path}/${attached.body.id}`);
      expect(stored.body.files).toHaveLength(1);
      expect(stored.body.files[0].text).toBe(MANIFEST);
    },
  );

  it("stands in a form beside other files, and says what of it was not read", async () => {
    const path = await place();
    const zip = makeZip([
      { name: "pod.yaml", text: MANIFEST },
      { name: "README.md", text: "# hello" },
    ]);
    const form = new FormData();
    form.append("files", new File([new Uint8Array(zip)], "a.zip"));
    form.append("files", new File(["apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: s}\n"], "s.yaml"));
    form.append("environment", "production");
    form.append("provenance", "template");
    const answer = await fetch(new URL(`/api/v1${path}/preview`, inject("server").url), {
      method: "POST",
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    });
    const body = await answer.json();
    expect(answer.status, JSON.stringify(body)).toBe(200);
    expect(body.containers).toHaveLength(1);
    expect(body.notes).toContainEqual(
      expect.objectContaining({ code: "file-skipped", message: expect.stringContaining("README.md") }),
    );
    expect(body.notes.filter(({ level }: { level: string }) => level === "error")).toEqual([]);
  });

  it("that leads out of itself is refused with the entry's name, and writes nothing", async () => {
    const path = await place();
    const zip = makeZip([
      { name: "pod.yaml", text: MANIFEST },
      { name: "../../etc/pod.yaml", text: MANIFEST },
    ]);
    const headers = { "content-type": "application/zip" };
    const preview = await api.ask("POST", `${path}/preview?${query}`, zip, headers);
    expect(preview.body).toMatchObject({ capabilities: 0, containers: [] });
    expect(preview.body.notes).toEqual([
      expect.objectContaining({ level: "error", message: expect.stringContaining("../../etc/pod.yaml") }),
    ]);
    const digest = preview.body.configDigest;
    const attached = await api.ask("POST", `${path}?${query}&configDigest=${digest}`, zip, headers);
    expect(attached.status).toBe(422);
    expect((await api.get(path)).body.items).toEqual([]);
  });

  it("that is a bomb is refused while others are answered", async () => {
    const path = await place();
    const bomb = gzipSync(Buffer.alloc(90 * 1024 * 1024));
    const headers = { "content-type": "application/gzip" };
    const [preview, other] = await Promise.all([
      api.ask("POST", `${path}/preview?${query}`, bomb, headers),
      api.get("/systems"),
    ]);
    expect(other.status).toBe(200);
    expect(preview.body.notes).toEqual([expect.objectContaining({ code: "archive-ratio" })]);
  });
});

describe("a capture", () => {
  const headers = { "content-type": "application/gzip" };

  it("fills in where it comes from, is stored as what its uploader says, and tells what is missing", async () => {
    const path = await place();
    const preview = await api.ask("POST", `${path}/preview`, capture(), headers);
    expect(preview.status, JSON.stringify(preview.body)).toBe(200);
    expect(preview.body).toMatchObject({
      environment: "prod/runner",
      provenance: "captured",
      capture: { capturedAt: RECORD.capturedAt, cluster: "prod", namespace: "runner" },
    });
    expect(preview.body.notes.map(({ code }: { code: string }) => code)).toContain("capture-incomplete");
    const digest = preview.body.configDigest;
    const refused = await api.ask("POST", `${path}?configDigest=${digest}`, capture(), headers);
    expect(refused.status).toBe(422);
    const attached = await api.ask(
      "POST",
      `${path}?environment=production&provenance=captured&configDigest=${digest}`,
      capture(),
      headers,
    );
    expect(attached.status, JSON.stringify(attached.body)).toBe(201);
    const stored = await api.get(`${path}/${attached.body.id}`);
    expect(stored.body.capture).toEqual(RECORD);
    expect(stored.body.files.map(({ name }: { name: string }) => name)).toEqual(["pods.yaml"]);
  });

  it("gives way to what the person says", async () => {
    const preview = await api.ask("POST", `${await place()}/preview?${query}`, capture(), headers);
    expect(preview.body).toMatchObject({ environment: "production", provenance: "rendered" });
  });

  it("that was changed after it was packed says so, and is read all the same", async () => {
    const changed = capture(RECORD, MANIFEST.replace("runner:1", "runner:2"));
    const preview = await api.ask("POST", `${await place()}/preview?${query}`, changed, headers);
    expect(preview.body.containers).toHaveLength(1);
    expect(preview.body.notes).toContainEqual(
      expect.objectContaining({ code: "capture-changed", message: expect.stringContaining("pods.yaml") }),
    );
  });

  it("whose record is not as Cordon writes it is read without it", async () => {
    const odd = capture({ ...RECORD, capturedAt: "yesterday" });
    const path = await place();
    const answer = await api.ask("POST", `${path}/preview?${query}`, odd, headers);
    expect(answer.body.capture).toBeNull();
    expect(answer.body.notes.map(({ code }: { code: string }) => code)).toContain("provenance-unreadable");
    const without = await api.ask("POST", `${path}/preview`, odd, headers);
    expect(without.status).toBe(422);
    expect(without.body.fields.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "/environment",
      "/provenance",
    ]);
  });
});
