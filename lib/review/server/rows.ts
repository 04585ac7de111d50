import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import type { ContentTable } from "../change";

/** A row as the database gives it, names in camelCase, times in ISO 8601. */
export type LoadedRow = Record<string, unknown> & {
  id: string;
  number: number;
  answers: Record<string, never>;
  versions: Record<string, number>;
  archivedAt: string | null;
};

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Names in camelCase, dates as ISO 8601 text, bigints as numbers; workspace and review are left out. */
export function presentRow(row: Record<string, unknown>): LoadedRow {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const key = camel(name);
    if (key === "workspaceId" || key === "reviewId") continue;
    shown[key] =
      value instanceof Date ? value.toISOString() : typeof value === "bigint" ? Number(value) : value;
  }
  return shown as LoadedRow;
}

/**
 * Loads one row of a review under the lock.
 *
 * @throws ProblemError `not-found` when this review has no such row
 */
export async function loadRow(
  sql: Sql,
  reviewId: string,
  table: ContentTable,
  id: string,
): Promise<LoadedRow> {
  const [row] =
    table === "review"
      ? await sql.query<Record<string, unknown>>("select * from review where id = $1", [reviewId])
      : await sql.query<Record<string, unknown>>(
          `select * from "${table}" where review_id = $1 and id = $2`,
          [reviewId, id],
        );
  if (!row) throw problem("not-found", "This review has no such row.");
  return presentRow(row);
}
