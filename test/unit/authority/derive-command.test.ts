import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DeriveResult } from "@/lib/authority/schema";
import { run } from "@/lib/cli/derive";
import { sha256 } from "@/lib/kernel/digest";
import { makeTar } from "../../support/make-archive";
import { SILENT } from "./from-text";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cordon-derive-"));
  await mkdir(join(folder, "system", "more"), { recursive: true });
  await writeFile(join(folder, "silent.yaml"), SILENT);
  await writeFile(join(folder, "broken.yaml"), "kind: [\n");
  await writeFile(
    join(folder, "system", "pod.yaml"),
    SILENT.replace("spec:", "spec:\n  serviceAccountName: s"),
  );
  await writeFile(
    join(folder, "system", "more", "account.yml"),
    "apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: s }\nautomountServiceAccountToken: false\n",
  );
  await writeFile(join(folder, "system", "README.md"), "# not a configuration\n");
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command; paths are given inside the folder. */
async function derive(
  args: string[],
  input: string | Buffer = "",
): Promise<{ status: number; out: string; err: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = [stdout, stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  });
  const status = await run(args, { stdout, stderr, stdin: Readable.from([Buffer.from(input)]) });
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(texts);
  return { status, out: out!, err: err! };
}

const lines = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as DeriveResult);

describe("cordon derive", () => {
  test("--json prints one object a line, one line a PATH, in the order given", async () => {
    const paths = [join(folder, "broken.yaml"), join(folder, "silent.yaml")];
    const { status, out } = await derive(["--json", ...paths]);
    expect(status).toBe(2);
    expect(lines(out).map((line) => [line.path, line.workloads.length])).toEqual([
      [paths[0], 0],
      [paths[1], 1],
    ]);
  });

  test("status 0 when everything was read", async () => {
    expect((await derive(["--json", join(folder, "silent.yaml")])).status).toBe(0);
  });

  test("a directory is one system, and what is not read in it is named", async () => {
    const { status, out } = await derive(["--json", join(folder, "system")]);
    const [result] = lines(out);
    expect(status).toBe(0);
    expect(result?.capabilities.map((row) => row.id)).not.toContain("k8s-api-token");
    expect(result?.notes.find((note) => note.code === "file-skipped")?.message).toContain("README.md");
  });

  test("- is standard input", async () => {
    const { out } = await derive(["--json", "-"], SILENT);
    expect(lines(out)[0]).toMatchObject({ path: "-", format: "kubernetes" });
  });

  test("an archive is one system, from a file or standard input, and reads as its folder does", async () => {
    const account = await readFile(join(folder, "system", "more", "account.yml"));
    const pod = await readFile(join(folder, "system", "pod.yaml"));
    const archive = makeTar([
      { name: "system/pod.yaml", text: pod.toString() },
      { name: "system/more/account.yml", text: account.toString() },
    ]);
    await writeFile(join(folder, "system.tar"), archive);
    const [whole] = lines((await derive(["--json", join(folder, "system")])).out);
    const [packed] = lines((await derive(["--json", join(folder, "system.tar")])).out);
    expect([packed?.digest, packed?.authorityDigest]).toEqual([whole?.digest, whole?.authorityDigest]);
    const piped = await derive(["--json", "-"], gzipSync(archive));
    expect(lines(piped.out)[0]?.digest).toBe(whole?.digest);
    expect(piped.status).toBe(0);
  });

  test("an archive that leads out of itself has status 2 and no row", async () => {
    const { status, out } = await derive(["--json", "-"], makeTar([{ name: "../pod.yaml", text: SILENT }]));
    expect(status).toBe(2);
    expect(lines(out)[0]).toMatchObject({ capabilities: [], notes: [{ code: "archive-name" }] });
  });

  test("--canonical prints the text whose SHA-256 is the digest", async () => {
    const { out } = await derive(["--canonical", join(folder, "silent.yaml")]);
    const [result] = lines((await derive(["--json", join(folder, "silent.yaml")])).out);
    expect(sha256(out)).toBe(result?.digest);
  });

  test("a table for people says what silence grants", async () => {
    const { out } = await derive([join(folder, "silent.yaml")]);
    expect(out).toMatch(/k8s-api-token .*granted by silence .*silent\.yaml:\d+/);
  });

  test("a path that is not there still has its line, and status 2", async () => {
    const { status, out } = await derive(["--json", join(folder, "nowhere.yaml")]);
    expect(status).toBe(2);
    expect(lines(out)[0]?.notes).toEqual([expect.objectContaining({ level: "error", code: "unreadable" })]);
  });

  test("what could not be read has no digest for people, and no canonical text", async () => {
    const { status, out } = await derive([join(folder, "nowhere.yaml")]);
    expect(status).toBe(2);
    expect(out).not.toContain("sha256:");
    expect((await derive(["--canonical", join(folder, "nowhere.yaml")])).out).toBe("");
  });

  test.each(["compose", "docker-inspect", "oci"])(
    "--format %s reads nothing of a manifest as something else",
    async (format) => {
      const { status, out } = await derive(["--json", "--format", format, join(folder, "silent.yaml")]);
      expect(status).toBe(2);
      expect(lines(out)[0]).toMatchObject({ format: "kubernetes", workloads: [], capabilities: [] });
      expect(lines(out)[0]?.notes[0]).toMatchObject({ level: "error", code: "format-mismatch" });
    },
  );

  test("a directory's scripts and jails are read by their content, and others of such names are said", async () => {
    const path = join(folder, "layers");
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "sandbox.sh"), "#!/bin/sh\nexec bwrap --unshare-all true\n");
    await writeFile(join(path, "jail.cfg"), 'name: "j"\nclone_newnet: true\n');
    await writeFile(join(path, "other.sh"), "echo hello\n");
    await writeFile(join(path, "other.cfg"), "[section]\na = b\n");
    const { status, out } = await derive(["--json", path]);
    expect(status).toBe(0);
    expect(lines(out)[0]?.workloads).toMatchObject([{ ref: "bwrap true" }, { ref: "nsjail j" }]);
    const said = lines(out)[0]?.notes.filter(({ code }) => code === "file-skipped");
    expect(said?.map(({ message }) => message.split(":")[0])).toEqual(["other.cfg", "other.sh"]);
  });

  test("--format nsjail reads no manifest as a jail, and --format bwrap reads a script that names no bwrap", async () => {
    const { status, out } = await derive(["--json", "--format", "nsjail", join(folder, "silent.yaml")]);
    expect(status).toBe(2);
    expect(lines(out)[0]).toMatchObject({ format: "unknown", capabilities: [] });
    expect(lines(out)[0]?.notes[0]).toMatchObject({ level: "error", code: "text-format-syntax" });
    const script = await derive(["--json", "--format", "bwrap", "-"], '"$SANDBOX" --unshare-all true\n');
    expect(script.status).toBe(0);
    expect(lines(script.out)[0]).toMatchObject({
      format: "bwrap",
      workloads: [{ containers: [{ name: "true" }] }],
    });
  });

  test("--format kubernetes refuses a text that is none, and changes nothing of one that is", async () => {
    const compose = "services:\n  web: { image: nginx }\n";
    const { status, out } = await derive(["--json", "--format", "kubernetes", "-"], compose);
    expect(status).toBe(2);
    expect(lines(out)[0]).toMatchObject({ format: "compose", capabilities: [] });
    const asked = await derive(["--json", "--format", "kubernetes", join(folder, "silent.yaml")]);
    const auto = await derive(["--json", join(folder, "silent.yaml")]);
    expect(asked.out).toBe(auto.out);
  });

  test("--help says only the formats that are read", async () => {
    for (const flag of ["--help", "-h"]) {
      const { status, out } = await derive([flag]);
      expect(status).toBe(0);
      expect(out).toContain("auto (the default), kubernetes, compose, docker-inspect");
    }
  });

  test.each([[["--json", "--canonical", "x"]], [["--format", "word", "x"]], [["--strange", "x"]], [[]]])(
    "%j is refused with the usage",
    async (args) => {
      const { status, err } = await derive(args);
      expect(status).toBe(2);
      expect(err).toContain("Usage:");
    },
  );
});
