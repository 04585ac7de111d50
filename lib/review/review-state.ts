import type { CheckSection } from "./checklist";
import type { Question } from "./finding-list";
import type { OverviewAnswer } from "./overview";
import type { ReviewStanding } from "./systems";
import type { Severity } from "./vocabulary";

/** The facts in a review's header, as they were at `seq`. */
export type ReviewFacts = ReviewStanding & {
  seq: number;
  title: string;
  isArchived: boolean;
  /** How many changes the draft has since the revision that was in force last; null where none ever was. */
  draftChanges: { count: number; isMore: boolean } | null;
  /** Of the configuration attached last among the newest of each environment. */
  environment: string | null;
  authorityDigest: string | null;
  /** Open findings by severity. */
  open: Record<Severity, number>;
  /** Open items (medium and above) by the question that their rule belongs to. */
  openByQuestion: Record<Question, number>;
  /** The same for what is counted beside them: low and info. */
  minorByQuestion: Record<Question, number>;
};

/** Everything that is computed of a review as a whole. */
export type ReviewState = ReviewFacts & {
  /** The seq that answers and sections were worked out at; behind `seq` while many changes come in. */
  computedSeq: number;
  answers: OverviewAnswer[];
  sections: CheckSection[];
};

/**
 * How far a part of the work is, for its mark in the rail. Nothing to do is not yet done; and deciding
 * is complete with a revision in force, never by its checks alone.
 */
export function completenessOf(
  { id, done, open }: Pick<CheckSection, "id" | "done" | "open">,
  { revision, inForce }: { revision: ReviewStanding["revision"]; inForce: { number: number } | null },
): "empty" | "partial" | "complete" {
  if (id === "decide") {
    if (inForce && inForce.number === revision?.number) return "complete";
    return inForce || revision?.state === "submitted" || done > 0 ? "partial" : "empty";
  }
  if (done === 0) return "empty";
  return open === 0 ? "complete" : "partial";
}
