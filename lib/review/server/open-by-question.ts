import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { RULES } from "@/lib/rules/rules";
import type { FindingItem, Question } from "../finding-list";
import { OPEN_ITEM_SEVERITIES } from "../open-items";
import { FINDING_COLUMNS, FINDING_RANK, type FindingRow, findingItems } from "./list-findings";

const WORST = `
  select * from (
    select ${FINDING_COLUMNS}, ${FINDING_RANK} as rank,
      row_number() over (partition by r.question order by ${FINDING_RANK}, f.number) as place
    from finding f join unnest($2::text[], $3::int[]) as r(id, question) on r.id = f.rule_id
    where f.review_id = $1 and f.state = 'open' and f.severity = any($4::text[])) t
  where place <= $5 order by rank, number`;

/**
 * The worst `most` open items of each question, in one query. The caller has checked that the actor
 * sees the review.
 */
export async function openByQuestion(
  actor: Actor,
  reviewId: string,
  most: number,
): Promise<Record<Question, FindingItem[]>> {
  const items = await readSql(actor, async (sql) => {
    const rows = await sql.query<FindingRow>(WORST, [
      reviewId,
      RULES.map(({ id }) => id),
      RULES.map(({ question }) => question),
      OPEN_ITEM_SEVERITIES,
      most,
    ]);
    return findingItems(sql, reviewId, rows);
  });
  const found: Record<Question, FindingItem[]> = { 1: [], 2: [], 3: [], 4: [], 5: [] };
  for (const item of items) found[item.question].push(item);
  return found;
}
