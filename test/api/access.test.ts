import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { isId, newId } from "@/lib/kernel/ids";
import type { Caller } from "@/test/support/http";
import { openStage, type Person, type Stage } from "@/test/support/stage";
import { CALLERS, type Expected, expectedOf, NOBODIES } from "./callers";
import { type Call, EXAMPLES } from "./examples";

/** FOUNDATIONS: what is open without a session or token, and nothing else, as far as it is a route of the API. */
const OPEN: Record<string, Expected> = {
  "GET /openapi.json": { status: 200 },
  "POST /invitations/accept": { status: 200 },
  // There is an admin.
  "POST /setup": { status: 409, code: "not-in-this-state" },
};

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const closed = routes.filter((route) => !(keyOf(route) in OPEN));

let stage: Stage;
let admin: Person;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  admin = await stage.person("admin");
});
afterAll(() => stage.end());

const fill = (path: string, { params = {}, query = "" }: Call): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `missing-${name}`)) +
  query;

const ask = (caller: Caller, { method, path }: { method: string; path: string }, call: Call) =>
  stage.client(caller).ask(method, fill(path, call), call.body);

type Answer = Awaited<ReturnType<typeof ask>>;
const codeOf = ({ body }: Answer): string | undefined =>
  /^urn:cordon:problem:(.+)$/.exec(body?.type ?? "")?.[1];
const outcome = (answer: Answer): Expected => ({
  status: answer.status,
  ...(answer.status >= 400 && { code: codeOf(answer) }),
});

/** The same call about things that nobody has ever made. */
const invented = (call: Call): Call => ({
  ...call,
  params: Object.fromEntries(
    Object.entries(call.params ?? {}).map(([name, given]) => [name, isId(given) ? newId() : given]),
  ),
});

const withoutRequest = ({ body: { requestId: _, ...said } }: Answer) => said;

const seqOf = async (reviewId: string) =>
  (await stage.sql("select event_seq from review where id = $1", [reviewId]))[0]!.event_seq;

describe("the table of examples", () => {
  it("has every route of the API and no other", () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(routes.map(keyOf).sort());
  });

  it("leaves no route open but those that are open by design", () => {
    const open = routes.filter(({ needs }) => needs === "open").map(keyOf);
    expect(open.sort()).toEqual(Object.keys(OPEN).sort());
  });
});

describe.concurrent.each(closed.map((route) => [keyOf(route), route] as const))("%s", (key, route) => {
  it("answers each caller as the policy table says", async () => {
    for (const kind of CALLERS) {
      const caller = await kind.make(stage);
      const place = await stage.place({
        restricted: kind.restricted ?? false,
        named: kind.isNamed ? [caller] : [],
      });
      const call = await EXAMPLES[key]!({ stage, place, caller, admin });
      const before = await seqOf(place.reviewId);
      const answer = await ask(caller, route, call);
      expect({ ...outcome(answer), who: kind.who }, JSON.stringify(answer.body)).toEqual({
        ...expectedOf(route, kind),
        who: kind.who,
      });
      if (answer.status >= 400) expect(await seqOf(place.reviewId)).toBe(before);
      if (answer.status === 404) {
        // What is hidden cannot be told from what never was.
        const never = await ask(caller, route, invented(call));
        expect({ ...withoutRequest(answer), who: kind.who }).toEqual({
          ...withoutRequest(never),
          who: kind.who,
        });
      }
      if (kind.isForeign && answer.status < 300)
        expect(JSON.stringify(answer.body)).not.toContain(stage.workspaceId);
    }
  });

  it("answers nobody", async () => {
    const place = await stage.place();
    const caller = await stage.person("admin");
    const call = await EXAMPLES[key]!({ stage, place, caller, admin });
    const before = await seqOf(place.reviewId);
    for (const { who, make } of NOBODIES) {
      const answer = await ask(await make(stage), route, call);
      expect({ ...outcome(answer), who }).toEqual({ status: 401, code: "unauthenticated", who });
    }
    expect(await seqOf(place.reviewId)).toBe(before);
  });
});

const nested = closed.filter(({ path }) => /\{(rowId|revisionId)\}/.test(path));

describe.concurrent.each(nested.map((route) => [keyOf(route), route] as const))("%s", (key, route) => {
  it("does not find the row of another review", async () => {
    const [here, there] = [await stage.place(), await stage.place()];
    const caller = await stage.person("admin");
    const call = await EXAMPLES[key]!({ stage, place: there, caller, admin });
    const before = await seqOf(there.reviewId);
    const answer = await ask(caller, route, { ...call, params: { ...call.params, id: here.reviewId } });
    expect(outcome(answer)).toEqual({ status: 404, code: "not-found" });
    expect(await seqOf(here.reviewId)).toBe("0");
    expect(await seqOf(there.reviewId)).toBe(before);
  });
});

describe.each(Object.entries(OPEN))("%s", (key, expected) => {
  it("is open to everybody, and reads no token", async () => {
    const [method, path] = key.split(" ") as [string, string];
    for (const caller of [{}, admin, await stage.bearer("admin", "admin", "expired")]) {
      const place = await stage.place();
      const call = await EXAMPLES[key]!({ stage, place, caller: admin, admin });
      expect(outcome(await ask(caller, { method, path }, call))).toEqual(expected);
    }
  });
});

describe("lists of the whole workspace", () => {
  it.each(["/sessions", "/tokens"])("%s?all=true is an admin's", async (path) => {
    const reviewer = stage.client(await stage.person("reviewer"));
    expect(outcome(await reviewer.get(`${path}?all=true`))).toEqual({ status: 403, code: "forbidden" });
    expect((await stage.client(admin).get(`${path}?all=true`)).status).toBe(200);
  });

  it("show a restricted system and its reviews to those who are on it, and to admins", async () => {
    const workspaceId = await stage.workspace();
    const [outside, inside] = [
      await stage.person("approver", { workspaceId }),
      await stage.person("viewer", { workspaceId }),
    ];
    const place = await stage.place({ workspaceId, restricted: true, named: [inside] });
    const sees = async (caller: Person) => {
      const text = await Promise.all(
        ["/systems", "/reviews"].map(async (path) =>
          JSON.stringify((await stage.client(caller).get(path)).body),
        ),
      );
      return [text[0]!.includes(place.systemId), text[1]!.includes(place.reviewId)];
    };
    expect(await sees(outside)).toEqual([false, false]);
    expect(await sees(inside)).toEqual([true, true]);
  });
});
