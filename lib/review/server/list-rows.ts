import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { readSql } from "@/lib/platform/db/transaction";
import { ENTITIES } from "../fields";
import type { CreatableKind } from "./create-row";
import { type LoadedRow, presentRow } from "./rows";

/**
 * A page of a review's rows in the order of their short numbers. The caller has checked that the
 * actor sees the review.
 */
export async function listRows(
  actor: Actor,
  reviewId: string,
  entity: CreatableKind,
  page: { cursor?: number; limit: number; archived: "true" | "false" },
): Promise<{ items: LoadedRow[]; next: string | null }> {
  const rows = await readSql(actor, (sql) =>
    sql.query<Record<string, unknown>>(
      `select * from "${ENTITIES[entity].table}" where review_id = $1 and number > $2 and (archived_at is not null) = $3
       order by number limit $4`,
      [reviewId, page.cursor ?? 0, page.archived === "true", page.limit + 1],
    ),
  );
  const items = rows.slice(0, page.limit).map(presentRow);
  return { items, next: rows.length > page.limit ? String(items.at(-1)!.number) : null };
}

/**
 * Every row of one entity that is not archived, for the worksheets.
 */
export async function allRows<T>(actor: Actor, reviewId: string, entity: CreatableKind): Promise<T[]> {
  const rows = await readSql(actor, (sql) =>
    sql.query<Record<string, unknown>>(
      `select * from "${ENTITIES[entity].table}" where review_id = $1 and archived_at is null order by number`,
      [reviewId],
    ),
  );
  return rows.map((row) => presentRow(row) as unknown as T);
}

/** One row, archived or not. @throws ProblemError `not-found` */
export async function oneRow(
  actor: Actor,
  reviewId: string,
  entity: CreatableKind,
  id: string,
): Promise<LoadedRow> {
  const [row] = await readSql(actor, (sql) =>
    sql.query<Record<string, unknown>>(
      `select * from "${ENTITIES[entity].table}" where review_id = $1 and id = $2`,
      [reviewId, id],
    ),
  );
  if (!row) throw problem("not-found", `This review has no such ${ENTITIES[entity].label.toLowerCase()}.`);
  return presentRow(row);
}
