import type { EventPayload, FindingMark } from "@/lib/audit/events";
import type { RowChange } from "@/lib/review/change";
import type { Severity } from "@/lib/review/vocabulary";
import { isAboutDeciding } from "@/lib/rules/uncovered-findings";
import { isAtLeast } from "@/lib/rules/words";
import type { Sql } from "../db/sql";

/**
 * Marks the revision in force as contested when a finding of high or above is new: that ends nothing,
 * but whoever approved it has to know. Only the first such news is kept.
 */
export async function contestInForce(
  sql: Sql,
  reviewId: string,
  now: Date,
  marks: EventPayload["findings"],
): Promise<RowChange[]> {
  const because = newsOf(marks?.opened ?? []);
  if (because === null) return [];
  const [inForce] = await sql.query<{ id: string; number: number }>(
    "select id, number from revision where review_id = $1 and state = 'in-force' and contested_at is null",
    [reviewId],
  );
  if (!inForce) return [];
  return [contested(inForce, now, because)];
}

/** What of some findings is news to whoever approved: those of high or above; null when none is. */
export function newsOf(
  findings: readonly Pick<FindingMark, "number" | "ruleId" | "severity">[],
): string | null {
  const [first, ...others] = findings.filter(
    ({ severity, ruleId }) => isAtLeast(severity as Severity, "high") && !isAboutDeciding(ruleId),
  );
  if (!first) return null;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `a new finding, F${first.number} (${first.ruleId})${more}`;
}

/** The change that says that something bears on a revision in force, and what. */
export const contested = (
  { id, number }: { id: string; number: number },
  now: Date,
  because: string,
): RowChange => ({
  op: "update",
  table: "revision",
  id,
  before: { number },
  set: { contestedAt: now.toISOString(), contestedBecause: because },
});
