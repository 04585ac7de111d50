import type { EventType } from "@/lib/audit/events";
import type { Sql } from "@/lib/platform/db/sql";

/** The letter of each table's short numbers. */
const LETTERS = {
  artifact: "A",
  entry_point: "E",
  executor: "X",
  capability: "C",
  justification: "J",
  risk: "R",
} as const;

/** Events in which somebody writes; deciding, proposing and dismissing change rows and write nothing in them. */
const WRITING: EventType[] = [
  "row.created",
  "cell.edited",
  "row.archived",
  "row.restored",
  "capabilities.decided",
];

/**
 * The short numbers of what a member wrote in a review up to an event: rows that they made, filled
 * in or decided, and configurations that they attached. Shown at signing, and kept with the sign-off.
 */
export async function writtenBy(
  sql: Sql,
  reviewId: string,
  memberId: string,
  seq: number,
): Promise<string[]> {
  const rows = await sql.query<{ table: string; number: number }>(
    `select distinct c ->> 'table' as "table", (c ->> 'number')::int as number
     from event e cross join lateral jsonb_array_elements(coalesce(e.payload -> 'changes', '[]')) c
     where e.review_id = $1 and e.actor_id = $2 and e.seq <= $3 and c ->> 'number' is not null
       and c ->> 'table' = any($4::text[]) and e.type = any($5::text[])
     union
     select 'configuration', (e.payload -> 'configuration' ->> 'number')::int
     from event e where e.review_id = $1 and e.actor_id = $2 and e.seq <= $3 and e.type = 'configuration.attached'
     order by 1, 2`,
    [reviewId, memberId, seq, Object.keys(LETTERS), WRITING],
  );
  return rows.map(({ table, number }) => `${LETTERS[table as keyof typeof LETTERS] ?? "G"}${number}`);
}
