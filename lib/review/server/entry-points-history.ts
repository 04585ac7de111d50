import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { reviewHead } from "./access";
import type { CreatableKind } from "./create-row";
import { oneRow } from "./list-rows";

/** One event of a row: who changed what of it, before and after, with columns in camelCase. */
export type RowEvent = {
  seq: number;
  at: string;
  type: string;
  actor: { id: string; name: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
};

/** How many events of a row are shown, the newest first. */
const MOST = 100;

/**
 * What happened to one row, the newest first. Commands that changed very many rows name none of them
 * and are not here; the activity page has them.
 *
 * @throws ProblemError `not-found` when the actor does not see the review, or it has no such row
 */
export async function rowHistory(
  actor: Actor,
  reviewId: string,
  entity: CreatableKind,
  rowId: string,
): Promise<RowEvent[]> {
  await reviewHead(actor, reviewId);
  await oneRow(actor, reviewId, entity, rowId);
  const rows = await readSql(actor, (sql) =>
    sql.query<Omit<RowEvent, "at" | "actor"> & { at: Date; actorId: string; actorName: string }>(
      `select e.seq::int as seq, e.at, e.type, e.actor_id as "actorId", e.actor_name as "actorName",
         nullif(c->'before', 'null') as before, c->'after' as after
       from event e cross join lateral jsonb_array_elements(e.payload->'changes') c
       where e.review_id = $1 and e.payload->'changes' @> $2 and c->>'id' = $3
       order by e.seq desc limit ${MOST}`,
      [reviewId, JSON.stringify([{ id: rowId }]), rowId],
    ),
  );
  return rows.map(({ at, actorId, actorName, ...event }) => ({
    ...event,
    at: at.toISOString(),
    actor: { id: actorId, name: actorName },
  }));
}
