import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { hashPassword } from "@/lib/identity/server/passwords";
import { openStage, type Person, type Place, type Stage } from "@/test/support/stage";
import { type Call, EXAMPLES, PASSWORD } from "./examples";

let stage: Stage;
let admin: Person;
let passwordHash: string;

beforeAll(async () => {
  stage = await openStage(inject("server"));
  admin = await stage.person("admin");
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => stage.end());

/** Routes that write, each with what somebody would send who wants a decision without the policy. */
const writing = routes.filter(({ method, needs }) => method !== "GET" && needs !== "open");
const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** The states that only a decision brings about, as they would be smuggled in. */
const SMUGGLED = { state: "accepted", decision: "approve", decidedIn: 1, decided_in: 1, accepted: true };

const fill = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "none"));

/** Revisions in force and risks accepted in a review. */
async function decided({ reviewId }: Place): Promise<number> {
  const [row] = await stage.sql(
    `select (select count(*) from revision where review_id = $1 and state = 'in-force')
       + (select count(*) from risk where review_id = $1 and state = 'accepted')
       + (select count(*) from finding where review_id = $1 and state = 'accepted') as n`,
    [reviewId],
  );
  return Number(row!.n);
}

/** A review with a proposed risk and a revision that waits, which the example then has beside its own. */
async function attempt(key: string, path: string, caller: Person, isRequester: boolean): Promise<void> {
  const place = await stage.place();
  const call: Call = await EXAMPLES[key]!({ stage, place, caller, admin });
  if (isRequester) {
    await stage.sql(
      `alter table revision disable trigger revision_is_kept;
       update revision set requested_by_id = '${caller.memberId}' where review_id = '${place.reviewId}' and state <> 'draft';
       alter table revision enable trigger revision_is_kept`,
    );
  }
  const [method] = key.split(" ") as [string];
  const before = await decided(place);
  const body = call.body as Record<string, unknown> | undefined;
  const bodies = [
    body,
    { ...body, ...SMUGGLED },
    ...(body?.cells
      ? [
          {
            ...body,
            cells: {
              ...(body.cells as object),
              state: { cell: { state: "value", value: "accepted" }, version: 0 },
            },
          },
        ]
      : []),
    ...(body?.digest ? [{ ...body, decision: "approve" }] : []),
  ];
  for (const sent of bodies) {
    await stage.client(caller).ask(method, fill(path, call.params), sent);
    expect(await decided(place), `${key} with ${JSON.stringify(sent)}`).toBeLessThanOrEqual(before);
  }
}

describe.concurrent.each(writing.map((route) => [keyOf(route), route.path] as const))("%s", (key, path) => {
  it("lets no token accept or approve anything", async () => {
    await attempt(key, path, await stage.bearer("admin", "admin"), false);
  });

  it("lets no requester accept or approve anything, admin or not", async () => {
    const requester = await stage.person("admin", { passwordHash });
    await attempt(key, path, requester, true);
  });
});
