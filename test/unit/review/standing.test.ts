import { describe, expect, it } from "vitest";
import { type StandingRevision, standingOf, standingWords } from "@/lib/review/standing";

const revision = (number: number, state: string, more: Partial<StandingRevision> = {}): StandingRevision => ({
  number,
  state,
  validUntil: state === "in-force" ? "2027-03-01T12:00:00.000Z" : null,
  risksUntil: null,
  endedBecause: null,
  contestedBecause: null,
  quorum: 1,
  approvals: 0,
  ...more,
});
/** The line of a review's header, with its tone before it. */
function said(revisions: StandingRevision[], count?: number, isMore = false): string {
  const draft = count === undefined ? null : { count, isMore };
  const { tone, label, more } = standingWords(standingOf(revisions), draft);
  return `${tone}: ${[label, ...more.map(({ words }) => words)].join(" · ")}`;
}

describe("where a review stands", () => {
  it("leads with what is in force, until when, and says the draft beside it", () => {
    expect(said([revision(3, "in-force")])).toBe("good: Revision 3 in force until 1 Mar 2027");
    const both = [revision(4, "draft"), revision(3, "in-force")];
    expect(said(both, 6)).toBe("good: Revision 3 in force until 1 Mar 2027 · draft 4 has 6 changes");
    expect(said(both, 1)).toContain("draft 4 has 1 change");
    expect(said(both, 0)).toContain("draft 4 has no changes");
    expect(said(both, 3, true)).toContain("draft 4 has over 200 changes");
    expect(said(both)).toBe("good: Revision 3 in force until 1 Mar 2027 · draft 4");
  });

  it("ends with the first accepted risk, where that is sooner", () => {
    const until = (risksUntil: string) => said([revision(3, "in-force", { risksUntil })]);
    expect(until("2027-01-31")).toContain("until 31 Jan 2027");
    expect(until("2028-01-31")).toContain("until 1 Mar 2027");
  });

  it("says which fact ended it", () => {
    const ended = revision(3, "ended", { endedBecause: "production now grants wider authority" });
    expect(said([revision(4, "draft"), ended], 6)).toBe(
      "warn: Revision 3 ended: production now grants wider authority · draft 4 has 6 changes",
    );
    const superseded = revision(2, "ended", { endedBecause: "superseded by revision 3" });
    expect(said([ended, superseded])).toBe("warn: Revision 3 ended: production now grants wider authority");
    expect(said([revision(3, "in-force"), superseded])).toBe("good: Revision 3 in force until 1 Mar 2027");
  });

  it("says what contests it", () => {
    const contested = revision(3, "in-force", { contestedBecause: "F31 is new and high" });
    expect(said([contested])).toBe(
      "warn: Revision 3 in force until 1 Mar 2027 · contested: F31 is new and high",
    );
  });

  it("cuts a long reason after a word", () => {
    const endedBecause = `production now grants ${"more and ".repeat(20)}more`;
    const [reason] = said([revision(3, "ended", { endedBecause })])
      .split(": ")
      .slice(2);
    expect(reason).toBe(`production now grants ${"more and ".repeat(6).trim()}…`);
    expect(reason!.length).toBeLessThanOrEqual(81);
  });

  it("says how many approvals are left", () => {
    const waits = (quorum: number, approvals: number) =>
      said([revision(1, "submitted", { quorum, approvals })]);
    expect(waits(1, 0)).toBe("neutral: Revision 1 waits for an approval");
    expect(waits(2, 0)).toBe("neutral: Revision 1 waits for 2 approvals");
    expect(waits(3, 1)).toBe("neutral: Revision 1 waits for 2 more approvals");
    expect(waits(2, 1)).toBe("neutral: Revision 1 waits for 1 more approval");
    expect(said([revision(5, "draft"), revision(4, "submitted"), revision(3, "in-force")])).toBe(
      "good: Revision 3 in force until 1 Mar 2027 · revision 4 waits for an approval · draft 5",
    );
  });

  it("says a draft, a rejection and a withdrawal with their number", () => {
    expect(said([])).toBe("open: Not started");
    expect(said([revision(1, "draft")])).toBe("open: Draft 1");
    expect(said([revision(1, "rejected")])).toBe("bad: Revision 1 rejected");
    expect(said([revision(1, "withdrawn")])).toBe("off: Revision 1 withdrawn");
    expect(said([revision(2, "draft"), revision(1, "rejected")])).toBe("open: Draft 2");
    expect(said([revision(4, "rejected"), revision(3, "in-force")])).toContain("2027 · revision 4 rejected");
  });

  it("says archived before anything else", () => {
    const standing = { ...standingOf([revision(1, "draft")]), isArchived: true };
    expect(standingWords(standing)).toEqual({ tone: "off", label: "Archived", revision: null, more: [] });
  });
});
