import { afterAll, beforeAll, expect, test } from "vitest";
import { createRow } from "@/lib/review/server/create-row";
import { RULE_SET_VERSION } from "@/lib/rules/rules";
import { deriveAgain } from "@/lib/rules/server/derive-again";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
});
afterAll(() => database.drop());

test("a review of older rules is derived again once, with an event that shows the difference", async () => {
  const rita = await world.member("Rita Reviewer", "reviewer");
  const { reviewId } = await world.review();
  await createRow(rita, reviewId, "executor", {
    name: { state: "value", value: "App" },
    role: { state: "value", value: "runs-submitted-code" },
    inheritsSecrets: { state: "value", value: "yes" },
  });
  await world.owner("delete from finding where review_id = $1", [reviewId]);
  await world.owner("update review set rule_set_version = '0' where id = $1", [reviewId]);
  expect(await deriveAgain()).toBe(1);
  expect(await deriveAgain()).toBe(0);
  const [event] = await world.owner<{ type: string; actor_kind: string; payload: Record<string, never> }>(
    "select type, actor_kind, payload from event where review_id = $1 order by seq desc limit 1",
    [reviewId],
  );
  expect(event).toMatchObject({
    type: "findings.derived",
    actor_kind: "system",
    payload: { words: `rules 0 → ${RULE_SET_VERSION}`, findings: { resolved: [] } },
  });
  const opened = (event!.payload.findings as unknown as { opened: { ruleId: string }[] }).opened;
  expect(opened.map(({ ruleId }) => ruleId)).toContain("ENT-08");
});
