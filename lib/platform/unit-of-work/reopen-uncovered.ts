import type { FindingMark } from "@/lib/audit/events";
import type { RowChange } from "@/lib/review/change";
import type { ResidualRisk } from "@/lib/review/content";
import { isCoveredBy } from "@/lib/rules/uncovered-findings";
import type { Sql } from "../db/sql";
import { type DerivedFindings, storedFindings } from "./derive-findings";

/**
 * Opens the accepted findings that no accepted risk covers any more, after risks were changed: an
 * archived or rewritten risk is not the one that was accepted.
 *
 * @param already ids of findings that this command changes anyway
 */
export async function reopenUncovered(
  sql: Sql,
  reviewId: string,
  seq: number,
  already: ReadonlySet<string>,
): Promise<DerivedFindings> {
  const risks = await sql.query<Pick<ResidualRisk, "covers" | "state" | "archivedAt">>(
    `select covers, state, archived_at as "archivedAt" from risk where review_id = $1 and state = 'accepted'`,
    [reviewId],
  );
  const stored = await storedFindings(sql, reviewId);
  const changes: RowChange[] = [];
  const opened: FindingMark[] = [];
  for (const finding of stored) {
    if (finding.state !== "accepted" || already.has(finding.id)) continue;
    if (risks.some((risk) => isCoveredBy(finding, risk))) continue;
    changes.push({
      op: "update",
      table: "finding",
      id: finding.id,
      set: { state: "open", changedSeq: seq },
      before: {},
    });
    const { id, number, ruleId, target, severity } = finding;
    opened.push({ id, number, ruleId, target, severity });
  }
  return { changes, marks: opened.length > 0 ? { opened, resolved: [] } : undefined };
}
