import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hashPassword } from "@/lib/identity/server/passwords";
import { newId } from "@/lib/kernel/ids";
import { signIn } from "@/test/support/http";
import { rawRequest } from "@/test/support/raw-request";
import { openStage, type Person, type Place, type Stage } from "@/test/support/stage";

const APP = fileURLToPath(new URL("../../app", import.meta.url));

/** The address of each page below app: `/reviews/[reviewId]/scope`. Groups in parentheses are no part of it. */
const PAGES = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${join(file, "..").replace(/\([^)]*\)\/?/g, "")}`.replace(/\/\.?$/, "") || "/")
  .sort();

/** Pages for people who are not signed in, and what they answer when there is an admin. */
const OPEN: Record<string, { status: number; location?: string }> = {
  "/": { status: 307, location: "/systems" },
  "/sign-in": { status: 200 },
  "/sign-out": { status: 307, location: "/sign-in?ended" },
  "/setup": { status: 200 },
  "/invite/[token]": { status: 200 },
};
const CLOSED = PAGES.filter((page) => !(page in OPEN));

let stage: Stage;
let admin: Person;
let place: Place;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  admin = await stage.person("admin");
  place = await stage.place();
});
afterAll(() => stage.end());

const addressOf = (page: string, ids: { reviewId: string; systemId: string } = place): string =>
  page
    .replace("[reviewId]", ids.reviewId)
    .replace("[systemId]", ids.systemId)
    .replace(/\[\w+\]/g, newId());

const page = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(stage.url, { path, headers: { accept: "text/html", ...headers } });

/** Headers by which proxies, Next and our own front talk to what is behind them. */
const FORGED: Record<string, string> = {
  "x-cordon-address": "203.0.113.7",
  "x-cordon-path": "//evil.example/path",
  "x-forwarded-for": "203.0.113.7",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-real-ip": "203.0.113.7",
  forwarded: "for=203.0.113.7;host=evil.example",
  "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
  "x-middleware-rewrite": "/systems",
  "x-middleware-next": "1",
  "x-middleware-override-headers": "x-cordon-address",
  "x-middleware-request-x-cordon-address": "203.0.113.7",
  "x-invoke-path": "/systems",
  "x-matched-path": "/systems",
  "x-now-route-matches": "1",
  "x-request-id": "forged-request-id-1",
};

describe("a page", () => {
  it("is open without a session only where that is meant", () => {
    for (const open of Object.keys(OPEN)) expect(PAGES).toContain(open);
    expect(CLOSED.length).toBeGreaterThan(15);
  });

  it.each(CLOSED)("%s leads to the sign-in, which leads back", async (path) => {
    const address = addressOf(path);
    const location = `/sign-in?next=${encodeURIComponent(address)}`;
    for (const headers of [
      {},
      FORGED,
      { authorization: `Bearer ${(await stage.bearer("admin", "admin")).token}` },
    ]) {
      const answer = await page(address, headers);
      expect(answer.status).toBe(307);
      expect(new URL(answer.headers.location!, stage.url).href).toBe(`${stage.url}${location}`);
      expect(answer.body).not.toContain(stage.workspaceId);
    }
  });

  it.each(Object.entries(OPEN))("%s answers people without a session", async (path, expected) => {
    const answer = await page(addressOf(path));
    const { location } = answer.headers;
    expect({ status: answer.status, ...(location && { location }) }).toEqual(expected);
  });

  it.each(CLOSED.filter((path) => /\[(reviewId|systemId)\]/.test(path)))(
    "%s is not there for those who may not see it",
    async (path) => {
      const restricted = await stage.place({ restricted: true });
      const foreign = await stage.person("admin", { workspaceId: await stage.workspace() });
      const outsider = await stage.person("approver");
      const invented = { reviewId: newId(), systemId: newId() };
      for (const [who, ids] of [
        [foreign, place],
        [outsider, restricted],
        [outsider, invented],
      ] as const) {
        const answer = await page(addressOf(path, ids), { cookie: who.cookie! });
        expect(answer.status, path).toBe(404);
        expect(answer.body).not.toContain("Place ");
      }
    },
  );

  it("that was ended for somebody leads to the sign-in", async () => {
    const reader = await stage.person("viewer");
    expect((await page("/systems", { cookie: reader.cookie! })).status).toBe(200);
    await stage.client(admin).delete(`/sessions/${reader.sessionId}`);
    expect((await page("/systems", { cookie: reader.cookie! })).headers.location).toMatch(/^\/sign-in/);
  });

  it("carries the headers that keep other sites out", async () => {
    const { headers } = await page("/sign-in");
    expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/);
    expect(headers["content-security-policy"]).toMatch(/frame-ancestors 'none'/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-powered-by"]).toBeUndefined();
  });
});

describe("the set-up", () => {
  it("shows no form when there is an admin", async () => {
    const { body } = await page("/setup");
    expect(body).toContain("Cordon is set up already");
    expect(body).not.toContain("<form");
  });
});

describe("what is open besides pages and routes", () => {
  it("is health, which tells no more than that", async () => {
    const { status, body } = await stage.client().get("/api/health");
    expect([status, body]).toEqual([200, { status: "ok", database: "reachable" }]);
  });

  it.each(["/api/auth/csrf", "/api/auth/providers"])("is next-auth: %s", async (path) => {
    expect((await stage.client().get(path)).status).toBe(200);
  });

  it("is the session of next-auth, which says nothing of anybody", async () => {
    expect((await stage.client().get("/api/auth/session")).body).toEqual({});
    const { body } = await stage.client(admin).get("/api/auth/session");
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${admin.email}|${admin.name}|${admin.sessionId}`));
  });

  it.each(["/api/nothing", "/api/live", "/api/live/", "/api/auth/nothing"])("is not %s", async (path) => {
    const { status, body } = await stage.client(admin).get(path);
    expect(status).toBeGreaterThanOrEqual(300);
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toContain(stage.workspaceId);
  });
});

describe("headers that only our own server may set", () => {
  it("change nothing for somebody whom nobody knows", async () => {
    for (const [name, value] of Object.entries(FORGED)) {
      const answer = await stage.client().get("/systems", { [name]: value });
      expect(answer.status, name).toBe(401);
    }
  });

  it("say neither where a session was opened nor which request it was", async () => {
    const password = "a password for the tests";
    const person = await stage.person("viewer", { passwordHash: await hashPassword(password) });
    const cookie = await signIn(stage.url, person.email, password, FORGED);
    const { body } = await stage.client({ cookie }).get("/sessions");
    expect(body.items[0]).toMatchObject({ isPresent: true, address: "127.0.0.1" });
    const answer = await stage.client(admin).get("/session", FORGED);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("send nobody to another site", async () => {
    const answer = await page("/systems", { ...FORGED, host: "evil.example" });
    expect(answer.headers.location).toBe("/sign-in?next=%2Fsystems");
    const callback = await stage
      .client()
      .get("/api/auth/signin?callbackUrl=https%3A%2F%2Fevil.example", FORGED);
    expect(callback.headers.get("location") ?? "").not.toContain("//evil.example");
  });
});

describe("a write that another site makes in a signed-in person's browser", () => {
  const path = () => `/api/v1/reviews/${place.reviewId}`;
  const body = JSON.stringify({
    cells: { notes: { cell: { state: "value", value: "forged" }, version: 0 } },
  });
  const send = (method: string, headers: Record<string, string>) =>
    rawRequest(stage.url, {
      method,
      path: path(),
      body,
      headers: { cookie: admin.cookie!, "content-type": "application/json", ...headers },
    });

  it.each([
    ["says its origin", { origin: "https://evil.example" }],
    ["is a sibling domain", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }],
    ["is cross-site", { "sec-fetch-site": "cross-site" }],
    ["hides its origin", { origin: "null" }],
    ["says nothing", {}],
    [
      "claims our origin behind a forged host",
      { origin: "http://evil.example", host: "evil.example", "sec-fetch-site": "cross-site" },
    ],
    ["adds an empty token", { origin: "https://evil.example", authorization: "Bearer x" }],
  ] as [string, Record<string, string>][])("is refused when it %s", async (_, headers) => {
    for (const method of ["PATCH", "POST", "PUT", "DELETE"]) {
      const answer = await send(method, headers);
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body).detail).toMatch(/another site/);
    }
    const [row] = await stage.sql("select notes from review where id = $1", [place.reviewId]);
    expect(row).toEqual({ notes: null });
  });

  it("is refused at the sign-out and at next-auth as well", async () => {
    const headers = { cookie: admin.cookie!, origin: "https://evil.example" };
    for (const target of ["/api/v1/session", "/api/auth/signout", "/systems"]) {
      const method = target === "/api/v1/session" ? "DELETE" : "POST";
      expect((await rawRequest(stage.url, { method, path: target, headers })).status).toBe(403);
    }
    expect((await stage.client(admin).get("/session")).status).toBe(200);
  });

  it("is taken from our own pages, and from tokens, which no other site has", async () => {
    const here = await stage.place();
    const target = `/api/v1/reviews/${here.reviewId}/archive`;
    const own = { cookie: admin.cookie!, "sec-fetch-site": "same-origin" };
    expect((await rawRequest(stage.url, { method: "POST", path: target, headers: own })).status).toBe(200);
    const { token } = await stage.bearer("admin", "admin");
    const bearer = { authorization: `Bearer ${token}`, origin: "https://ci.example" };
    const restore = `/api/v1/reviews/${here.reviewId}/restore`;
    expect((await rawRequest(stage.url, { method: "POST", path: restore, headers: bearer })).status).toBe(
      200,
    );
  });
});
