import type { ResidualRisk } from "@/lib/review/content";
import { dayWords } from "@/lib/review/day";
import type { RevisionView, SignOffView } from "./decide-page";

/** Who took an acceptance back, and when. */
export type Revocation = { by: string; at: string };

/** What approvers decided about a risk, apart from what a reviewer recommends. */
export type RiskDecisionView = {
  headline: string;
  /** What comes next, or what was before. */
  note: string;
  words: string | null;
  people: { name: string; at: string }[];
  /** The number of the revision in which it was decided, where there is one. */
  revision: number | null;
};

type Decided = Pick<ResidualRisk, "state" | "expiresAt" | "decidedIn" | "decisionWords">;

/**
 * Says what approvers have decided about a residual risk: the state, with which revision, by whom,
 * and in which words.
 */
export function riskDecision(
  risk: Decided,
  revisions: readonly Pick<RevisionView, "number" | "state" | "signOffs">[],
  revocation: Revocation | null,
): RiskDecisionView {
  const revision = revisions.find(({ number }) => number === risk.decidedIn) ?? null;
  const number = risk.decidedIn ?? null;
  const decided = (decision: SignOffView["decision"]) =>
    (revision?.signOffs ?? []).filter((signOff) => signOff.decision === decision);
  const by = (signOffs: readonly SignOffView[]) =>
    signOffs.map(({ member, decidedAt }) => ({ name: member.name, at: decidedAt }));
  const inRevision = number === null ? "" : ` in revision ${number}`;
  const wordsOf = (signOffs: readonly SignOffView[]) =>
    risk.decisionWords || signOffs.map(({ words }) => words).join("\n\n") || null;
  const none = { words: null, people: [], revision: null };
  switch (risk.state) {
    case "draft":
      return {
        ...none,
        headline: "Nobody is asked yet",
        note: "A draft covers nothing and is no part of what is submitted. Propose it for the next revision.",
      };
    case "proposed":
      return {
        ...none,
        headline: "Waits for a decision",
        note: `The approvers decide about it with the revision in which it is submitted.${
          number === null
            ? ""
            : ` It was decided${inRevision} before; what stands here now is another text, or another day.`
        }`,
      };
    case "rejected": {
      const signOffs = decided("reject");
      return {
        headline: `Rejected${inRevision}`,
        note: "It covers nothing. Revise it and propose it again.",
        words: wordsOf(signOffs),
        people: by(signOffs),
        revision: number,
      };
    }
    case "revoked":
      return {
        headline: "Revoked",
        note: `It was accepted${inRevision || " before"}; it covers nothing any more.`,
        words: risk.decisionWords ?? null,
        people: revocation ? [{ name: revocation.by, at: revocation.at }] : [],
        revision: number,
      };
    default: {
      const signOffs = decided("approve");
      const notes: Partial<Record<ResidualRisk["state"], string>> = {
        expired: `It ended${risk.expiresAt ? ` on ${dayWords(risk.expiresAt)}` : ""} and covers nothing any more.`,
        superseded: "A later revision was approved without it; it covers nothing any more.",
      };
      return {
        headline: `Accepted${inRevision}`,
        note: notes[risk.state] ?? (risk.expiresAt ? `Until ${dayWords(risk.expiresAt)}.` : ""),
        words: wordsOf(signOffs),
        people: by(signOffs),
        revision: number,
      };
    }
  }
}
