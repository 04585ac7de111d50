import { afterAll, beforeAll, expect, test } from "vitest";
import { setTerms } from "@/lib/signoff/server/set-terms";
import { DEFAULT_TERMS } from "@/lib/signoff/terms";
import { podWith, refusedAs, type SigningStage, signingStage } from "./signing-stage";

let stage: SigningStage;
beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());

test("a quorum that came about without an approval is confirmed by one who approved, and counted once", async () => {
  const { world, adam, eve, admin } = stage;
  const { reviewId, systemId } = await world.review();
  await setTerms(stage.fresh(admin), systemId, { ...DEFAULT_TERMS, quorum: 2 }, 0);
  await stage.attach(reviewId, podWith({}));
  const revision = await stage.submit(reviewId);
  const roleOfAdam = (role: string) =>
    world.owner("update member set role = $1 where id = $2", [role, adam.id]);
  expect(await stage.approve(adam, reviewId, revision)).toMatchObject({ approvals: 1, state: "submitted" });
  await expect(stage.approve(adam, reviewId, revision)).rejects.toEqual(refusedAs("not-in-this-state"));
  await roleOfAdam("reviewer");
  expect(await stage.approve(eve, reviewId, revision)).toMatchObject({ approvals: 1, state: "submitted" });
  await roleOfAdam("approver");
  // Two approvals count now, and nobody is left to give a third.
  expect(await stage.approve(eve, reviewId, revision)).toMatchObject({ approvals: 2, state: "in-force" });
  const [row] = await world.owner<{ n: number }>(
    "select count(*)::int as n from sign_off where revision_id = $1",
    [revision.revisionId],
  );
  expect(row!.n).toBe(2);
});
