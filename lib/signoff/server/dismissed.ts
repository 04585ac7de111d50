import type { Sql } from "@/lib/platform/db/sql";
import { FINDING_COLUMNS, type FindingRow } from "@/lib/review/server/list-findings";

/** How many dismissed findings stand on the page; the rest is a link away. */
const MOST = 50;

/** The findings that approvers dismissed, the newest first, and how many there are in all. */
export async function dismissedFindings(
  sql: Sql,
  reviewId: string,
): Promise<{ rows: FindingRow[]; count: number }> {
  const rows = await sql.query<FindingRow & { count: number }>(
    `select ${FINDING_COLUMNS}, count(*) over ()::int as count from finding f
     where f.review_id = $1 and f.state = 'dismissed' order by f.dismissed_at desc, f.number limit ${MOST}`,
    [reviewId],
  );
  return { rows, count: rows[0]?.count ?? 0 };
}
