import type { RowChange } from "@/lib/review/change";
import type { Sql } from "./sql";
import { snake, writingParts } from "./write-rows";

/** Rows of one statement: their JSON is made in some milliseconds, and other work comes between. */
const PART = 250;

/** Above this many rows of one table the planner is told about them. */
const MANY = 500;

/**
 * Writes very many rows, table by table in the order in which the tables first come; that must be
 * the order in which they refer to each other. Two things make it other than one statement: turning them into JSON at once would block the
 * event loop, and a table that was empty a moment ago has no statistics, so that each foreign key
 * would be looked up over the wrong index (10,000 rows took half a minute). A server before
 * PostgreSQL 17 gives no right to ANALYZE; it warns, and is slow.
 */
export async function writeInParts(
  sql: Sql,
  changes: readonly RowChange[],
  where: { workspaceId: string; reviewId: string },
): Promise<void> {
  for (const run of runsOf(changes)) {
    for (let from = 0; from < run.length; from += PART) {
      const { parts, values } = writingParts(run.slice(from, from + PART), where, 1);
      const list = parts.map((part, index) => `w${index} as (${part})`).join(", ");
      await sql.query(`with ${list} select 1`, values);
      await new Promise((next) => setImmediate(next));
    }
    const [first] = run;
    if (first?.op === "insert" && run.length > MANY) await sql.query(`analyze "${snake(first.table)}"`);
  }
}

/** Changes of one kind and table together, in the order in which the kinds first come. */
function runsOf(changes: readonly RowChange[]): RowChange[][] {
  const runs = new Map<string, RowChange[]>();
  for (const change of changes) {
    const kind = `${change.op} ${change.table}`;
    const run = runs.get(kind);
    if (run) run.push(change);
    else runs.set(kind, [change]);
  }
  return [...runs.values()];
}
