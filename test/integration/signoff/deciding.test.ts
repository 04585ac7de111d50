import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { setArchived } from "@/lib/review/server/archive-row";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { listRevisions, snapshotBytes } from "@/lib/signoff/server/revisions";
import { submitRevision } from "@/lib/signoff/server/submit-revision";
import { withdrawRevision } from "@/lib/signoff/server/withdraw-revision";
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

/** A captured configuration, so that a submission is possible. */
async function attachConfiguration(): Promise<void> {
  await world.configuration(reviewId, rita);
}

const value = (text: unknown) => ({ state: "value" as const, value: text });
const refusedAs = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) });

async function submitted() {
  await attachConfiguration();
  return submitRevision(rita, reviewId, "Please look at the preview path.");
}

describe("submitting", () => {
  test("is refused while no configuration is attached, and says so", async () => {
    await expect(submitRevision(rita, reviewId, "")).rejects.toMatchObject({
      problem: { code: "not-in-this-state", extra: { blockers: [{ code: "no-configuration" }] } },
    });
  });

  test("is refused while a high finding is open that no residual risk covers", async () => {
    await attachConfiguration();
    const executor = await createRow(rita, reviewId, "executor", {
      name: value("App"),
      role: value("runs-submitted-code"),
      process: value("gunicorn"),
      account: value("app"),
      layers: value([{ kind: "container", note: "" }]),
      inheritsSecrets: value("yes"),
    });
    await expect(submitRevision(rita, reviewId, "")).rejects.toMatchObject({
      problem: { extra: { blockers: [{ code: "RSK-01" }] } },
    });
    await createRow(rita, reviewId, "risk", {
      title: value("The application's secrets are within reach"),
      covers: value([`executor:${executor.id}`]),
      severity: value("high"),
      treatment: value("accept"),
      rationale: value("One quarter, until the broker is there."),
      owner: value(rita.id),
      expiresAt: value("2099-01-01"),
    });
    await expect(submitRevision(rita, reviewId, "")).resolves.toMatchObject({ number: 1 });
  });

  test("is refused while a risk has expired", async () => {
    await attachConfiguration();
    await createRow(rita, reviewId, "risk", { ...riskCells("Old"), expiresAt: value("2001-01-01") });
    await expect(submitRevision(rita, reviewId, "")).rejects.toMatchObject({
      problem: {
        extra: {
          blockers: [{ code: "RSK-02", message: "R1 has expired. Choose a later day, or archive it." }],
        },
      },
    });
  });

  test.each(["artifact:x", "executor:*", "entry:\u0001", "__proto__", `finding:${newId()}`])(
    "a risk covers no %o",
    async (target) => {
      const made = createRow(rita, reviewId, "risk", { title: value("Odd"), covers: value([target]) });
      await expect(made).rejects.toEqual(refusedAs("invalid-input"));
    },
  );

  test("freezes bytes whose SHA-256 is the digest, and they never change", async () => {
    const artifact = await createRow(rita, reviewId, "artifact", { name: value("Guardrail code") });
    const { revisionId, digest } = await submitted();
    const before = await snapshotBytes(rita, reviewId, revisionId);
    await editCells(rita, reviewId, "artifact", artifact.id, {
      name: { cell: value("Renamed"), version: artifact.seq },
    });
    const after = await snapshotBytes(rita, reviewId, revisionId);
    expect(`sha256:${createHash("sha256").update(before.bytes).digest("hex")}`).toBe(digest);
    expect(Buffer.from(after.bytes).equals(Buffer.from(before.bytes))).toBe(true);
    expect(Buffer.from(before.bytes).toString("utf8")).toContain("Guardrail code");
  });

  test("leaves the next edit to open the next draft, once", async () => {
    await submitted();
    await createRow(rita, reviewId, "artifact", { name: value("Plugin") });
    await createRow(rita, reviewId, "artifact", { name: value("Notebook") });
    const states = (await listRevisions(rita, reviewId)).map(({ number, state }) => `${number} ${state}`);
    expect(states).toEqual(["2 draft", "1 submitted"]);
  });
});

describe("deciding", () => {
  test("by somebody else brings the revision into force and supersedes the one before", async () => {
    const first = await submitted();
    await decideRevision(adam, reviewId, first.revisionId, {
      decision: "approve",
      words: "Fine.",
      digest: first.digest,
    });
    await createRow(rita, reviewId, "artifact", { name: value("Plugin") });
    const second = await submitRevision(rita, reviewId, "One artifact more.");
    await decideRevision(adam, reviewId, second.revisionId, {
      decision: "approve",
      words: "Fine.",
      digest: second.digest,
    });
    const [two, one] = await listRevisions(adam, reviewId);
    expect([two!.state, one!.state, one!.endedBecause]).toEqual([
      "in-force",
      "ended",
      "superseded by revision 2",
    ]);
    expect(two!.signOffs).toMatchObject([
      { member: { name: "Adam Approver" }, decision: "approve", words: "Fine." },
    ]);
  });

  test("accepts the risks that were frozen, not one that was edited since", async () => {
    const kept = await createRow(rita, reviewId, "risk", riskCells("Kept"));
    const edited = await createRow(rita, reviewId, "risk", riskCells("Edited"));
    const { revisionId, digest } = await submitted();
    await editCells(rita, reviewId, "risk", edited.id, {
      rationale: { cell: value("Another reason."), version: edited.seq },
    });
    await decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Fine.", digest });
    const states = await world.owner<{ id: string; state: string }>(
      "select id, state from risk where review_id = $1",
      [reviewId],
    );
    expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
      [kept.id]: "accepted",
      [edited.id]: "proposed",
    });
  });

  test("accepts no finding that came or grew after the submission", async () => {
    const entry = await createRow(rita, reviewId, "entryPoint", {
      name: value("Preview"),
      executes: value("yes"),
      crossesBroker: value("yes"),
    });
    await createRow(rita, reviewId, "risk", {
      ...riskCells("Everything about it"),
      covers: value([`entry:${entry.id}`]),
    });
    const { revisionId, digest } = await submitted();
    await editCells(rita, reviewId, "entryPoint", entry.id, {
      crossesBroker: { cell: value("no"), version: entry.seq },
    });
    await decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Fine.", digest });
    const [bypass] = await world.owner<{ state: string; severity: string }>(
      "select state, severity from finding where review_id = $1 and rule_id = 'ENT-01'",
      [reviewId],
    );
    expect(bypass).toEqual({ state: "open", severity: "critical" });
  });

  test("opens what a risk covered again, once the risk is archived", async () => {
    const executor = await createRow(rita, reviewId, "executor", {
      name: value("App"),
      role: value("runs-submitted-code"),
      inheritsSecrets: value("yes"),
    });
    const risk = await createRow(rita, reviewId, "risk", {
      ...riskCells("Secrets within reach"),
      covers: value([`executor:${executor.id}`]),
    });
    const { revisionId, digest } = await submitted();
    await decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Fine.", digest });
    const state = async () =>
      (
        await world.owner<{ state: string }>(
          "select state from finding where review_id = $1 and rule_id = 'ENT-08'",
          [reviewId],
        )
      )[0]!.state;
    expect(await state()).toBe("accepted");
    await setArchived(rita, reviewId, "risk", risk.id, true);
    expect(await state()).toBe("open");
  });

  test("is refused once the system is archived", async () => {
    const { revisionId, digest } = await submitted();
    await world.owner(
      "update system set archived_at = now() where id = (select system_id from review where id = $1)",
      [reviewId],
    );
    const decided = decideRevision(adam, reviewId, revisionId, {
      decision: "approve",
      words: "Yes.",
      digest,
    });
    await expect(decided).rejects.toEqual(refusedAs("not-in-this-state"));
  });

  test.each<[string, () => Actor, string]>([
    ["the requester, though an approver", () => ({ ...rita, role: "approver" }), "forbidden"],
    ["an admin who asked for it", () => ({ ...rita, role: "admin" }), "forbidden"],
    ["a reviewer", () => ({ ...adam, role: "reviewer" }), "forbidden"],
    [
      "a token",
      () => ({ ...adam, kind: "token", session: null, tokenId: newId() }),
      "reauthentication-required",
    ],
    [
      "an approver who entered the password six minutes ago",
      () => ({ ...adam, session: { ...adam.session!, authenticatedAt: new Date(Date.now() - 6 * 60_000) } }),
      "reauthentication-required",
    ],
    [
      "an approver whose password an admin has just reset",
      () => ({ ...adam, session: { ...adam.session!, maySignFrom: new Date(Date.now() + 3_600_000) } }),
      "forbidden",
    ],
  ])("is refused to %s", async (_, actor, code) => {
    const { revisionId, digest } = await submitted();
    const decided = decideRevision(actor(), reviewId, revisionId, {
      decision: "approve",
      words: "Yes.",
      digest,
    });
    await expect(decided).rejects.toEqual(refusedAs(code));
    expect((await listRevisions(rita, reviewId))[0]!.state).toBe("submitted");
  });

  test("is refused on another digest than the one that was read", async () => {
    const { revisionId } = await submitted();
    const digest = `sha256:${"0".repeat(64)}`;
    await expect(
      decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Yes.", digest }),
    ).rejects.toEqual(refusedAs("conflict"));
  });

  test("and withdrawing at the same instant: exactly one of them happens", async () => {
    for (let round = 0; round < 20; round++) {
      ({ reviewId } = await world.review());
      const { revisionId, digest } = await submitted();
      const settled = await Promise.allSettled([
        decideRevision(adam, reviewId, revisionId, { decision: "approve", words: "Yes.", digest }),
        withdrawRevision(rita, reviewId, revisionId, ""),
      ]);
      const won = settled.filter(({ status }) => status === "fulfilled");
      expect(won).toHaveLength(1);
      const state = (await listRevisions(rita, reviewId))[0]?.state;
      expect(state).toBe(settled[0].status === "fulfilled" ? "in-force" : "withdrawn");
    }
  });
});

const riskCells = (title: string) => ({
  title: value(title),
  severity: value("medium"),
  treatment: value("accept"),
  rationale: value("Known and small."),
  owner: value(rita.id),
  expiresAt: value("2099-01-01"),
});
