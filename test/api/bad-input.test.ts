import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { hashPassword } from "@/lib/identity/server/passwords";
import { newId } from "@/lib/kernel/ids";
import type { HttpClient } from "@/test/support/http";
import { rawRequest } from "@/test/support/raw-request";
import { openStage, type Person, type Place, type Stage } from "@/test/support/stage";
import { EXAMPLES } from "./examples";

let stage: Stage;
let writer: Person;
let place: Place;
let api: HttpClient;
let review: string;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  writer = await stage.person("reviewer");
  api = stage.client(writer);
});
afterAll(() => stage.end());
beforeEach(async () => {
  place = await stage.place();
  review = `/reviews/${place.reviewId}`;
});

const cell = (value: unknown, version = 0) => ({ cell: { state: "value", value }, version });
const notes = (value: unknown, version = 0) => ({ cells: { notes: cell(value, version) } });
const problem = (code: string) => `urn:cordon:problem:${code}`;

async function expectUntouched() {
  const [row] = await stage.sql("select event_seq, notes from review where id = $1", [place.reviewId]);
  expect(row).toEqual({ event_seq: "0", notes: null });
}

describe("a body that cannot be read", () => {
  const json = { "content-type": "application/json" };
  it.each([
    ["is not JSON", "{", json, 400, "malformed-body", /The body is not JSON/],
    ["is empty", "", json, 400, "malformed-body", /The body is not JSON/],
    ["is not UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22]), json, 400, "malformed-body", /not UTF-8/],
    [
      "is a form",
      "a=b",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported-media-type",
      /application\/json, not application\/x-www-form-urlencoded/,
    ],
    [
      "is plain text",
      "{}",
      { "content-type": "text/plain" },
      415,
      "unsupported-media-type",
      /application\/json/,
    ],
    ["is no object", "[1]", json, 422, "invalid-input", /body cannot be accepted/],
    ["is null", "null", json, 422, "invalid-input", /body cannot be accepted/],
  ] as const)("%s", async (_, body, headers, status, code, detail) => {
    const answer = await api.patch(review, body, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({ type: problem(code), status });
    expect(answer.body.detail).toMatch(detail);
    await expectUntouched();
  });

  const big = Buffer.alloc(1024 * 1024 + 1, " ");
  it.each([
    ["says so", false],
    ["comes in chunks without a length", true],
  ])("is too large and %s", async (_, chunked) => {
    const answer = await rawRequest(`${stage.url}/api/v1${review}`, {
      method: "PATCH",
      headers: { ...json, cookie: writer.cookie!, origin: stage.url },
      body: big,
      chunked,
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ type: problem("too-large"), status: 413 });
    await expectUntouched();
    expect((await api.get(review)).status).toBe(200);
  });

  it("is larger than its route takes", async () => {
    const answer = await api.post("/invitations/accept", { token: "x".repeat(17 * 1024), password: "x" });
    expect(answer.status).toBe(413);
    expect(answer.body.detail).toMatch(/larger than 16 KiB/);
  });
});

describe("an unknown field", () => {
  const withBody = routes.filter((route) => route.body !== undefined);
  it.each(withBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "is refused by %s",
    async (key, route) => {
      const admin = await stage.person("admin");
      const call = await EXAMPLES[key]!({ stage, place, caller: admin, admin });
      const path =
        route.path.replace(/\{(\w+)\}/g, (_, name: string) => call.params![name]!) + (call.query ?? "");
      const body = { ...(call.body as object), surprise: 1 };
      const answer = await stage.client(admin).ask(route.method, path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(422);
      expect(answer.body.type).toBe(problem("invalid-input"));
      expect(JSON.stringify(answer.body.fields)).toContain("surprise");
    },
  );

  it("in a cell, and a cell that does not exist", async () => {
    const extra = { cells: { notes: { ...cell("x"), by: "me" } } };
    expect((await api.patch(review, extra)).status).toBe(422);
    for (const name of ["colour", "constructor", "archivedAt", "__proto__"]) {
      const answer = await api.patch(review, `{"cells":{"${name}":${JSON.stringify(cell("x"))}}}`, {
        "content-type": "application/json",
      });
      expect(answer.status, name).toBe(422);
    }
    await expectUntouched();
  });
});

describe("a cell's text", () => {
  it("holds 100,000 characters and refuses one more, with its place and a sentence", async () => {
    const saved = await api.patch(review, notes("x".repeat(100_000)));
    expect(saved.status).toBe(200);
    const refused = await api.patch(review, notes("x".repeat(100_001), 1));
    expect(refused.status).toBe(422);
    expect(refused.body.fields).toEqual([
      {
        pointer: "/cells/notes/cell/value",
        message: "The text is longer than 100,000 characters. Shorten it, or link to it.",
      },
    ]);
    expect((await api.get(review)).body.notes).toHaveLength(100_000);
  });

  it.each([
    ["emoji of several code points", "🧑🏽‍💻 ok 🏳️‍🌈"],
    ["right-to-left text with marks", "\u202Bשלום עולם\u202C مرحبا"],
    ["combining marks as they were typed", "e\u0301 \u00e9"],
    ["what looks like markup or SQL", `<img src=x onerror=alert(1)>'; drop table review; --`],
    ["line ends, tabs and control characters", "a\r\nb\tc\u0007\u2028d"],
  ])("keeps %s", async (_, text) => {
    expect((await api.patch(review, notes(text))).status).toBe(200);
    expect((await api.get(review)).body.notes).toBe(text);
    const { body } = await api.get(`${review}/events`);
    expect(body.items[0].payload.changes[0].after.notes).toBe(text);
  });

  it.each([
    ["NUL", "a\u0000b", /NUL character/],
    ["half a surrogate pair", "a\ud83db", /half of a surrogate pair/],
    ["the other half", "\ude00", /half of a surrogate pair/],
  ])("refuses %s with a sentence", async (_, text, sentence) => {
    const answer = await api.patch(review, notes(text));
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual([
      { pointer: "/cells/notes/cell/value", message: expect.stringMatching(sentence) },
    ]);
    await expectUntouched();
  });

  it.each([
    ["a title", { title: "a\u0000b" }],
    ["a reason why it does not apply", null],
  ])("refuses NUL in %s", async (_, body) => {
    const answer = body
      ? await api.post(`/systems/${place.systemId}/reviews`, body)
      : await api.post(`${review}/entry-points`, {
          cells: {
            name: { state: "value", value: "x" },
            files: { state: "not-applicable", reason: "\u0000" },
          },
        });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body.fields)).toMatch(/NUL character/);
  });
});

describe("an id", () => {
  it.each(["1", "not-an-id", "../../etc/passwd", "%00", "%E0%A4%A", "%F0%9F%98%80", "x".repeat(5_000)])(
    "that is none is no error of ours: %s",
    async (id) => {
      const path = `/api/v1/reviews/${id.includes("%") ? id : encodeURIComponent(id)}`;
      const answer = await rawRequest(stage.url, { path, headers: { cookie: writer.cookie! } });
      expect([400, 404, 422], answer.body).toContain(answer.status);
    },
  );

  it("that is none is said at its place", async () => {
    const answer = await api.get("/reviews/not-an-id");
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toMatchObject([{ pointer: "/id" }]);
  });

  it("of another review leads nowhere as a reference", async () => {
    const elsewhere = await stage.place();
    const artifact = await stage.row(elsewhere, "artifact", { number: 1, name: "Theirs", submitters: [] });
    for (const id of [artifact, newId()]) {
      const answer = await api.post(`${review}/entry-points`, {
        cells: { name: { state: "value", value: "E" }, artifact: { state: "value", value: id } },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toBe("Artifact: there is no such artifact here.");
    }
    await expectUntouched();
  });
});

describe("an address", () => {
  it.each([
    ["DELETE", "/systems", "GET, HEAD, POST"],
    ["PUT", "/session", "GET, HEAD, DELETE"],
    ["POST", "/rules", "GET, HEAD"],
  ])("%s %s names the methods that there are", async (method, path, allow) => {
    const answer = await api.ask(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
    expect(answer.body.type).toBe(problem("method-not-allowed"));
  });

  it("that can be read answers HEAD without a body", async () => {
    const answer = await api.ask("HEAD", "/session");
    expect([answer.status, answer.body]).toEqual([200, ""]);
    expect((await stage.client().ask("HEAD", "/session")).status).toBe(401);
  });

  it.each(["/nothing", "/reviews/1/nothing/at/all", ""])(
    "that is unknown is a problem document: %s",
    async (path) => {
      const answer = await api.get(`/api/v1${path}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.body.type).toBe(problem("not-found"));
    },
  );

  it("with a large query is refused for what is in it", async () => {
    const answer = await api.get(`/reviews?surprise=${"x".repeat(10_000)}`);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body.fields)).toContain("surprise");
  });

  it("with a huge query is refused before anything reads it, and the server lives on", async () => {
    const path = `/api/v1/reviews?surprise=${"x".repeat(60_000)}`;
    const answer = await rawRequest(stage.url, { path, headers: { cookie: writer.cookie! } });
    expect(answer.status).toBe(431);
    expect((await api.get("/session")).status).toBe(200);
  });

  it.each([
    ["limit=0", "/limit"],
    ["limit=100000", "/limit"],
    ["limit=1e3", "/limit"],
    ["cursor=%27", "/cursor"],
    ["archived=maybe", "/archived"],
  ])("says what is wrong with ?%s", async (query, pointer) => {
    const answer = await api.get(`/reviews?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toMatchObject([{ pointer }]);
  });

  it.each([
    "/reviews",
    `/systems/{system}/reviews`,
    "{review}/entry-points",
    "{review}/capabilities",
    "{review}/configurations",
    "{review}/events",
  ])("says that a number larger than any row's is no cursor: %s", async (path) => {
    const at = path.replace("{review}", review).replace("{system}", place.systemId);
    expect((await api.get(`${at}?cursor=2147483647`)).status).toBe(200);
    for (const cursor of ["2147483648", "1e300", "99999999999999999999"]) {
      const answer = await api.get(`${at}?cursor=${cursor}`);
      expect(answer.status, cursor).toBe(422);
      expect(answer.body.fields[0]).toMatchObject({ pointer: "/cursor" });
    }
  });

  it.each(["text", "rule", "target"])("says that NUL is nothing to look for by %s", async (name) => {
    const answer = await api.get(`${review}/findings?${name}=a%00b`);
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual([
      { pointer: `/${name}`, message: expect.stringMatching(/NUL character/) },
    ]);
  });

  it.each([
    ["/reviews/{id}/findings?text=%00&rule=%00&target=%00", 200],
    ["/reviews/{id}/authority/configurations/%00", 404],
    ["/reviews/{id}/authority/configurations/1", 404],
    ["/systems?cursor=%00", 200],
    ["/systems?cursor=1", 200],
  ])("of a page that makes no sense is no error of ours: %s", async (path, status) => {
    const headers = { cookie: writer.cookie!, accept: "text/html" };
    const answer = await rawRequest(stage.url, { path: path.replace("{id}", place.reviewId), headers });
    expect(answer.status).toBe(status);
  });

  it("asked with a cookie that cannot be read is asked by nobody", async () => {
    const headers = { cookie: "next-auth.session-token=%E0%A4%A" };
    expect((await rawRequest(`${stage.url}/api/v1/session`, { headers })).status).toBe(401);
    expect((await rawRequest(`${stage.url}/systems`, { headers })).status).toBe(307);
  });

  it("takes no method that HTTP does not have for a page", async () => {
    const answer = await rawRequest(`${stage.url}/api/v1/session`, { method: "PROPFIND" });
    expect(answer.status).toBe(400);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
  });
});

describe("too many requests", () => {
  it("of one caller on one route get 429 with Retry-After, and hold up nobody else", async () => {
    const [eager, other] = [await stage.person("reviewer"), await stage.person("reviewer")];
    const path = `${review}/configurations/preview`;
    for (let turn = 1; turn <= 60; turn++) {
      expect((await stage.client(eager).post(path, {})).status, `turn ${turn}`).toBe(422);
    }
    const refused = await stage.client(eager).post(path, {});
    expect(refused.status).toBe(429);
    expect(refused.body.type).toBe(problem("rate-limited"));
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body.detail).toContain(`${seconds} s`);
    expect((await stage.client(eager).get("/session")).status).toBe(200);
    expect((await stage.client(other).post(path, {})).status).toBe(422);
  });

  it("of wrong passwords get 429 with Retry-After, even when the next one would be right", async () => {
    const passwordHash = await hashPassword("whatever it is");
    const guesser = stage.client(await stage.person("viewer", { passwordHash }));
    for (let turn = 1; turn <= 5; turn++) {
      const answer = await guesser.post("/session/reauthenticate", { password: `wrong ${turn}` });
      expect(answer.status).toBe(422);
    }
    const refused = await guesser.post("/session/reauthenticate", { password: "whatever it is" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a cell that somebody else has saved", () => {
  it("answers 409 with the present value, its author and the time", async () => {
    const other = await stage.person("reviewer");
    const began = Date.now();
    expect((await stage.client(other).patch(review, notes("theirs"))).body.seq).toBe(1);
    const answer = await api.patch(review, notes("mine"));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      type: problem("conflict"),
      conflict: {
        field: "notes",
        cell: { state: "value", value: "theirs" },
        version: 1,
        author: { id: other.memberId, name: other.name },
      },
    });
    const at = Date.parse(answer.body.conflict.at);
    expect(at).toBeGreaterThanOrEqual(began - 1);
    expect(at).toBeLessThanOrEqual(Date.now());
    expect((await api.get(review)).body.notes).toBe("theirs");
  });

  it("takes one of two tabs that save at once, and the other with the version that it is told", async () => {
    const tabs = await Promise.all(["one", "two"].map((text) => api.patch(review, notes(text))));
    expect(tabs.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = tabs.findIndex(({ status }) => status === 409);
    const { conflict } = tabs[lost]!.body;
    expect(conflict).toMatchObject({
      cell: { state: "value", value: ["two", "one"][lost] },
      version: 1,
      author: { id: writer.memberId },
    });
    const again = await api.patch(review, notes(["one", "two"][lost], conflict.version));
    expect([again.status, again.body.seq]).toEqual([200, 2]);
    expect((await api.get(review)).body.notes).toBe(["one", "two"][lost]);
  });

  it("makes no event when it says what is there already, whatever version was seen", async () => {
    expect((await api.patch(review, notes("same"))).body.seq).toBe(1);
    const again = await api.patch(review, notes("same"));
    expect([again.status, again.body.seq, again.body.versions.notes]).toEqual([200, null, 1]);
  });

  it("saves none of several cells when one of them is stale", async () => {
    await api.patch(review, notes("first"));
    const answer = await api.patch(review, { cells: { task: cell("T"), notes: cell("second") } });
    expect(answer.status).toBe(409);
    const { body } = await api.get(review);
    expect([body.notes, body.task]).toEqual(["first", null]);
  });

  it.each([-1, 1.5, "1", null])("needs a version that is a number: %j", async (version) => {
    const answer = await api.patch(review, { cells: { notes: { ...cell("x"), version } } });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toMatchObject([{ pointer: "/cells/notes/version" }]);
  });
});
