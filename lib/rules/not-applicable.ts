import type { Answer } from "@/lib/review/cell";
import type { ReviewContent } from "@/lib/review/content";
import { type TargetKind, targetOf } from "./targets";

/** One answer "not applicable, because": shown beside the submit button, in the snapshot and the report. */
export type NotApplicableAnswer = { target: string; field: string; reason: string };

const LISTS = [
  ["artifacts", "artifact"],
  ["executors", "executor"],
  ["entryPoints", "entry"],
  ["capabilities", "capability"],
  ["justifications", "justification"],
  ["risks", "risk"],
] as const satisfies readonly (readonly [keyof ReviewContent, Exclude<TargetKind, "review">])[];

/** Every "not applicable" of the live rows, in the order of the rows; their count is what rules passed over. */
export function notApplicableAnswers(content: ReviewContent): NotApplicableAnswer[] {
  const found: NotApplicableAnswer[] = [];
  const add = (target: string, answers: Record<string, Answer>) => {
    for (const field in answers) {
      const answer = answers[field];
      if (answer?.state === "not-applicable") found.push({ target, field, reason: answer.reason });
    }
  };
  add("review", content.review.answers);
  for (const [list, kind] of LISTS) {
    for (const row of content[list]) {
      const isGone = row.archivedAt !== null || ("closedAt" in row && row.closedAt !== null);
      if (!isGone) add(targetOf(kind, row), row.answers);
    }
  }
  return found;
}
