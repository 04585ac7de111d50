import { describe, expect, it } from "vitest";
import type { SignOffView } from "@/lib/signoff/decide-page";
import { riskDecision } from "@/lib/signoff/risk-decision";

const signOff = (name: string, decision: "approve" | "reject", words: string): SignOffView => ({
  id: name,
  member: { id: name, name },
  decision,
  words,
  wrote: [],
  digest: "sha256:0",
  method: "password",
  authenticatedAt: "2026-11-30T10:00:00.000Z",
  decidedAt: "2026-11-30T10:01:00.000Z",
});
const revisions = [
  { number: 4, state: "rejected", signOffs: [signOff("Ada", "reject", "Not so.")] },
  {
    number: 3,
    state: "in-force",
    signOffs: [signOff("Adam", "approve", "For a quarter."), signOff("Eve", "approve", "Agreed.")],
  },
];
const at = "2026-11-30T10:01:00.000Z";
const base = { expiresAt: "2027-03-01", decidedIn: 3, decisionWords: null };

describe("the decision about a risk", () => {
  it("names the revision, the approvers and their words", () => {
    expect(riskDecision({ ...base, state: "accepted" }, revisions, null)).toEqual({
      headline: "Accepted in revision 3",
      note: "Until 1 Mar 2027.",
      words: "For a quarter.\n\nAgreed.",
      people: [
        { name: "Adam", at },
        { name: "Eve", at },
      ],
      revision: 3,
    });
  });

  it("prefers the words about this very risk", () => {
    const decided = { ...base, state: "rejected" as const, decidedIn: 4, decisionWords: "Too long." };
    expect(riskDecision(decided, revisions, null)).toMatchObject({
      headline: "Rejected in revision 4",
      words: "Too long.",
      people: [{ name: "Ada" }],
    });
  });

  it("says who revoked it, and that it was accepted", () => {
    const decided = { ...base, state: "revoked" as const, decisionWords: "It leaked." };
    expect(riskDecision(decided, revisions, { by: "Adam", at })).toMatchObject({
      headline: "Revoked",
      note: "It was accepted in revision 3; it covers nothing any more.",
      words: "It leaked.",
      people: [{ name: "Adam", at }],
    });
  });

  it("shows none for a draft and for what is proposed, and tells of the decision before", () => {
    expect(riskDecision({ ...base, state: "draft", decidedIn: null }, revisions, null).people).toEqual([]);
    const again = riskDecision({ ...base, state: "proposed" }, revisions, null);
    expect(again).toMatchObject({ headline: "Waits for a decision", words: null, people: [] });
    expect(again.note).toContain("It was decided in revision 3 before");
  });

  it("says since when an accepted one has ended", () => {
    expect(riskDecision({ ...base, state: "expired" }, revisions, null).note).toBe(
      "It ended on 1 Mar 2027 and covers nothing any more.",
    );
  });
});
