import { dayWords as day } from "./day";
import type { ReviewStanding } from "./systems";
import { REVISION_STATES, type RevisionState } from "./vocabulary";

/** A revision as far as it says where its review stands. */
export type StandingRevision = {
  number: number;
  state: string;
  /** ISO 8601. */
  validUntil: string | null;
  /** The last day of the accepted risk that expires first, YYYY-MM-DD. */
  risksUntil: string | null;
  endedBecause: string | null;
  contestedBecause: string | null;
  quorum: number;
  approvals: number;
};

/** Where a review stands, from its revisions, newest first. */
export function standingOf(revisions: readonly StandingRevision[]): ReviewStanding {
  const [newest] = revisions;
  const inForce = revisions.find(({ state }) => state === "in-force");
  const ended = inForce ? undefined : revisions.find(({ state }) => state === "ended");
  const waiting = revisions.find(({ state }) => state === "submitted");
  return {
    revision: newest ? { number: newest.number, state: newest.state } : null,
    inForce: inForce
      ? {
          number: inForce.number,
          validUntil: inForce.validUntil,
          risksUntil: inForce.risksUntil,
          contested: inForce.contestedBecause,
        }
      : null,
    ended: ended ? { number: ended.number, because: ended.endedBecause } : null,
    waiting: waiting
      ? { number: waiting.number, quorum: waiting.quorum, approvals: waiting.approvals }
      : null,
  };
}

/** Where a review stands in words: what leads, in a tone, and what is said after it. */
export type StandingWords = {
  tone: "good" | "bad" | "warn" | "open" | "neutral" | "off";
  label: string;
  /** The revision that it is about, if it is about one. */
  revision: number | null;
  /** Clauses that go on behind it: a contest, what waits, the draft. */
  more: StandingClause[];
};

export type StandingClause = {
  about: "contested" | "waiting" | "closed" | "draft";
  revision: number;
  words: string;
};

type Draft = { count: number; isMore: boolean } | null;

/**
 * Where a review stands, in a line: the revision in force or the fact that ended it, what waits for
 * approvals, the draft with how much it changes.
 *
 * @param draft how many changes the draft has since the revision that was in force last, if that is known
 */
export function standingWords(
  standing: ReviewStanding & { isArchived?: boolean },
  draft: Draft = null,
): StandingWords {
  const { revision, inForce, ended, waiting } = standing;
  if (standing.isArchived) return { tone: "off", label: "Archived", revision: null, more: [] };
  if (!revision) return { tone: "open", label: "Not started", revision: null, more: [] };
  const clauses: StandingClause[] = [];
  const add = (about: StandingClause["about"], of: { number: number } | null, words: string) =>
    of && words && clauses.push({ about, revision: of.number, words });
  add("contested", inForce, inForce?.contested ? `contested: ${inShort(inForce.contested)}` : "");
  add("waiting", waiting, waiting ? waitingWords(waiting) : "");
  add("closed", revision, closedWords(revision));
  add("draft", revision, revision.state === "draft" ? draftWords(revision.number, draft) : "");
  if (inForce) {
    const until = untilDay(inForce);
    const label = `Revision ${inForce.number} in force${until ? ` until ${day(until)}` : ""}`;
    const tone = inForce.contested ? "warn" : "good";
    return { tone, label, revision: inForce.number, more: clauses };
  }
  if (ended) {
    const because = ended.because ? `: ${inShort(ended.because)}` : "";
    const label = `Revision ${ended.number} ended${because}`;
    return { tone: "warn", label, revision: ended.number, more: clauses };
  }
  const [first, ...more] = clauses;
  const label = first?.words ?? "";
  return {
    tone: toneOf(revision, waiting !== null),
    label: label.charAt(0).toUpperCase() + label.slice(1),
    revision: first?.revision ?? null,
    more,
  };
}

/** The longest reason that a line has room for, in characters; the whole stands with the revision. */
const LONGEST_REASON = 80;

const inShort = (reason: string): string =>
  reason.length <= LONGEST_REASON
    ? reason
    : `${reason.slice(0, LONGEST_REASON).replace(/[\s,;:]+\S*$/, "")}…`;

/** The day until which a revision is in force: its own, or that of the first accepted risk that ends before. */
export function untilDay({
  validUntil,
  risksUntil,
}: Pick<NonNullable<ReviewStanding["inForce"]>, "validUntil" | "risksUntil">): string | null {
  const days = [validUntil?.slice(0, 10), risksUntil].filter((each) => typeof each === "string");
  return days.sort()[0] ?? null;
}

function waitingWords({ number, quorum, approvals }: NonNullable<ReviewStanding["waiting"]>): string {
  const left = Math.max(1, quorum - approvals);
  const more = approvals > 0 ? " more" : "";
  return `revision ${number} waits for ${left === 1 ? (more ? "1 more approval" : "an approval") : `${left}${more} approvals`}`;
}

/** The newest one, where it was closed without coming into force and nobody has gone on yet. */
const closedWords = ({ number, state }: { number: number; state: string }): string =>
  state === "rejected" || state === "withdrawn"
    ? `revision ${number} ${REVISION_STATES[state as RevisionState].toLowerCase()}`
    : "";

function draftWords(number: number, changes: Draft): string {
  if (!changes) return `draft ${number}`;
  if (changes.isMore) return `draft ${number} has over 200 changes`;
  if (changes.count === 0) return `draft ${number} has no changes`;
  return `draft ${number} has ${changes.count} ${changes.count === 1 ? "change" : "changes"}`;
}

function toneOf({ state }: { state: string }, isWaiting: boolean): StandingWords["tone"] {
  if (isWaiting) return "neutral";
  if (state === "rejected") return "bad";
  return state === "withdrawn" ? "off" : "open";
}
