import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setArchived } from "@/lib/review/server/archive-row";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { listReviews } from "@/lib/review/server/list-reviews";
import { endAllDue } from "@/lib/signoff/server/end-due";
import { listRevisions } from "@/lib/signoff/server/revisions";
import { revokeRevision } from "@/lib/signoff/server/revoke-revision";
import { podWith, refusedAs, type SigningStage, signingStage, value } from "./signing-stage";

let stage: SigningStage;
let reviewId: string;
beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());
beforeEach(async () => {
  ({ reviewId } = await stage.world.review());
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock of this process; timers keep running. */
const at = (iso: string) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(iso));
};

async function inForce(): Promise<void> {
  const submitted = await stage.submit(reviewId);
  await stage.approve(stage.adam, reviewId, submitted);
}
const newest = async () => (await listRevisions(stage.rita, reviewId))[0]!;
const eventTypes = async () =>
  (
    await stage.world.owner<{ type: string }>(
      "select type from event where review_id = $1 order by seq desc limit 3",
      [reviewId],
    )
  ).map(({ type }) => type);
const findings = (rule: string) =>
  stage.world.owner<{ state: string; severity: string; reason: string }>(
    "select state, severity, reason from finding where review_id = $1 and rule_id = $2",
    [reviewId, rule],
  );

describe("time", () => {
  test("ends a revision with its term, found by the read before any job", async () => {
    at("2026-11-30T10:00:00Z");
    await stage.world.configuration(reviewId, stage.rita);
    await inForce();
    at("2027-11-30T09:59:59Z");
    expect((await newest()).state).toBe("in-force");
    at("2027-11-30T10:00:00Z");
    expect(await newest()).toMatchObject({
      state: "ended",
      endedBy: "time",
      endedBecause: "its term was over on 30 Nov 2027",
    });
    expect(await eventTypes()).toEqual(["revision.ended", "revision.approved", "revision.submitted"]);
    expect(await findings("SGN-01")).toMatchObject([
      {
        state: "open",
        severity: "high",
        reason: "Revision 1 is no longer in force: its term was over on 30 Nov 2027.",
      },
    ]);
  });

  test("does not bring it back when the clock is set back", async () => {
    at("2026-11-30T10:00:00Z");
    await stage.world.configuration(reviewId, stage.rita);
    await inForce();
    at("2028-01-01T00:00:00Z");
    expect((await newest()).state).toBe("ended");
    at("2026-12-01T00:00:00Z");
    expect((await newest()).state).toBe("ended");
  });

  test("ends it after the last day of the first risk that it accepted, though the draft extends that risk", async () => {
    at("2026-11-30T10:00:00Z");
    await stage.world.configuration(reviewId, stage.rita);
    const risk = await stage.risk(reviewId, "Kept", { expiresAt: value("2027-02-28") });
    await stage.risk(reviewId, "Later", { expiresAt: value("2027-06-30") });
    await inForce();
    await editCells(stage.rita, reviewId, "risk", risk.id, {
      expiresAt: { cell: value("2028-02-28"), version: risk.seq! },
    });
    at("2027-02-28T23:59:59Z");
    expect(await stage.states(reviewId)).toEqual(["2 draft", "1 in-force"]);
    at("2027-03-01T00:00:00Z");
    expect((await listRevisions(stage.rita, reviewId))[1]).toMatchObject({
      state: "ended",
      endedBy: "risk-expired",
      endedBecause: "R1 ended on 28 Feb 2027",
    });
  });

  test("expires an accepted risk, and what it covered is open again", async () => {
    at("2026-11-30T10:00:00Z");
    await stage.world.configuration(reviewId, stage.rita);
    const entry = await createRow(stage.rita, reviewId, "entryPoint", {
      name: value("Preview"),
      executes: value("yes"),
      crossesBroker: value("no"),
    });
    const risk = await stage.risk(reviewId, "The preview avoids the broker", {
      covers: value([`entry:${entry.id}`]),
      expiresAt: value("2026-12-31"),
    });
    await inForce();
    expect(await findings("ENT-01")).toMatchObject([{ state: "accepted" }]);
    at("2027-01-01T08:00:00Z");
    await endAllDue();
    const [row] = await stage.world.owner("select state from risk where id = $1", [risk.id]);
    expect(row).toEqual({ state: "expired" });
    expect(await findings("ENT-01")).toMatchObject([{ state: "open" }]);
    expect(await findings("RSK-03")).toMatchObject([{ state: "open", severity: "high" }]);
    expect((await newest()).endedBecause).toBe("R1 ended on 31 Dec 2026");
  });

  test("warns of the end of a risk within the policy's days, once", async () => {
    at("2026-11-30T10:00:00Z");
    await stage.world.configuration(reviewId, stage.rita);
    await stage.risk(reviewId, "Kept", { expiresAt: value("2027-01-15") });
    await inForce();
    await endAllDue();
    expect(await findings("RSK-03")).toEqual([]);
    at("2026-12-17T00:30:00Z");
    await endAllDue();
    expect(await findings("RSK-03")).toMatchObject([{ state: "open", severity: "medium" }]);
    const before = await eventTypes();
    expect(before[0]).toBe("findings.derived");
    expect(await endAllDue()).toBe(0);
    expect((await newest()).state).toBe("in-force");
  });

  test("after any downtime one round catches up, in every review", async () => {
    at("2026-11-30T10:00:00Z");
    const reviews: string[] = [];
    for (let n = 0; n < 3; n++) {
      ({ reviewId } = await stage.world.review());
      reviews.push(reviewId);
      await stage.world.configuration(reviewId, stage.rita);
      await inForce();
    }
    at("2031-01-01T00:00:00Z");
    expect(await endAllDue()).toBeGreaterThanOrEqual(3);
    const rows = await stage.world.owner<{ state: string }>(
      "select state from revision where review_id = any($1::uuid[])",
      [reviews],
    );
    expect(rows.map(({ state }) => state)).toEqual(["ended", "ended", "ended"]);
    expect(await endAllDue()).toBe(0);
  });

  test("is seen by lists as well", async () => {
    at("2026-11-30T10:00:00Z");
    await stage.world.configuration(reviewId, stage.rita);
    await inForce();
    at("2027-12-24T00:00:00Z");
    const { items } = await listReviews(stage.rita, { archived: "false", limit: 200 });
    expect(items.find(({ id }) => id === reviewId)?.inForce).toBeNull();
  });
});

describe("a configuration", () => {
  const signed = podWith({ "/srv/data": "ro" });

  test("of wider authority in the same environment ends it, and says what is wider", async () => {
    await stage.attach(reviewId, signed);
    await inForce();
    await stage.attach(reviewId, podWith({ "/srv/data": "rw" }));
    const [draft, ended] = await listRevisions(stage.rita, reviewId);
    expect(draft!.state).toBe("draft");
    expect(ended).toMatchObject({ state: "ended", endedBy: "wider-authority" });
    expect(ended!.endedBecause).toBe(
      "G2 of production grants wider authority than was signed: host-path /srv/data (read-write) in Pod runner/main",
    );
    expect(await findings("SGN-01")).toMatchObject([{ state: "open" }]);
  });

  test("of wider authority that came while a revision waited keeps it from being approved", async () => {
    await stage.attach(reviewId, signed);
    const submitted = await stage.submit(reviewId);
    await stage.attach(reviewId, podWith({ "/srv/data": "rw" }));
    await expect(stage.approve(stage.adam, reviewId, submitted)).rejects.toMatchObject({
      problem: {
        code: "not-in-this-state",
        detail: expect.stringMatching(/^G2 of production grants wider authority than was signed/),
      },
    });
    expect(await stage.states(reviewId)).toEqual(["2 draft", "1 submitted"]);
  });

  test("of another environment, or a new finding, that came while it waited contests it from the start", async () => {
    await stage.attach(reviewId, signed);
    const submitted = await stage.submit(reviewId);
    await stage.attach(reviewId, signed, "staging");
    await stage.approve(stage.adam, reviewId, submitted);
    const [, first] = await listRevisions(stage.rita, reviewId);
    expect(first!.contestedBecause).toBe("G2 is of staging, for which nothing was signed");
    const second = await stage.submit(reviewId);
    await createRow(stage.rita, reviewId, "entryPoint", {
      name: value("Registration"),
      executes: value("yes"),
      crossesBroker: value("no"),
    });
    await stage.approve(stage.adam, reviewId, second);
    const now = (await listRevisions(stage.rita, reviewId)).find(({ state }) => state === "in-force");
    expect(now).toMatchObject({
      number: 2,
      contestedBecause: expect.stringMatching(/^a new finding, F\d+ \(ENT-0/),
    });
  });

  test("ends it under another spelling of the environment too", async () => {
    await stage.attach(reviewId, signed);
    await inForce();
    await stage.attach(reviewId, podWith({ "/srv/data": "rw" }), " PRODUCTION");
    expect(await stage.states(reviewId)).toEqual(["2 draft", "1 ended"]);
  });

  test("of an environment that nobody signed for says so beside what contests it already, and once", async () => {
    await stage.attach(reviewId, signed);
    await inForce();
    for (const environment of ["staging", "test", "staging"])
      await stage.attach(reviewId, podWith({ "/srv/data": "ro" }), environment);
    const inIt = (await listRevisions(stage.rita, reviewId)).find(({ state }) => state === "in-force");
    expect(inIt!.contestedBecause).toBe(
      "G2 is of staging, for which nothing was signed; G3 is of test, for which nothing was signed; G4 is of staging, for which nothing was signed",
    );
  });

  test("of the same or narrower authority ends nothing", async () => {
    await stage.attach(reviewId, podWith({ "/srv/data": "ro", "/srv/cache": "ro" }));
    await inForce();
    await stage.attach(reviewId, podWith({ "/srv/cache": "ro", "/srv/data": "ro" }));
    await stage.attach(reviewId, signed);
    const inIt = (await listRevisions(stage.rita, reviewId)).find(({ state }) => state === "in-force");
    expect(inIt).toMatchObject({ number: 1, contestedBecause: null });
  });

  test("is compared with what was signed, not with what came between", async () => {
    await stage.attach(reviewId, podWith({ "/srv/data": "ro", "/srv/cache": "ro" }));
    await inForce();
    await stage.attach(reviewId, signed);
    await stage.attach(reviewId, podWith({ "/srv/data": "ro", "/srv/cache": "ro" }));
    expect(await stage.states(reviewId)).toEqual(["2 draft", "1 in-force"]);
  });

  test("of an environment for which nothing was signed contests it and ends nothing", async () => {
    await stage.attach(reviewId, signed);
    await inForce();
    await stage.attach(reviewId, podWith({ "/": "rw" }), "staging");
    const inIt = (await listRevisions(stage.rita, reviewId)).find(({ state }) => state === "in-force");
    expect(inIt!.contestedBecause).toBe("G2 is of staging, for which nothing was signed");
  });
});

describe("people", () => {
  test("a new finding of high contests what is in force", async () => {
    await stage.world.configuration(reviewId, stage.rita);
    await inForce();
    await createRow(stage.rita, reviewId, "entryPoint", {
      name: value("Registration"),
      executes: value("yes"),
      crossesBroker: value("no"),
    });
    const inIt = (await listRevisions(stage.rita, reviewId)).find(({ state }) => state === "in-force");
    expect(inIt!.contestedBecause).toMatch(/^a new finding, F\d+ \(ENT-01\)/);
  });

  test("an approver takes the approval back, in words, and it stays so", async () => {
    await stage.world.configuration(reviewId, stage.rita);
    await inForce();
    const { id } = await newest();
    const adam = stage.fresh(stage.adam);
    await expect(revokeRevision(stage.rita, reviewId, id, "No.")).rejects.toEqual(refusedAs("forbidden"));
    const token = { ...adam, kind: "token" as const, session: null, tokenId: id };
    await expect(revokeRevision(token, reviewId, id, "No.")).rejects.toEqual(
      refusedAs("reauthentication-required"),
    );
    await revokeRevision(adam, reviewId, id, "The sandbox is broken.");
    expect(await newest()).toMatchObject({
      state: "ended",
      endedBy: "revoked",
      endedBecause: "revoked by Adam Approver: The sandbox is broken.",
    });
    await expect(revokeRevision(adam, reviewId, id, "Again.")).rejects.toEqual(
      refusedAs("not-in-this-state"),
    );
  });

  test("a risk that was accepted and is archived in the next revision is superseded by it", async () => {
    await stage.world.configuration(reviewId, stage.rita);
    const risk = await stage.risk(reviewId, "Solved later");
    await inForce();
    await setArchived(stage.rita, reviewId, "risk", risk.id, true);
    await inForce();
    const [row] = await stage.world.owner("select state from risk where id = $1", [risk.id]);
    expect(row).toEqual({ state: "superseded" });
    expect(await stage.states(reviewId)).toEqual(["2 in-force", "1 ended"]);
  });
});
