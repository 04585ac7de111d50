import type { Sql } from "@/lib/platform/db/sql";
import type { ResidualRisk } from "@/lib/review/content";
import { presentRow } from "@/lib/review/server/rows";

/** Every residual risk of a review, archived ones too, in the order of the short numbers. */
export async function risksOf(sql: Sql, reviewId: string): Promise<ResidualRisk[]> {
  const rows = await sql.query<Record<string, unknown>>(
    "select * from risk where review_id = $1 order by number",
    [reviewId],
  );
  return rows.map((row) => presentRow(row) as unknown as ResidualRisk);
}
