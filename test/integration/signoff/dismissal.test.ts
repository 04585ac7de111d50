import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import type { Cell } from "@/lib/review/cell";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { currentBlockers } from "@/lib/signoff/server/blockers";
import { createRisk } from "@/lib/signoff/server/create-risk";
import { dismissFinding } from "@/lib/signoff/server/dismiss-finding";
import { reopenFinding } from "@/lib/signoff/server/reopen-finding";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let rita: Actor;
let adam: Actor;
let reviewId: string;
let executor: { id: string; versions: Record<string, number> };

const value = (of: unknown): Cell => ({ state: "value", value: of });
const asToken = (actor: Actor): Actor => ({ ...actor, kind: "token", tokenId: newId(), session: null });

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  rita = await world.member("Rita Reviewer", "reviewer");
  adam = await world.member("Adam Approver", "approver");
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ reviewId } = await world.review());
  // Inherits secrets: ENT-08, high.
  executor = await createRow(rita, reviewId, "executor", {
    name: value("App"),
    role: value("runs-submitted-code"),
    process: value("gunicorn"),
    account: value("app"),
    layers: value([{ kind: "container", note: "" }]),
    inheritsSecrets: value("yes"),
  });
});

type Stored = { id: string; state: string; reason: string | null; by: string | null; at: Date | null };
const finding = async (rule = "ENT-08") =>
  (
    await world.owner<Stored>(
      `select id, state, dismissal_reason as reason, dismissed_by_id as by, dismissed_at as at
       from finding where review_id = $1 and rule_id = $2`,
      [reviewId, rule],
    )
  )[0]!;
const edit = (cells: Record<string, Cell>) =>
  editCells(
    rita,
    reviewId,
    "executor",
    executor.id,
    Object.fromEntries(
      Object.entries(cells).map(([field, cell]) => [field, { cell, version: executor.versions[field] ?? 0 }]),
    ),
  );
const refused = (code: string, detail?: RegExp) => ({
  problem: expect.objectContaining({ code, ...(detail && { detail: expect.stringMatching(detail) }) }),
});
const OPEN = { state: "open", reason: null, by: null, at: null };

describe("dismissing a finding", () => {
  test("keeps reason, author and time, and takes it off what has to be covered", async () => {
    const before = await currentBlockers(rita, reviewId);
    const { id } = await finding();
    expect(before.find(({ code }) => code === "RSK-01")!.lists).toContain(`finding:${id}`);
    expect(await dismissFinding(adam, reviewId, id, "A throw-away account.")).toMatchObject({
      id,
      state: "dismissed",
    });
    expect(await finding()).toMatchObject({
      state: "dismissed",
      reason: "A throw-away account.",
      by: adam.id,
    });
    expect((await finding()).at).toBeInstanceOf(Date);
    const after = await currentBlockers(rita, reviewId);
    expect(after.flatMap(({ lists }) => lists)).not.toContain(`finding:${id}`);
    const [event] = await world.owner(
      "select type, actor_name, payload from event where review_id = $1 order by seq desc limit 1",
      [reviewId],
    );
    expect(event).toMatchObject({
      type: "finding.dismissed",
      actor_name: "Adam Approver",
      payload: { note: "A throw-away account.", findings: { dismissed: [{ id, ruleId: "ENT-08" }] } },
    });
  });

  test("is for approvers who have just entered their password", async () => {
    const { id } = await finding();
    const chris = await world.member("Chris Contributor", "contributor");
    const stale = {
      ...adam,
      session: { ...adam.session!, authenticatedAt: new Date(Date.now() - 3_600_000) },
    };
    const by = (actor: Actor) => dismissFinding(actor, reviewId, id, "No.");
    await expect(by(chris)).rejects.toMatchObject(refused("not-found"));
    await expect(by(rita)).rejects.toMatchObject(refused("forbidden"));
    await expect(by(asToken(adam))).rejects.toMatchObject(refused("reauthentication-required"));
    await expect(by(stale)).rejects.toMatchObject(refused("reauthentication-required"));
    expect(await finding()).toMatchObject(OPEN);
  });

  test("does not find another workspace's, nor another review's", async () => {
    const { id } = await finding();
    const elsewhere = await makeWorld(database);
    const eve = await elsewhere.member("Eve Elsewhere", "admin");
    await expect(dismissFinding(eve, reviewId, id, "No.")).rejects.toMatchObject(refused("not-found"));
    const { reviewId: another } = await world.review();
    await expect(dismissFinding(adam, another, id, "No.")).rejects.toMatchObject(refused("not-found"));
  });

  test("is refused twice, and for what speaks of the decision itself", async () => {
    const { id } = await finding();
    await dismissFinding(adam, reviewId, id, "Once.");
    const again = dismissFinding(adam, reviewId, id, "Twice.");
    await expect(again).rejects.toMatchObject(refused("not-in-this-state", /is dismissed, not open/));
    await createRisk(rita, reviewId, { title: value("Half a risk") });
    const own = dismissFinding(adam, reviewId, (await finding("RSK-02")).id, "No.");
    await expect(own).rejects.toMatchObject(refused("not-in-this-state", /^RSK-02 speaks of the decision/));
  });
});

describe("a dismissed finding", () => {
  beforeEach(async () => {
    await dismissFinding(adam, reviewId, (await finding()).id, "A throw-away account.");
  });

  test("stays dismissed while its row changes and it says the same", async () => {
    await edit({ process: value("uvicorn") });
    expect(await finding()).toMatchObject({
      state: "dismissed",
      reason: "A throw-away account.",
      by: adam.id,
    });
  });

  test("loses its dismissal with its cause, and is open when the cause comes back", async () => {
    const { versions } = await edit({ inheritsSecrets: value("no") });
    expect(await finding()).toMatchObject({ ...OPEN, state: "resolved" });
    executor = { ...executor, versions };
    await edit({ inheritsSecrets: value("yes") });
    expect(await finding()).toMatchObject(OPEN);
  });

  test("opens again when it is graver than it was", async () => {
    const { id } = await finding();
    // As if it had been dismissed when it was low.
    await world.owner("update finding set severity = 'low' where id = $1", [id]);
    await edit({ process: value("uvicorn") });
    expect(await finding()).toMatchObject(OPEN);
  });

  test("is opened again by an approver, as a person", async () => {
    const { id } = await finding();
    await expect(reopenFinding(rita, reviewId, id)).rejects.toMatchObject(refused("forbidden"));
    await expect(reopenFinding(asToken(adam), reviewId, id)).rejects.toMatchObject(
      refused("reauthentication-required"),
    );
    await reopenFinding(adam, reviewId, id);
    expect(await finding()).toMatchObject(OPEN);
    await expect(reopenFinding(adam, reviewId, id)).rejects.toMatchObject(
      refused("not-in-this-state", /is open, not dismissed/),
    );
  });
});
