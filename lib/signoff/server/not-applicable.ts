import type { Sql } from "@/lib/platform/db/sql";
import type { Answer } from "@/lib/review/cell";
import type { ReviewContent } from "@/lib/review/content";
import { fieldOf } from "@/lib/review/fields";
import { ROW_KINDS } from "@/lib/review/row-link";
import { notApplicableAnswers } from "@/lib/rules/not-applicable";
import { parseTarget } from "@/lib/rules/targets";

const TABLES = {
  artifact: "artifacts",
  executor: "executors",
  entry_point: "entryPoints",
  capability: "capabilities",
  justification: "justifications",
  risk: "risks",
} as const satisfies Record<string, keyof ReviewContent>;

const ANSWERED = Object.keys(TABLES)
  .map(
    (table) =>
      `select '${table}' as "table", id, number, answers from ${table}
       where review_id = $1 and archived_at is null and answers <> '{}'${table === "capability" ? " and closed_at is null" : ""}`,
  )
  .join(" union all ");

type Row = { table: keyof typeof TABLES; id: string; number: number; answers: Record<string, Answer> };

/** Every answer "not applicable, because" of a review's live rows; only rows with such an answer are loaded. */
export async function shownAnswers(
  sql: Sql,
  reviewId: string,
): Promise<{ target: string; label: string; reason: string }[]> {
  const rows = await sql.query<Row>(`${ANSWERED} order by 1, 3`, [reviewId]);
  const [review] = await sql.query<{ answers: Record<string, Answer> }>(
    "select answers from review where id = $1",
    [reviewId],
  );
  const content = Object.fromEntries(Object.values(TABLES).map((list) => [list, [] as unknown[]]));
  for (const { table, ...row } of rows) content[TABLES[table]]!.push({ ...row, archivedAt: null });
  const given = { ...content, review } as unknown as ReviewContent;
  return notApplicableAnswers(given).map(({ target, field, reason }) => {
    const kind = parseTarget(target)?.kind ?? "review";
    const label = fieldOf(kind === "review" ? "review" : ROW_KINDS[kind].entity, field)?.label ?? field;
    return { target, label, reason };
  });
}
