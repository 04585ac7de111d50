import type { Sql } from "@/lib/platform/db/sql";
import type { Dismissal } from "../source";

/** Why the dismissed findings of a review were set aside, by the finding's id. */
export async function dismissalsOf(sql: Sql, reviewId: string): Promise<Record<string, Dismissal>> {
  const rows = await sql.query<{ id: string; reason: string | null; by: string | null; at: Date | null }>(
    `select f.id, f.dismissal_reason as reason, m.name as by, f.dismissed_at as at
     from finding f left join member m on m.workspace_id = f.workspace_id and m.id = f.dismissed_by_id
     where f.review_id = $1 and f.state = 'dismissed'`,
    [reviewId],
  );
  return Object.fromEntries(
    rows.map(({ id, reason, by, at }) => [id, { reason: reason ?? "", by, at: at?.toISOString() ?? null }]),
  );
}
