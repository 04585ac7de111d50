import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import type { Cell } from "@/lib/review/cell";
import { setArchived } from "@/lib/review/server/archive-row";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { RISK_STATES, type RiskState } from "@/lib/review/vocabulary";
import { currentBlockers } from "@/lib/signoff/server/blockers";
import { createRisk } from "@/lib/signoff/server/create-risk";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { proposeRisk } from "@/lib/signoff/server/propose-risk";
import { revokeRisk } from "@/lib/signoff/server/revoke-risk";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let reviewId: string;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ reviewId } = await world.review());
});

const value = (of: unknown): Cell => ({ state: "value", value: of });
const asToken = (actor: Actor): Actor => ({ ...actor, kind: "token", tokenId: newId(), session: null });
const anHourLater = (actor: Actor): Actor => ({
  ...actor,
  session: { ...actor.session!, authenticatedAt: new Date(Date.now() - 3_600_000) },
});

const whole = (more: Record<string, Cell> = {}) => ({
  title: value("Secrets are within reach"),
  severity: value("high"),
  treatment: value("accept"),
  rationale: value("One quarter."),
  owner: value(rita.id),
  expiresAt: value("2099-01-01"),
  ...more,
});

/** A risk in a state, whatever led there. */
async function riskIn(state: RiskState, more: Record<string, Cell> = {}): Promise<string> {
  const { id } = await createRisk(rita, reviewId, whole(more), "draft");
  await world.owner("update risk set state = $2 where id = $1", [id, state]);
  return id;
}
const risk = async (id: string) =>
  (
    await world.owner<{ state: string; decision_words: string | null }>(
      "select state, decision_words from risk where id = $1",
      [id],
    )
  )[0]!;
const refused = (code: string, detail?: RegExp) => ({
  problem: expect.objectContaining({ code, ...(detail && { detail: expect.stringMatching(detail) }) }),
});

/** An executor that inherits secrets: ENT-08, high. */
const leakyExecutor = () =>
  createRow(rita, reviewId, "executor", {
    name: value("App"),
    role: value("runs-submitted-code"),
    process: value("gunicorn"),
    account: value("app"),
    layers: value([{ kind: "container", note: "" }]),
    inheritsSecrets: value("yes"),
  });
const highs = () =>
  world.owner<{ id: string; state: string }>(
    "select id, state from finding where review_id = $1 and severity in ('high', 'critical') order by number",
    [reviewId],
  );
const covering = async () => value((await highs()).map(({ id }) => `finding:${id}`));

async function inForce() {
  await world.configuration(reviewId, rita);
  await leakyExecutor();
  const { id } = await createRisk(rita, reviewId, whole({ covers: await covering() }));
  const { revisionId, digest } = await submitRevision(rita, reviewId, "");
  await decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Fine.", digest });
  return id;
}

describe("proposing", () => {
  test.each(Object.keys(RISK_STATES) as RiskState[])("when it is %s", async (state) => {
    const id = await riskIn(state);
    if (["draft", "rejected", "expired", "revoked"].includes(state)) {
      expect(await proposeRisk(rita, reviewId, id)).toMatchObject({ id, state: "proposed" });
      expect((await risk(id)).state).toBe("proposed");
    } else {
      await expect(proposeRisk(rita, reviewId, id)).rejects.toMatchObject(refused("not-in-this-state"));
      expect((await risk(id)).state).toBe(state);
    }
  });

  test("asks for a day that is still to come, whichever way it is proposed", async () => {
    const past = { expiresAt: value("2020-01-31") };
    const id = await riskIn("draft", past);
    const words = refused("invalid-input", /31 Jan 2020, is over/);
    await expect(proposeRisk(rita, reviewId, id)).rejects.toMatchObject(words);
    await expect(createRisk(rita, reviewId, whole(past))).rejects.toMatchObject(words);
    await expect(createRisk(rita, reviewId, whole(past), "draft")).resolves.toMatchObject({ number: 2 });
  });

  test("is refused for an archived risk and for who only reads; a token may", async () => {
    const vera = await world.member("Vera Viewer", "viewer");
    const id = await riskIn("draft");
    await expect(proposeRisk(vera, reviewId, id)).rejects.toMatchObject(refused("forbidden"));
    await setArchived(rita, reviewId, "risk", id, true);
    await expect(proposeRisk(rita, reviewId, id)).rejects.toMatchObject(
      refused("not-in-this-state", /archived/),
    );
    await setArchived(rita, reviewId, "risk", id, false);
    await expect(proposeRisk(asToken(rita), reviewId, id)).resolves.toMatchObject({ state: "proposed" });
  });
});

describe("a draft", () => {
  test("covers nothing and keeps nobody from submitting until it is proposed", async () => {
    await leakyExecutor();
    const { id } = await createRisk(
      rita,
      reviewId,
      { title: value("Half"), covers: await covering() },
      "draft",
    );
    const codes = async () => (await currentBlockers(rita, reviewId)).map(({ code }) => code);
    expect(await codes()).toEqual(["no-configuration", "RSK-01"]);
    await proposeRisk(rita, reviewId, id);
    expect(await codes()).toEqual(["no-configuration", "RSK-02"]);
  });
});

test("an approval accepts what was proposed, and no draft beside it", async () => {
  const draft = await riskIn("draft");
  const revoked = await riskIn("revoked");
  const proposed = await inForce();
  expect(await Promise.all([draft, revoked, proposed].map(async (id) => (await risk(id)).state))).toEqual([
    "draft",
    "revoked",
    "accepted",
  ]);
});

describe("writing in a risk", () => {
  test.each([
    ["draft", "draft"],
    ["proposed", "proposed"],
    ["accepted", "proposed"],
    ["rejected", "proposed"],
    ["expired", "proposed"],
    ["revoked", "revoked"],
    ["superseded", "superseded"],
  ] as const)("that is %s leaves it %s", async (state, after) => {
    const id = await riskIn(state);
    const [{ versions }] = (await world.owner("select versions from risk where id = $1", [id])) as [
      { versions: Record<string, number> },
    ];
    await editCells(rita, reviewId, "risk", id, {
      expiresAt: { cell: value("2099-06-30"), version: versions.expiresAt! },
    });
    expect((await risk(id)).state).toBe(after);
  });
});

describe("revoking", () => {
  test("opens what was covered, ends the revision in force, keeps the words, and opens no draft", async () => {
    const id = await inForce();
    expect((await highs()).map(({ state }) => state)).toEqual((await highs()).map(() => "accepted"));
    await revokeRisk(adam, reviewId, id, "The token leaked.");
    expect(await risk(id)).toEqual({ state: "revoked", decision_words: "The token leaked." });
    expect((await highs()).map(({ state }) => state)).toEqual((await highs()).map(() => "open"));
    const revisions = await world.owner(
      "select number, state, ended_by, ended_because from revision where review_id = $1",
      [reviewId],
    );
    expect(revisions).toEqual([
      {
        number: 1,
        state: "ended",
        ended_by: "risk-revoked",
        ended_because: "R1 Secrets are within reach was revoked",
      },
    ]);
    const [event] = await world.owner<{ type: string; payload: Record<string, unknown> }>(
      "select type, payload from event where review_id = $1 order by seq desc limit 1",
      [reviewId],
    );
    expect(event).toMatchObject({ type: "risk.revoked", payload: { note: "The token leaked.", risk: id } });
    expect((event!.payload.findings as { opened: unknown[] }).opened).toHaveLength((await highs()).length);
  });

  test.each(Object.keys(RISK_STATES).filter((state) => state !== "accepted") as RiskState[])(
    "is refused when it is %s",
    async (state) => {
      const id = await riskIn(state);
      await expect(revokeRisk(adam, reviewId, id, "No.")).rejects.toMatchObject(refused("not-in-this-state"));
      expect((await risk(id)).state).toBe(state);
    },
  );

  test("is for approvers who have just entered their password", async () => {
    const id = await riskIn("accepted");
    const chris = await world.member("Chris Contributor", "contributor");
    const by = (actor: Actor) => revokeRisk(actor, reviewId, id, "No.");
    await expect(by(chris)).rejects.toMatchObject(refused("not-found"));
    await expect(by(rita)).rejects.toMatchObject(refused("forbidden"));
    await expect(by(asToken(adam))).rejects.toMatchObject(refused("reauthentication-required"));
    await expect(by(anHourLater(adam))).rejects.toMatchObject(refused("reauthentication-required"));
    expect((await risk(id)).state).toBe("accepted");
  });

  test("does not find another workspace's risk", async () => {
    const id = await riskIn("accepted");
    const elsewhere = await makeWorld(database);
    const eve = await elsewhere.member("Eve Elsewhere", "admin");
    await expect(revokeRisk(eve, reviewId, id, "No.")).rejects.toMatchObject(refused("not-found"));
    const { reviewId: theirs } = await elsewhere.review();
    await expect(revokeRisk(eve, theirs, id, "No.")).rejects.toMatchObject(refused("not-found"));
  });
});

describe("archiving", () => {
  test("ends an acceptance, which does not come back with the row", async () => {
    const id = await inForce();
    await setArchived(rita, reviewId, "risk", id, true);
    await setArchived(rita, reviewId, "risk", id, false);
    expect((await risk(id)).state).toBe("proposed");
  });
});
