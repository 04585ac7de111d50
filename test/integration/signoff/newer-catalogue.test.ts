import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveAgain } from "@/lib/rules/server/derive-again";
import { podWith, type SigningStage, signingStage } from "./signing-stage";

let stage: SigningStage;
beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());

/** A revision in force whose configuration was read by a catalogue that saw nothing in it. */
async function signedUnderAnOlderCatalogue(): Promise<string> {
  const { world, adam } = stage;
  const { reviewId } = await world.review();
  await stage.attach(reviewId, podWith({ "/srv/a": "ro" }));
  await world.owner("update configuration set catalogue_version = '0', tuples = '[]' where review_id = $1", [
    reviewId,
  ]);
  await stage.approve(adam, reviewId, await stage.submit(reviewId));
  return reviewId;
}

describe("a newer catalogue", () => {
  it("ends no signature at the start that brings it", async () => {
    const reviewId = await signedUnderAnOlderCatalogue();
    await deriveAgain();
    expect(await stage.states(reviewId)).toEqual(["1 in-force"]);
  });

  it("sees more in the same text and calls it no wider", async () => {
    const reviewId = await signedUnderAnOlderCatalogue();
    await stage.attach(reviewId, podWith({ "/srv/a": "ro" }));
    expect(await stage.states(reviewId)).toEqual(["2 draft", "1 in-force"]);
    const [revision] = await stage.world.owner<{ contested_at: Date | null }>(
      "select contested_at from revision where review_id = $1 and number = 1",
      [reviewId],
    );
    expect(revision!.contested_at).toBeNull();
  });

  it("still ends a signature when the text grants more than it did", async () => {
    const reviewId = await signedUnderAnOlderCatalogue();
    await stage.attach(reviewId, podWith({ "/srv/a": "rw" }));
    expect(await stage.states(reviewId)).toEqual(["2 draft", "1 ended"]);
  });
});
