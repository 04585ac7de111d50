import { describe, expect, it } from "vitest";
import type { RevisionView } from "@/lib/signoff/decide-page";
import { decisionStanding, toSettle } from "@/lib/signoff/standing";

const RITA = { id: "rita", name: "Rita Reviewer" };

const revision = (number: number, state: string, more: Partial<RevisionView> = {}): RevisionView => ({
  id: `revision-${number}`,
  number,
  state,
  openedAt: "2026-11-01T08:00:00.000Z",
  requestedBy: state === "draft" ? null : RITA,
  requestedAt: state === "draft" ? null : "2026-11-02T08:00:00.000Z",
  requestWords: null,
  decidedAt: null,
  validUntil: null,
  endedAt: null,
  endedBecause: null,
  endedBy: null,
  contestedBecause: null,
  risksUntil: null,
  policyVersion: null,
  quorum: null,
  digest: state === "draft" ? null : "sha256:0",
  signOffs: [],
  abilities: [],
  ...more,
});
const said = (revisions: RevisionView[], blockers: string | null = null, me = "somebody") => {
  const { headline, next, about } = decisionStanding(revisions, { blockers, me });
  return { headline, next, about: about?.number };
};

describe("what is to be settled before a submission", () => {
  it("is counted by finding and by risk, each once", () => {
    const none = { code: "no-configuration" as const, lists: [] };
    const findings = { code: "RSK-01" as const, lists: ["finding:1", "finding:2", "finding:3"] };
    const incomplete = { code: "RSK-02" as const, lists: ["risk:1"] };
    const past = { code: "RSK-02" as const, lists: ["risk:1", "risk:2"] };
    expect(toSettle([])).toBeNull();
    expect(toSettle([findings])).toBe("3 findings");
    expect(toSettle([incomplete])).toBe("1 residual risk");
    expect(toSettle([none, findings, incomplete, past])).toBe(
      "the configuration, 3 findings and 2 residual risks",
    );
  });
});

describe("where a decision stands", () => {
  it("counts what keeps a first draft from being submitted", () => {
    expect(said([revision(1, "draft")], "2 findings")).toEqual({
      headline: "Draft 1",
      next: "To be settled before it can be submitted for approval: 2 findings.",
      about: 1,
    });
    expect(said([revision(1, "draft")]).next).toBe(
      "Nothing stands in the way: it can be submitted for approval.",
    );
  });

  it("tells each reader of a waiting revision who acts next", () => {
    const waiting = revision(1, "submitted");
    const signable = revision(1, "submitted", { abilities: ["revision.sign"] });
    expect(said([waiting], null, "rita").next).toBe(
      "You asked for this, so somebody else with the approver’s role decides.",
    );
    expect(said([signable], null, "adam").next).toBe("Read what was frozen, then approve or reject it.");
    expect(said([waiting], null, "vera").next).toBe("An approver other than Rita Reviewer decides.");
  });

  it("leads with the waiting revision while a newer draft is open beside it", () => {
    const { headline, next } = said([revision(2, "draft"), revision(1, "submitted")]);
    expect(headline).toBe("Revision 1 waits for a decision");
    expect(next).toContain("Draft 2 is open beside it");
  });

  it("says until when a revision is in force, and what a draft beside it would do", () => {
    const inForce = revision(2, "in-force", { validUntil: "2027-11-30T18:00:00.000Z" });
    expect(said([inForce])).toEqual({
      headline: "Revision 2 is in force until 30 Nov 2027",
      next: "Nothing is left to do here. The next edit opens draft 3 from the same content.",
      about: 2,
    });
    const ending = (firstExpiry: string) =>
      decisionStanding([inForce], { blockers: null, me: "somebody", firstExpiry }).headline;
    expect(ending("2027-02-01")).toBe("Revision 2 is in force until 1 Feb 2027, when its first risk ends");
    expect(ending("2027-11-30")).toBe("Revision 2 is in force until 30 Nov 2027");
    expect(said([revision(3, "draft"), inForce]).next).toBe(
      "Draft 3 is open beside it. It can be submitted for approval and then takes the place of revision 2.",
    );
  });

  it("keeps an approver's rejection beside the draft that answers it", () => {
    expect(said([revision(2, "draft"), revision(1, "rejected")])).toMatchObject({
      headline: "Draft 2",
      about: 1,
    });
  });

  it("says that work goes on after a revision was rejected, withdrawn or has ended", () => {
    expect(said([revision(1, "rejected")])).toMatchObject({
      headline: "Revision 1 was rejected",
      next: "Work goes on in draft 2, which the next edit opens from the same content.",
    });
    expect(said([revision(1, "withdrawn")]).headline).toBe("Revision 1 was withdrawn");
    expect(said([revision(1, "ended", { endedBecause: "its time is over" })]).headline).toBe(
      "Revision 1 has ended: its time is over",
    );
  });
});
