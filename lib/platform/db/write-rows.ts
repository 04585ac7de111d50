import type { ContentTable, RowChange } from "@/lib/review/change";

/** The tables' own marks: where the row of an update is found, what an insert gets by itself. */
const HAS_REVIEW_ID = (table: ContentTable): boolean => table !== "review";

// Names come from code and are few; an import asks for each of them thousands of times.
const snakes = new Map<string, string>();
export function snake(name: string): string {
  const known = snakes.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, made);
  return made;
}
const quoted = (name: string): string => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`${name} is no column`);
  return `"${name}"`;
};

/** Parts of a `WITH` list that write rows, and the values of their parameters from $`first` on. */
export type WritingParts = { parts: string[]; values: unknown[] };

/**
 * Writes rows with as few statements as there are shapes: rows of one table that set the same
 * columns go as one JSON parameter (10,000 rows of an import are one INSERT). Names of tables and
 * columns come from code, never from input; they are checked to be plain all the same.
 */
export function writingParts(
  changes: readonly RowChange[],
  where: { workspaceId: string; reviewId: string },
  first: number,
): WritingParts {
  const shapes = new Map<string, { change: RowChange; columns: string[]; rows: Record<string, unknown>[] }>();
  for (const change of changes) {
    const names = Object.keys(change.op === "insert" ? change.row : change.set);
    const key = `${change.op} ${change.table} ${names.join()}`;
    let shape = shapes.get(key);
    if (!shape) {
      shape = { change, columns: names.map(snake), rows: [] };
      shapes.set(key, shape);
    }
    shape.rows.push(rowOf(change, where));
  }
  const parts: string[] = [];
  const values: unknown[] = [];
  for (const { change, columns, rows } of shapes.values()) {
    const mark = `$${first + values.length}::jsonb`;
    values.push(JSON.stringify(rows));
    parts.push(
      change.op === "insert" ? insertInto(change.table, columns, mark) : update(change.table, columns, mark),
    );
  }
  return { parts, values };
}

function rowOf(change: RowChange, where: { workspaceId: string; reviewId: string }): Record<string, unknown> {
  const own = change.op === "insert" ? change.row : { id: change.id, ...change.set };
  const row: Record<string, unknown> = { workspace_id: where.workspaceId };
  if (HAS_REVIEW_ID(change.table)) row.review_id = where.reviewId;
  for (const name in own) row[snake(name)] = own[name as keyof typeof own];
  return row;
}

function insertInto(table: ContentTable, columns: string[], mark: string): string {
  const own = HAS_REVIEW_ID(table) ? ["workspace_id", "review_id", ...columns] : ["workspace_id", ...columns];
  const names = own.map(quoted).join(", ");
  return `insert into ${quoted(table)} (${names}) select ${names} from jsonb_populate_recordset(null::${quoted(table)}, ${mark}) returning 1`;
}

function update(table: ContentTable, columns: string[], mark: string): string {
  const set = columns.map((name) => `${quoted(name)} = r.${quoted(name)}`).join(", ");
  const review = HAS_REVIEW_ID(table) ? "and t.review_id = r.review_id" : "";
  return `update ${quoted(table)} as t set ${set} from jsonb_populate_recordset(null::${quoted(table)}, ${mark}) as r where t.workspace_id = r.workspace_id ${review} and t.id = r.id returning 1`;
}
