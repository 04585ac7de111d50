import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { reportOf } from "@/lib/report/report-of";
import { loadReport } from "@/lib/report/server/load-report";
import { createRow } from "@/lib/review/server/create-row";
import { decidePage } from "@/lib/signoff/server/decide-page";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { policyView } from "@/lib/signoff/server/policy-page";
import { listRevisions } from "@/lib/signoff/server/revisions";
import { setTerms } from "@/lib/signoff/server/set-terms";
import { DEFAULT_TERMS, type SignOffTerms } from "@/lib/signoff/terms";
import { refusedAs, type SigningStage, signingStage, value } from "./signing-stage";

let stage: SigningStage;
let reviewId: string;
let systemId: string;
beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());
beforeEach(async () => {
  ({ reviewId, systemId } = await stage.world.review());
  await stage.world.configuration(reviewId, stage.rita);
});

/** Sets terms of the system under test, so that tests do not meet each other's. */
async function terms(more: Partial<SignOffTerms>): Promise<void> {
  const { version } = await policyView(stage.admin, systemId);
  await setTerms(stage.fresh(stage.admin), systemId, { ...DEFAULT_TERMS, ...more }, version);
}
const state = async () => (await listRevisions(stage.rita, reviewId))[0]!.state;

describe("a quorum", () => {
  test("of two needs two different approvers of the same content", async () => {
    await terms({ quorum: 2, validityDays: 90 });
    const submitted = await stage.submit(reviewId);
    expect(await stage.approve(stage.adam, reviewId, submitted)).toMatchObject({
      state: "submitted",
      approvals: 1,
      quorum: 2,
    });
    expect(await state()).toBe("submitted");
    await expect(stage.approve(stage.adam, reviewId, submitted)).rejects.toEqual(
      refusedAs("not-in-this-state"),
    );
    expect(await stage.approve(stage.eve, reviewId, submitted)).toMatchObject({ state: "in-force" });
    const [revision] = await listRevisions(stage.rita, reviewId);
    const days = (Date.parse(revision!.validUntil!) - Date.parse(revision!.decidedAt!)) / 86_400_000;
    expect(days).toBe(90);
    const types = await stage.world.owner(
      "select type from event where review_id = $1 order by seq desc limit 2",
      [reviewId],
    );
    expect(types).toEqual([{ type: "revision.approved" }, { type: "revision.signed" }]);
  });

  test("is reached once, though two approve at the same instant", async () => {
    for (let round = 0; round < 10; round++) {
      const { reviewId: other } = await stage.world.review();
      await stage.world.configuration(other, stage.rita);
      const submitted = await stage.submit(other);
      const both = await Promise.allSettled([
        stage.approve(stage.adam, other, submitted),
        stage.approve(stage.eve, other, submitted),
      ]);
      // One approval is enough: the second comes too late, and says so.
      expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(both.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { problem: { code: "not-in-this-state" } },
      });
    }
  });

  test("counts nobody who lost the role since", async () => {
    await terms({ quorum: 2 });
    const late = await stage.world.member("Liv Late", "approver");
    const submitted = await stage.submit(reviewId);
    await stage.approve(late, reviewId, submitted);
    await stage.world.owner("update member set role = 'reviewer' where id = $1", [late.id]);
    expect(await stage.approve(stage.adam, reviewId, submitted)).toMatchObject({
      state: "submitted",
      approvals: 1,
    });
    expect(await stage.approve(stage.eve, reviewId, submitted)).toMatchObject({ state: "in-force" });
  });

  test("is broken by an approver who thinks better of it while it waits, once", async () => {
    await terms({ quorum: 2 });
    const { revisionId, digest } = await stage.submit(reviewId);
    await stage.approve(stage.adam, reviewId, { revisionId, digest });
    const reject = () =>
      decideRevision(stage.fresh(stage.adam), reviewId, revisionId, {
        decision: "reject",
        words: "I was wrong.",
        digest,
      });
    await expect(reject()).resolves.toMatchObject({ state: "rejected" });
    await expect(reject()).rejects.toEqual(refusedAs("not-in-this-state"));
  });

  test("takes no list of rejected risks with an approval", async () => {
    const { revisionId, digest } = await stage.submit(reviewId);
    const both = decideRevision(stage.fresh(stage.adam), reviewId, revisionId, {
      decision: "approve",
      words: "Fine.",
      digest,
      rejects: [newId()],
    });
    await expect(both).rejects.toEqual(refusedAs("invalid-input"));
  });

  test("is broken by one rejection", async () => {
    await terms({ quorum: 2 });
    const { revisionId, digest } = await stage.submit(reviewId);
    await stage.approve(stage.adam, reviewId, { revisionId, digest });
    await decideRevision(stage.fresh(stage.eve), reviewId, revisionId, {
      decision: "reject",
      words: "Not like this.",
      digest,
    });
    expect(await state()).toBe("rejected");
  });
});

describe("who approves", () => {
  test("is nobody whose role was lowered between the page and the button", async () => {
    const late = await stage.world.member("Lea Lowered", "approver");
    const submitted = await stage.submit(reviewId);
    await stage.world.owner("update member set role = 'reviewer' where id = $1", [late.id]);
    await expect(stage.approve(late, reviewId, submitted)).rejects.toEqual(refusedAs("forbidden"));
    await stage.world.owner("update member set role = 'approver', removed_at = now() where id = $1", [
      late.id,
    ]);
    await expect(stage.approve(late, reviewId, submitted)).rejects.toEqual(refusedAs("forbidden"));
    expect(await state()).toBe("submitted");
  });

  test.each<[string, Partial<SignOffTerms> | (() => Partial<SignOffTerms>), () => Actor]>([
    ["only who is named", () => ({ approverIds: [stage.eve.id] }), () => stage.adam],
    ["no admin, where admins do not", { adminsApprove: false }, () => stage.admin],
  ])("is %s", async (_, more, actor) => {
    await terms(typeof more === "function" ? more() : more);
    const submitted = await stage.submit(reviewId);
    await expect(stage.approve(actor(), reviewId, submitted)).rejects.toEqual(refusedAs("forbidden"));
    const page = await decidePage(stage.fresh(actor()), reviewId);
    expect(page.waiting!.approvalRefusal).toMatch(/policy/);
    await stage.approve(stage.eve, reviewId, submitted);
    expect(await state()).toBe("in-force");
  });

  test("is not who wrote in it, where the policy says so; rows are named", async () => {
    await terms({ ownText: false });
    const { number } = await createRow(stage.adam, reviewId, "artifact", { name: value("Guardrail code") });
    const submitted = await stage.submit(reviewId);
    await expect(stage.approve(stage.adam, reviewId, submitted)).rejects.toMatchObject({
      problem: {
        code: "forbidden",
        detail: `By the policy nobody approves what they wrote themselves, and you wrote in A${number}.`,
      },
    });
    await stage.approve(stage.eve, reviewId, submitted);
    expect(await state()).toBe("in-force");
  });

  test("has what they wrote kept with their approval", async () => {
    await createRow(stage.adam, reviewId, "artifact", { name: value("Guardrail code") });
    const submitted = await stage.submit(reviewId);
    await stage.approve(stage.adam, reviewId, submitted);
    const [revision] = await listRevisions(stage.rita, reviewId);
    expect(revision!.signOffs).toMatchObject([{ wrote: ["A1"], member: { name: "Adam Approver" } }]);
  });

  test("is not what an earlier approval of theirs changed", async () => {
    await stage.risk(reviewId, "Kept");
    await stage.approve(stage.adam, reviewId, await stage.submit(reviewId));
    await createRow(stage.rita, reviewId, "artifact", { name: value("Plugin") });
    await stage.approve(stage.adam, reviewId, await stage.submit(reviewId));
    const [revision] = await listRevisions(stage.rita, reviewId);
    expect(revision!.signOffs).toMatchObject([{ wrote: [] }]);
  });
});

describe("what may be accepted", () => {
  test("is no risk above the highest severity, be it as severe as it says", async () => {
    await terms({ highestSeverity: "medium" });
    await stage.risk(reviewId, "Grave", { severity: value("high") });
    const submitted = await stage.submit(reviewId);
    await expect(stage.approve(stage.adam, reviewId, submitted)).rejects.toMatchObject({
      problem: { code: "not-in-this-state", detail: expect.stringMatching(/^R1 is high, and by the policy/) },
    });
  });

  test("or as the worst finding that it covers", async () => {
    await terms({ highestSeverity: "high" });
    const entry = await createRow(stage.rita, reviewId, "entryPoint", {
      name: value("Preview"),
      executes: value("yes"),
      crossesBroker: value("no"),
    });
    await stage.risk(reviewId, "Called low", {
      severity: value("low"),
      covers: value([`entry:${entry.id}`]),
    });
    const submitted = await stage.submit(reviewId);
    await expect(stage.approve(stage.adam, reviewId, submitted)).rejects.toMatchObject({
      problem: {
        detail: expect.stringMatching(/^R1 is critical \(written as low; it covers F\d+\), and by/),
      },
    });
  });

  test("is not what ended while the revision waited", async () => {
    const risk = await stage.risk(reviewId, "Short");
    const submitted = await stage.submit(reviewId);
    // As if it had been submitted with a day that is past by now.
    await stage.world.owner("update risk set expires_at = '2026-01-01' where id = $1", [risk.id]);
    const { gzipSync, gunzipSync } = await import("node:zlib");
    const [row] = await stage.world.owner<{ bytes: Buffer }>(
      "select bytes from snapshot where revision_id = $1",
      [submitted.revisionId],
    );
    const bytes = gzipSync(gunzipSync(row!.bytes).toString("utf8").replaceAll("2099-01-01", "2026-01-01"));
    await stage.world.owner("update snapshot set bytes = $1 where revision_id = $2", [
      bytes,
      submitted.revisionId,
    ]);
    await expect(stage.approve(stage.adam, reviewId, submitted)).rejects.toMatchObject({
      problem: { code: "not-in-this-state", detail: expect.stringMatching(/^R1 ended on 2026-01-01/) },
    });
  });

  test("names the risks that a rejection is about", async () => {
    const bad = await stage.risk(reviewId, "Not acceptable");
    const good = await stage.risk(reviewId, "Acceptable");
    const { revisionId, digest } = await stage.submit(reviewId);
    const reject = (rejects: string[]) =>
      decideRevision(stage.fresh(stage.adam), reviewId, revisionId, {
        decision: "reject",
        words: "A year is too long.",
        digest,
        rejects,
      });
    await expect(reject([newId()])).rejects.toEqual(refusedAs("invalid-input"));
    await reject([bad.id]);
    const rows = await stage.world.owner<Record<string, unknown>>(
      "select id, state, decided_in, decision_words from risk where review_id = $1 order by number",
      [reviewId],
    );
    expect(rows).toEqual([
      { id: bad.id, state: "rejected", decided_in: 1, decision_words: "A year is too long." },
      { id: good.id, state: "proposed", decided_in: null, decision_words: null },
    ]);
    // The certificate of the rejection says so too, and calls it as it was called then.
    await stage.world.owner("update risk set title = 'Called otherwise' where id = $1", [bad.id]);
    const [certificate] = reportOf(await loadReport(stage.rita, reviewId, { revision: 1 })).certificates;
    expect(certificate!.rejects).toEqual([{ label: "R1", name: "Not acceptable" }]);
  });
});

describe("the policy", () => {
  test("of a revision is the tighter of the one it was submitted under and the present one", async () => {
    await terms({ quorum: 2 });
    const submitted = await stage.submit(reviewId);
    await terms({ quorum: 1 });
    expect(await stage.approve(stage.adam, reviewId, submitted)).toMatchObject({
      state: "submitted",
      quorum: 2,
    });
    await terms({ quorum: 3 });
    expect(await stage.approve(stage.eve, reviewId, submitted)).toMatchObject({
      state: "submitted",
      quorum: 3,
    });
  });

  test("is versioned, and set by admins as people only, who have just entered their password", async () => {
    await terms({ quorum: 2 });
    await terms({ quorum: 2 });
    await terms({ quorum: 1, warningDays: 60 });
    const view = await policyView(stage.rita, systemId);
    expect(view.versions.map(({ version, quorum, setBy }) => [version, quorum, setBy])).toEqual([
      [2, 1, "Ana Admin"],
      [1, 2, "Ana Admin"],
    ]);
    expect(view.abilities).toEqual([]);
    const set = (actor: Actor, version = 2) =>
      setTerms(actor, systemId, { ...DEFAULT_TERMS, quorum: 5 }, version);
    await expect(set(stage.adam)).rejects.toEqual(refusedAs("forbidden"));
    const token = { ...stage.admin, kind: "token" as const, session: null, tokenId: newId() };
    await expect(set(token)).rejects.toEqual(refusedAs("reauthentication-required"));
    const stale = {
      ...stage.admin,
      session: { ...stage.admin.session!, authenticatedAt: new Date(Date.now() - 301_000) },
    };
    await expect(set(stale)).rejects.toEqual(refusedAs("reauthentication-required"));
    expect((await policyView(stale, systemId)).abilities).toEqual(["policy.set"]);
    await expect(set(stage.admin, 1)).rejects.toEqual(refusedAs("conflict"));
  });

  test("names nobody who cannot approve, and no quorum that they cannot reach", async () => {
    await expect(terms({ approverIds: [stage.rita.id] })).rejects.toEqual(refusedAs("invalid-input"));
    await expect(terms({ approverIds: [stage.adam.id], quorum: 2 })).rejects.toEqual(
      refusedAs("invalid-input"),
    );
  });

  test("of a system never loosens the workspace's", async () => {
    const { version } = await policyView(stage.admin);
    await setTerms(
      stage.admin,
      null,
      { ...DEFAULT_TERMS, quorum: 2, validityDays: 30, ownText: false },
      version,
    );
    await terms({ quorum: 1, validityDays: 365, ownText: true, highestSeverity: "low" });
    expect((await policyView(stage.rita, systemId)).effective).toMatchObject({
      quorum: 2,
      validityDays: 30,
      ownText: false,
      highestSeverity: "low",
    });
    await setTerms(stage.admin, null, DEFAULT_TERMS, version + 1);
  });
});
