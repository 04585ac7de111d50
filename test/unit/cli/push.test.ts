import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unpack } from "@/lib/authority/server/archive/unpack";
import { run } from "@/lib/cli/push";
import { runCommand } from "../../support/command";
import { makeTar } from "../../support/make-archive";
import { SILENT } from "../authority/from-text";

const REVIEW = "019ad1f0-0000-7000-8000-000000000001";
const TOKEN = "cordon_test_0123456789";

/** What the server was asked, and what it answers next. */
let asked: { path: string; token: string | undefined; type: string | undefined; body: Buffer }[] = [];
let answers: { status: number; headers?: Record<string, string>; body: unknown }[] = [];
let server: Server;
let url = "";
let folder = "";

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({
      path: request.url ?? "",
      token: request.headers.authorization,
      type: request.headers["content-type"],
      body: await bodyOf(request),
    });
    const { status, headers = {}, body } = answers.shift() ?? { status: 500, body: "" };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "cordon-push-"));
  await mkdir(join(folder, "deploy"));
  await writeFile(join(folder, "deploy", "pod.yaml"), SILENT);
  await writeFile(join(folder, "deploy", "notes.txt"), "not a configuration");
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  answers = [];
});

const NONE = { wider: [], narrower: [], new: [], gone: [], changed: [] };
const preview = (more: object = {}) => ({
  environment: "production",
  provenance: "rendered",
  capture: null,
  format: "kubernetes",
  configDigest: `sha256:${"a".repeat(64)}`,
  authorityDigest: `sha256:${"b".repeat(64)}`,
  containers: [],
  capabilities: 3,
  notes: [],
  against: { number: 4, attachedAt: "2026-11-30T12:00:00Z", sameConfiguration: false, sameAuthority: false },
  signed: null,
  counts: { wider: 0, narrower: 0, new: 0, gone: 0, changed: 0, unchanged: 3 },
  rows: NONE,
  bounds: { wider: [], narrower: [] },
  ...more,
});
const WIDER = preview({
  counts: { wider: 1, narrower: 0, new: 0, gone: 0, changed: 0, unchanged: 2 },
  rows: {
    ...NONE,
    wider: [
      {
        key: "k",
        title: "Host path /var/log\u001b[31m",
        workload: "Pod default/a",
        container: "a",
        before: { access: "read", extent: [], severity: "medium", file: "pod.yaml", line: 3 },
        after: { access: "read-write", extent: [], severity: "high", file: "pod.yaml", line: 4 },
        comparable: true,
      },
    ],
  },
});

const to = (...more: string[]) => ["--url", url, "--review", REVIEW, "--environment", "production", ...more];
const push = (
  args: string[],
  input: string | Uint8Array = "",
  env: Record<string, string> = { CORDON_TOKEN: TOKEN },
) => runCommand((io) => run(args, io, env as NodeJS.ProcessEnv), input);
const ok = (body: unknown) => answers.push({ status: 200, body });

describe("cordon push", () => {
  test("previews, says what is wider, and attaches nothing by itself", async () => {
    ok(WIDER);
    const { status, out, err } = await push(to("--provenance", "rendered", join(folder, "deploy")));
    expect(status, err).toBe(0);
    expect(asked.map(({ path }) => path)).toEqual([
      `/api/v1/reviews/${REVIEW}/configurations/preview?name=push.tar.gz&environment=production&provenance=rendered`,
    ]);
    expect(asked[0]).toMatchObject({ token: `Bearer ${TOKEN}`, type: "application/gzip" });
    expect(out).toContain("Wider (1)\n  high      Host path /var/log");
    expect(out).toContain("pod.yaml:3 → pod.yaml:4");
    expect(out).not.toContain("\u001b");
    expect(out).toContain("notes.txt: not read");
    const sent = await unpack([{ name: "push.tar.gz", bytes: asked[0]!.body }]);
    expect(sent.files.map(({ name }) => name)).toEqual(["pod.yaml"]);
  });

  test("--yes attaches what was previewed, by its digest", async () => {
    ok(preview());
    answers.push({ status: 201, body: { number: 5 } });
    const { status, out } = await push(to("--yes", join(folder, "deploy")));
    expect(status).toBe(0);
    expect(asked[1]?.path).toBe(
      `/api/v1/reviews/${REVIEW}/configurations?name=push.tar.gz&environment=production&provenance=rendered&configDigest=sha256%3A${"a".repeat(64)}`,
    );
    expect(asked[1]?.body.equals(asked[0]!.body)).toBe(true);
    expect(out).toContain("Attached as configuration 5.");
  });

  test("the newest configuration once more is not attached again", async () => {
    const again = { number: 4, attachedAt: "", sameConfiguration: true, sameAuthority: true };
    ok(preview({ against: again }));
    const { status, out } = await push(to("--yes", join(folder, "deploy")));
    expect([status, asked.length]).toEqual([0, 1]);
    expect(out).toContain("It is configuration 4 already");
  });

  test.each([
    ["a wider row", WIDER, 3],
    ["a new row", preview({ counts: { ...WIDER.counts, wider: 0, new: 1 } }), 3],
    [
      "a lifted limit",
      preview({ bounds: { wider: ["Pod default/a, memory: 1Gi → no limit"], narrower: [] } }),
      3,
    ],
    ["more than was signed", preview({ signed: { revision: 2, ends: true, because: "it grants more" } }), 3],
    ["nothing wider", preview({ counts: { ...WIDER.counts, wider: 0, narrower: 2, gone: 1 } }), 0],
    ["nothing to compare with", preview({ against: null, counts: { ...WIDER.counts, wider: 0, new: 9 } }), 0],
  ])("--fail-on-wider with %s", async (_, answer, expected) => {
    ok(answer);
    expect((await push(to("--fail-on-wider", join(folder, "deploy")))).status).toBe(expected);
    ok(answer);
    expect((await push(to(join(folder, "deploy")))).status).toBe(0);
  });

  test("containers that nobody has decided about are said, and left so", async () => {
    const one = {
      workload: "Pod default/a",
      container: "a",
      kind: "main",
      capabilities: 1,
      suggestion: null,
    };
    const decided = { id: REVIEW, number: 1, role: "neighbour", reason: null };
    ok(
      preview({
        containers: [
          { ...one, executor: null },
          { ...one, container: "b", executor: decided },
        ],
      }),
    );
    const { out } = await push(to(join(folder, "deploy")));
    expect(out).toContain(
      "Not yet said what these containers are; say it in the review\n  Pod default/a [a]\n",
    );
    expect(out).not.toContain("[b]");
    expect(asked[0]?.path).not.toContain("roles");
  });

  test("no literal secret is sent", async () => {
    ok(preview());
    const secret = "hunter2-correct-horse";
    const text = SILENT.replace(/( +)image:.*/, `$&\n$1env: [{name: DB_PASSWORD, value: ${secret}}]`);
    expect(text).toContain(secret);
    const { status, err, out } = await push(to("-"), text);
    expect(status, err).toBe(0);
    const { files } = await unpack([{ name: "push.tar.gz", bytes: asked[0]!.body }]);
    expect(Buffer.from(files[0]!.bytes).toString()).not.toContain(secret);
    expect(out + err).not.toContain(secret);
    expect(err).toContain("1 value that may be secret");
  });

  test("an archive that cannot be read is status 2, and nothing is sent", async () => {
    const { status, err } = await push(to("-"), makeTar([{ name: "../pod.yaml", text: SILENT }]));
    expect([status, asked.length]).toEqual([2, 0]);
    expect(err).toContain("../pod.yaml");
    expect((await push(to(join(folder, "nowhere.yaml")))).status).toBe(2);
    const torn = await push(to("-"), "kind: Pod\nmetadata: {name: [\n");
    expect([torn.status, asked.length]).toEqual([2, 0]);
    expect(torn.err).toContain("line 2");
  });

  test("what the server could not read is status 2, and is not attached", async () => {
    ok(preview({ notes: [{ level: "error", code: "yaml-syntax", message: "pod.yaml, line 2: torn." }] }));
    const { status, out } = await push(to("--yes", join(folder, "deploy")));
    expect([status, asked.length]).toEqual([2, 1]);
    expect(out).toContain("pod.yaml, line 2: torn.");
    answers.push({ status: 422, body: { detail: "Nothing of this could be understood." } });
    expect((await push(to(join(folder, "deploy")))).status).toBe(2);
  });

  test("a redirect is not followed, and the token goes nowhere else", async () => {
    answers.push({ status: 307, headers: { location: `${url}/elsewhere` }, body: "" });
    const { status, err } = await push(to(join(folder, "deploy")));
    expect([status, asked.length]).toEqual([1, 1]);
    expect(err).toContain("redirect");
  });

  test.each([
    [401, { detail: "The token is not known." }, "The token is not known."],
    [404, { detail: "There is no such review." }, "There is no such review."],
    [502, "<html>", "answered 502, and not as Cordon does"],
    [200, { hello: 1 }, "is not Cordon"],
  ])("an answer of %i is status 1 with the server's sentence", async (status, body, words) => {
    answers.push({ status, body });
    const ran = await push(to(join(folder, "deploy")));
    expect(ran.status).toBe(1);
    expect(ran.err).toContain(words);
  });

  test("the token comes from the environment or standard input, and is never said", async () => {
    ok(preview());
    await push(to(join(folder, "deploy")), `${TOKEN}\n`, {});
    expect(asked[0]?.token).toBe(`Bearer ${TOKEN}`);
    const bad = await push(to(join(folder, "deploy")), "", { CORDON_TOKEN: "cordon secret\u0001value" });
    expect([bad.status, asked.length]).toEqual([1, 1]);
    expect(bad.out + bad.err).not.toContain("secret\u0001value");
    const none = await push(to("-"), SILENT, {});
    expect(none.status).toBe(1);
    expect(none.err).toContain("CORDON_TOKEN");
    expect((await push(to("--token", TOKEN, "x"))).status).toBe(1);
  });

  test("an address that is none, or one that nobody answers at, is status 1", async () => {
    for (const other of ["ftp://x", "nowhere", "http://u:p@127.0.0.1", `${url}/?a=1`, "http://127.0.0.1:1"]) {
      const args = ["--url", other, "--review", REVIEW, "--environment", "e", join(folder, "deploy")];
      expect((await push(args)).status, other).toBe(1);
    }
    expect(asked).toEqual([]);
  });

  test.each([
    [[]],
    [["--url", "http://x", "--review", REVIEW, "--environment", "e"]],
    [["--url", "http://x", "--review", "R1", "--environment", "e", "x"]],
    [["--url", "http://x", "--review", REVIEW, "--environment", "e", "--provenance", "hearsay", "x"]],
  ])("%j is refused with the usage", async (args) => {
    const { status, err } = await push(args);
    expect(status).toBe(1);
    expect(err).toContain("Usage:");
  });
});
