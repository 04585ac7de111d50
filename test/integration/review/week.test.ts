import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRow } from "@/lib/review/server/create-row";
import { weekOf } from "@/lib/review/server/week";
import { whereElse } from "@/lib/review/server/where-else";
import { podWith, type SigningStage, signingStage, value } from "../signoff/signing-stage";

let stage: SigningStage;
beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());

const DAY = 24 * 60 * 60 * 1000;

describe("what the week brought", () => {
  it("names captures that grant other than the one before them, wider ones first, and only for a week", async () => {
    const { world, rita } = stage;
    const narrower = await world.review();
    await stage.attach(narrower.reviewId, podWith({ "/srv/a": "rw" }));
    await stage.attach(narrower.reviewId, podWith({ "/srv/a": "ro" }));
    const wider = await world.review();
    await stage.attach(wider.reviewId, podWith({ "/srv/a": "ro" }));
    await stage.attach(wider.reviewId, podWith({ "/srv/a": "rw", "/srv/b": "ro" }));
    const same = await world.review();
    await stage.attach(same.reviewId, podWith({ "/srv/a": "ro" }));
    await stage.attach(same.reviewId, podWith({ "/srv/a": "ro" }).replace("runner:1", "runner:2"));
    const { changes } = await weekOf(rita);
    expect(changes.map(({ review, wider, narrower }) => [review.id, wider, narrower])).toEqual([
      // /srv/a from ro to rw, and /srv/b with its mount.
      [wider.reviewId, 2, 0],
      [narrower.reviewId, 0, 1],
    ]);
    const later = await weekOf(rita, new Date(Date.now() + 8 * DAY));
    expect(later.changes).toEqual([]);
  });

  it("names what ends soon or has ended, and leaves out what is signed for long", async () => {
    const { world, rita, adam, eve } = stage;
    const { reviewId } = await world.review();
    await stage.attach(reviewId, podWith({}));
    const revision = await stage.submit(reviewId);
    await stage.approve(adam, reviewId, revision);
    expect((await weekOf(rita)).revisions.filter(({ review }) => review.id === reviewId)).toEqual([]);
    const [{ valid_until: until } = { valid_until: new Date(0) }] = await world.owner<{ valid_until: Date }>(
      "select valid_until from revision where id = $1",
      [revision.revisionId],
    );
    const soon = await weekOf(eve, new Date(until.getTime() - DAY));
    expect(soon.revisions.find(({ review }) => review.id === reviewId)).toMatchObject({
      state: "ends-soon",
      at: until.toISOString(),
      because: "Its validity ends.",
    });
    await world.owner(
      "update revision set state = 'ended', ended_at = now(), ended_by = 'revoked', ended_because = 'Taken back.' where id = $1",
      [revision.revisionId],
    );
    expect((await weekOf(eve)).revisions.find(({ review }) => review.id === reviewId)).toMatchObject({
      state: "ended",
      because: "Taken back.",
    });
  });

  it("shows nothing of a restricted system to who is not on it", async () => {
    const { world, rita, adam } = stage;
    const { reviewId } = await world.review({ restrictedTo: [rita] });
    await stage.attach(reviewId, podWith({ "/srv/secret-place": "ro" }));
    await stage.attach(reviewId, podWith({ "/srv/secret-place": "rw" }));
    const sees = async (actor: typeof rita) => ({
      changes: (await weekOf(actor)).changes.filter(({ review }) => review.id === reviewId).length,
      places: (await whereElse(actor, "secret-place")).total,
    });
    expect(await sees(rita)).toEqual({ changes: 1, places: 1 });
    expect(await sees(adam)).toEqual({ changes: 0, places: 0 });
  });
});

describe("where else", () => {
  it("finds what is granted by id, title and target, and entry points by kind and name", async () => {
    const { world, rita } = stage;
    const { reviewId } = await world.review();
    await stage.attach(reviewId, podWith({ "/var/run/docker.sock": "rw" }));
    await createRow(rita, reviewId, "entryPoint", { name: value("Nightly hook"), kind: value("webhook") });
    const titles = async (text: string) =>
      (await whereElse(rita, text)).items
        .filter(({ review }) => review.id === reviewId)
        .map(({ kind, place }) => [kind, place]);
    expect(await titles("runtime-socket")).toEqual([["capability", "Pod default/runner · main"]]);
    expect(await titles("docker.sock")).toContainEqual(["capability", "Pod default/runner · main"]);
    expect(await titles("Webhook")).toEqual([["entry", "Webhook"]]);
    expect(await titles("nightly")).toEqual([["entry", "Webhook"]]);
    // A wildcard is a letter like any other.
    expect(await titles("docker%sock")).toEqual([]);
  });
});
