import type { FindingMark } from "@/lib/audit/events";
import { problem } from "@/lib/kernel/errors";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { FindingState } from "@/lib/rules/diff-findings";

/** Loads a finding under the review's lock, to decide about it. @throws ProblemError `not-found` */
export async function loadFinding(tx: Tx, findingId: string): Promise<FindingMark & { state: FindingState }> {
  const [finding] = await tx.sql.query<FindingMark & { state: FindingState }>(
    `select id, number, rule_id as "ruleId", target, severity, state from finding where review_id = $1 and id = $2`,
    [tx.review.id, findingId],
  );
  if (!finding) throw problem("not-found", "This review has no such finding.");
  return finding;
}

/** A finding as events name it. */
export const markOf = ({ id, number, ruleId, target, severity }: FindingMark): FindingMark => ({
  id,
  number,
  ruleId,
  target,
  severity,
});
