import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { systemActor } from "@/lib/platform/actor";
import { SCENARIOS } from "@/prisma/scenarios/index-of-scenarios";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
});
afterAll(() => database.drop());

type Finding = { rule_id: string; severity: string; reason: string };
const openFindings = (reviewId: string) =>
  world.owner<Finding>(
    "select rule_id, severity, reason from finding where review_id = $1 and state = 'open' order by number",
    [reviewId],
  );

describe("the guardrail runner", () => {
  let reviewId: string;
  beforeAll(async () => {
    ({ reviewId } = await SCENARIOS["guardrail-runner"]!(rita));
  });

  test("shows the case that started it: registration avoids the broker, in the application's own process", async () => {
    const rules = new Set((await openFindings(reviewId)).map(({ rule_id }) => rule_id));
    for (const rule of ["ENT-01", "ENT-03", "ENT-04", "ENT-05", "ENT-08", "ENT-09", "ENT-11"]) {
      expect([...rules]).toContain(rule);
    }
  });

  test("opens calmly: at most 25 open items, and none about the sandbox that works", async () => {
    const open = (await openFindings(reviewId)).filter(({ severity }) => !["low", "info"].includes(severity));
    expect(open.length).toBeLessThanOrEqual(25);
    const bypass = open.find(({ rule_id }) => rule_id === "ENT-01");
    expect(bypass?.reason).toContain("Registration");
    expect(bypass?.reason).not.toContain("Preview");
  });

  test("has one justification, one mount to remove, and a chain of events that says how it came about", async () => {
    const [{ n }] = (await world.owner<{ n: number }>(
      "select count(*)::int as n from justification where review_id = $1",
      [reviewId],
    )) as [{ n: number }];
    expect(n).toBe(1);
    const removed = await world.owner<{ catalogue_id: string }>(
      "select catalogue_id from capability where review_id = $1 and decision = 'remove'",
      [reviewId],
    );
    expect(removed.map(({ catalogue_id }) => catalogue_id)).toEqual(["host-path-rw"]);
    const [first] = await world.owner<{ type: string }>(
      "select type from event where review_id = $1 order by seq limit 1",
      [reviewId],
    );
    expect(first!.type).toBe("review.created");
  });
});

test("the signed guardrail runner has a revision in force that somebody else approved, and a draft beside it", async () => {
  const admin = await world.member("Ana Admin", "admin");
  const { reviewId } = await SCENARIOS["guardrail-runner-signed"]!(admin);
  const revisions = await world.owner<{ number: number; state: string }>(
    "select number, state from revision where review_id = $1 order by number",
    [reviewId],
  );
  expect(revisions).toEqual([
    { number: 1, state: "in-force" },
    { number: 2, state: "draft" },
  ]);
  const risks = await world.owner<{ state: string; decided_in: number }>(
    "select state, decided_in from risk where review_id = $1",
    [reviewId],
  );
  expect(risks).toEqual([
    { state: "accepted", decided_in: 1 },
    { state: "accepted", decided_in: 1 },
  ]);
  const [signed] = await world.owner<{ member_name: string; requested_by: string }>(
    `select o.member_name, m.name as requested_by from sign_off o
     join revision r on r.id = o.revision_id join member m on m.id = r.requested_by_id where o.review_id = $1`,
    [reviewId],
  );
  expect(signed).toEqual({ member_name: "Adam Approver", requested_by: "Rita Reviewer" });
});

test("Cordon itself makes the examples as well, as the command line asks it to", async () => {
  const cordon = systemActor(world.workspaceId, "Acme");
  const { reviewId } = await SCENARIOS["guardrail-runner-signed"]!(cordon);
  const [row] = await world.owner<{ n: number }>(
    "select count(*)::int as n from revision where review_id = $1 and state = 'in-force'",
    [reviewId],
  );
  expect(row).toEqual({ n: 1 });
  await expect(SCENARIOS["guardrail-runner"]!(cordon)).resolves.toMatchObject({
    reviewId: expect.any(String),
  });
});

test("the large review has 200 entry points, 100 executors and 10,000 capabilities", async () => {
  const { reviewId } = await SCENARIOS.large!(rita);
  const counts = await world.owner(
    `select (select count(*)::int from entry_point where review_id = $1) as entries,
      (select count(*)::int from executor where review_id = $1) as executors,
      (select count(*)::int from capability where review_id = $1) as capabilities`,
    [reviewId],
  );
  expect(counts).toEqual([{ entries: 200, executors: 100, capabilities: 10_000 }]);
});
