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
  return (await writtenByEach(sql, reviewId, [memberId], seq)).get(memberId) ?? [];
}

/** The same of several members; who wrote nothing is not in it. */
export async function writtenByEach(
  sql: Sql,
  reviewId: string,
  memberIds: readonly string[],
  seq: number,
): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ by: string; table: string; number: number }>(
    `select distinct e.actor_id as by, c ->> 'table' as "table", (c ->> 'number')::int as number
     from event e cross join lateral jsonb_array_elements(coalesce(e.payload -> 'changes', '[]')) c
     where e.review_id = $1 and e.actor_id = any($2::text[]) and e.seq <= $3 and c ->> 'number' is not null
       and c ->> 'table' = any($4::text[]) and e.type = any($5::text[])
     union
     select e.actor_id, 'configuration', (e.payload -> 'configuration' ->> 'number')::int
     from event e where e.review_id = $1 and e.actor_id = any($2::text[]) and e.seq <= $3
       and e.type = 'configuration.attached'
     order by 1, 2, 3`,
    [reviewId, memberIds, seq, Object.keys(LETTERS), WRITING],
  );
  const written = new Map<string, string[]>();
  for (const { by, table, number } of rows) {
    const label = `${LETTERS[table as keyof typeof LETTERS] ?? "G"}${number}`;
    const list = written.get(by);
    if (list) list.push(label);
    else written.set(by, [label]);
  }
  return written;
}
