import type { EventPayload, FindingMark } from "@/lib/audit/events";
import type { RowChange } from "@/lib/review/change";
import type { Severity } from "@/lib/review/vocabulary";
import { isAboutDeciding } from "@/lib/rules/uncovered-findings";
import { isAtLeast } from "@/lib/rules/words";
import type { Sql } from "../db/sql";

/**
 * Marks the revision in force as contested when a finding of high or above is new: that ends nothing,
 * but whoever approved it has to know.
 */
export async function contestInForce(
  sql: Sql,
  reviewId: string,
  now: Date,
  marks: EventPayload["findings"],
): Promise<RowChange[]> {
  const because = newsOf(marks?.opened ?? []);
  if (because === null) return [];
  const [inForce] = await sql.query<Contestable>(
    `select id, number, contested_at as "contestedAt", contested_because as "contestedBecause"
     from revision where review_id = $1 and state = 'in-force'`,
    [reviewId],
  );
  return inForce ? contested(inForce, now, because) : [];
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

/** A revision in force, with what bears on it already. */
export type Contestable = {
  id: string;
  number: number;
  contestedAt: Date | null;
  contestedBecause: string | null;
};

/** How much is said of what bears on a revision, in characters. */
const MOST_SAID = 1_000;

/**
 * The change that says that something bears on a revision in force, and what. What came first keeps its
 * time; what comes later is said after it, and the same is said once.
 */
export function contested(
  { id, number, contestedAt, contestedBecause }: Contestable,
  now: Date,
  because: string,
): RowChange[] {
  const said = contestedBecause ? contestedBecause.split("; ") : [];
  const together = [...said, because].join("; ");
  if (said.includes(because) || together.length > MOST_SAID) return [];
  return [
    {
      op: "update",
      table: "revision",
      id,
      before: { number },
      set: { contestedAt: (contestedAt ?? now).toISOString(), contestedBecause: together },
    },
  ];
}
