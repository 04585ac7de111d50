import { describe, expect, it } from "vitest";
import { readImport } from "@/lib/review/server/configurations-body";
import { attachBody, deriveInput, importBody, previewBody } from "@/lib/review/server/configurations-input";

const url = "https://cordon.example/api/v1/reviews/x/configurations/preview";
const LIMIT = 1024;
const expected = {
  files: [{ name: "web.yaml", text: "kind: Pod\n" }],
  environment: "production",
  provenance: "captured",
};

describe("the body of an import", () => {
  it("is JSON, a form with files, or bare text with the rest in the address", async () => {
    const json = new Request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(expected),
    });
    const form = new FormData();
    form.append("files", new File(["kind: Pod\n"], "web.yaml"));
    form.append("environment", "production");
    form.append("provenance", "captured");
    const multipart = new Request(url, { method: "POST", body: form });
    const text = new Request(`${url}?environment=production&provenance=captured&name=web.yaml`, {
      method: "POST",
      headers: { "content-type": "application/yaml" },
      body: "kind: Pod\n",
    });
    for (const request of [json, multipart, text]) {
      const { files, ...rest } = importBody.parse(await readImport(request, LIMIT));
      const [file] = deriveInput({ files }).files;
      expect({ ...rest, files: [{ name: file?.name, text: new TextDecoder().decode(file?.bytes) }] }).toEqual(
        expected,
      );
    }
  });

  it("keeps an archive's bytes as they are, in a form or bare, and never takes them from JSON", async () => {
    const archive = Uint8Array.from([0x1f, 0x8b, 0xff, 0xfe, 0x00]);
    const form = new FormData();
    form.append("files", new File([archive], "a.tgz"));
    const multipart = new Request(url, { method: "POST", body: form });
    const bare = new Request(`${url}?name=a.tgz`, {
      method: "POST",
      headers: { "content-type": "application/gzip" },
      body: archive,
    });
    for (const request of [multipart, bare]) {
      const { files } = previewBody.parse(await readImport(request, LIMIT));
      expect(files).toEqual([{ name: "a.tgz", bytes: expect.any(Uint8Array) }]);
      expect([...files[0]!.bytes!]).toEqual([...archive]);
    }
    const sent = previewBody.safeParse({ files: [{ name: "a.tgz", bytes: [0x1f, 0x8b] }] });
    expect(sent.error?.issues[0]?.path).toEqual(["files", 0, "bytes"]);
    expect(previewBody.safeParse({ files: [{ name: "a" }] }).error?.issues[0]?.path).toEqual([
      "files",
      0,
      "text",
    ]);
  });

  it("is refused past its bound, and with a form that cannot be read", async () => {
    const large = new Request(`${url}?environment=a&provenance=captured`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "x".repeat(LIMIT + 1),
    });
    await expect(readImport(large, LIMIT)).rejects.toThrow(/larger than 1 KiB/);
    const torn = new Request(url, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=a" },
      body: "--b",
    });
    await expect(readImport(torn, LIMIT)).rejects.toThrow(/form could not be read/);
  });

  it("says in a sentence what is missing", () => {
    const said = (input: object) =>
      importBody.safeParse({ ...expected, ...input }).error?.issues.map(({ message }) => message);
    expect(said({ files: [] })).toEqual(["Paste or choose a configuration first."]);
    expect(said({ environment: " " })).toEqual(["Say which environment this is."]);
    expect(said({ files: [expected.files[0], expected.files[0]] })).toEqual([
      "Two files have the same name.",
    ]);
    const out = { workload: "Pod default/a", container: "a", role: "out-of-scope" };
    const attach = attachBody.safeParse({
      ...expected,
      configDigest: `sha256:${"0".repeat(64)}`,
      roles: [out],
    });
    expect(attach.error?.issues[0]?.message).toBe("Say why this container is out of scope.");
  });
});
