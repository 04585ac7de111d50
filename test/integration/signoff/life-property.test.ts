import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { setArchived } from "@/lib/review/server/archive-row";
import { createRow } from "@/lib/review/server/create-row";
import { editCells } from "@/lib/review/server/edit-cells";
import { decideRevision } from "@/lib/signoff/server/decide-revision";
import { endAllDue } from "@/lib/signoff/server/end-due";
import { listRevisions, snapshotBytes } from "@/lib/signoff/server/revisions";
import { revokeRevision } from "@/lib/signoff/server/revoke-revision";
import { revokeRisk } from "@/lib/signoff/server/revoke-risk";
import { withdrawRevision } from "@/lib/signoff/server/withdraw-revision";
import { podWith, type SigningStage, signingStage, value } from "./signing-stage";

let stage: SigningStage;
beforeAll(async () => {
  stage = await signingStage();
});
afterAll(() => stage.database.drop());
afterEach(() => {
  vi.useRealTimers();
});

/** What people, time and deployments do to a review, in any order. */
type Step =
  | {
      do:
        | "edit"
        | "submit"
        | "approve"
        | "reject"
        | "withdraw"
        | "revoke"
        | "archive-risk"
        | "revoke-risk"
        | "job";
    }
  | { do: "sign" }
  | { do: "risk"; days: number }
  | { do: "extend"; days: number }
  | { do: "attach"; width: number }
  | { do: "wait"; days: number };

const plain = fc.constantFrom(
  ...([
    "edit",
    "submit",
    "approve",
    "reject",
    "withdraw",
    "revoke",
    "archive-risk",
    "revoke-risk",
    "job",
  ] as const),
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ do: "sign" }) },
  { weight: 6, arbitrary: plain.map((word): Step => ({ do: word })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((days): Step => ({ do: "risk", days })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((days): Step => ({ do: "extend", days })) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 }).map((width): Step => ({ do: "attach", width })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((days): Step => ({ do: "wait", days })) },
);

const DAY = 86_400_000;
const PATHS = ["/srv/a", "/srv/b", "/srv/c"];
const manifest = (width: number) =>
  podWith(Object.fromEntries(PATHS.slice(0, width).map((path) => [path, "ro" as const])));
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** What the test knows of the revision in force, worked out from the facts alone. */
type InForce = { number: number; until: number; riskDays: string[]; width: number };

describe("a review's life", () => {
  test("leaves frozen bytes as they are, ends what is in force by the facts only, and brings nothing back", {
    timeout: 240_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyStep, { minLength: 15, maxLength: 30 }), live), {
      numRuns: 10,
      seed: 20261130,
    });
  });
});

async function live(steps: Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { reviewId } = await stage.world.review();
  let now = Date.parse("2026-11-30T10:00:00Z");
  vi.setSystemTime(now);
  const bytes = new Map<string, string>();
  const closed = new Map<number, string>();
  let inForce = null as InForce | null;
  let width = 1;
  let signedWidth = 1;
  await stage.attach(reviewId, manifest(width));
  const { rita, adam, fresh } = stage;
  const revisions = () => listRevisions(rita, reviewId);
  const waiting = async () => (await revisions()).find(({ state }) => state === "submitted");
  const risks = () =>
    stage.world.owner<{ id: string; state: string; archived: boolean; expiresAt: string; seq: number }>(
      `select id, state, archived_at is not null as archived, expires_at as "expiresAt",
         coalesce((versions ->> 'expiresAt')::int, 0) as seq
       from risk where review_id = $1 order by number`,
      [reviewId],
    );
  /** A command that its state refuses is no failure of the property. */
  const quietly = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );

  async function decide(decision: "approve" | "reject"): Promise<void> {
    const revision = await waiting();
    if (!revision?.digest) return;
    const { id, number, digest } = revision;
    const words = "So.";
    if (!(await quietly(decideRevision(fresh(adam), reviewId, id, { decision, words, digest })))) return;
    if (decision === "reject") return;
    const { bytes: frozen } = await snapshotBytes(rita, reviewId, id);
    const { risks } = JSON.parse(Buffer.from(frozen).toString("utf8")) as {
      risks: { cells: { expiresAt: { value: string } } }[];
    };
    const riskDays = risks.map(({ cells }) => cells.expiresAt.value);
    inForce = { number, until: now + 365 * DAY, riskDays, width: signedWidth };
  }

  for (const step of steps) {
    now += 1_000;
    vi.setSystemTime(now);
    switch (step.do) {
      case "edit":
        await createRow(rita, reviewId, "artifact", { name: value(`Plugin ${now}`) });
        break;
      case "risk":
        await stage.risk(reviewId, `Risk ${now}`, { expiresAt: value(dayOf(now + step.days * DAY)) });
        break;
      case "extend": {
        const [risk] = (await risks()).filter(({ archived }) => !archived);
        if (!risk) break;
        const cell = value(dayOf(now + step.days * DAY));
        await quietly(editCells(rita, reviewId, "risk", risk.id, { expiresAt: { cell, version: risk.seq } }));
        break;
      }
      case "archive-risk": {
        const [risk] = (await risks()).filter(({ archived }) => !archived);
        if (risk) await setArchived(rita, reviewId, "risk", risk.id, true);
        break;
      }
      case "revoke-risk": {
        const accepted = (await risks()).find(({ state, archived }) => state === "accepted" && !archived);
        if (accepted && (await quietly(revokeRisk(fresh(adam), reviewId, accepted.id, "No."))) && inForce)
          inForce = null;
        break;
      }
      case "submit":
        if (await quietly(stage.submit(reviewId))) signedWidth = width;
        break;
      case "sign":
        // Submitted and approved at once, as in a meeting.
        await createRow(rita, reviewId, "artifact", { name: value(`Signed ${now}`) });
        if (await quietly(stage.submit(reviewId))) signedWidth = width;
        await decide("approve");
        break;
      case "approve":
      case "reject":
        await decide(step.do);
        break;
      case "withdraw": {
        const revision = await waiting();
        if (revision) await withdrawRevision(rita, reviewId, revision.id, "");
        break;
      }
      case "revoke":
        if (inForce) {
          const revision = (await revisions()).find(({ state }) => state === "in-force");
          if (revision && (await quietly(revokeRevision(fresh(adam), reviewId, revision.id, "No."))))
            inForce = null;
        }
        break;
      case "attach":
        width = step.width;
        await stage.attach(reviewId, manifest(width));
        if (inForce && width > inForce.width) inForce = null;
        break;
      case "wait":
        now += step.days * DAY;
        vi.setSystemTime(now);
        break;
      case "job":
        await endAllDue();
        break;
    }
    if (inForce) {
      const { until, riskDays } = inForce;
      if (now >= until || riskDays.some((day) => day < dayOf(now))) inForce = null;
    }
    await check();
  }

  async function check(): Promise<void> {
    const now = await revisions();
    const present = now.filter(({ state }) => state === "in-force").map(({ number }) => number);
    expect(present).toEqual(inForce ? [inForce.number] : []);
    expect(now.filter(({ state }) => state === "draft").length).toBeLessThanOrEqual(1);
    for (const { id, number, state, digest } of now) {
      const before = closed.get(number);
      if (before) expect(`${number} ${state}`).toBe(`${number} ${before}`);
      if (["ended", "rejected", "withdrawn"].includes(state)) closed.set(number, state);
      if (!digest) continue;
      const frozen = Buffer.from((await snapshotBytes(rita, reviewId, id)).bytes).toString("base64");
      expect(frozen).toBe(bytes.get(id) ?? frozen);
      bytes.set(id, frozen);
    }
  }
}
