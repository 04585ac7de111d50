import type { EventPayload } from "@/lib/audit/events";
import type { Actor } from "@/lib/identity/actor";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import type { ActivityItem } from "../activity";
import type { ActivityFilter } from "../activity-query";
import { ENTITIES } from "../fields";
import { ROW_KINDS, type RowKind } from "../row-link";
import { presentEvents } from "./present-events";
import { rowOfLabel } from "./row-links";

export type EventRow = {
  seq: number;
  at: Date;
  type: string;
  actorKind: string;
  actorId: string;
  actorName: string;
  payload: EventPayload;
};

/** An event as the API gives it: its words for people, its payload for machines. */
export type EventItem = ActivityItem & { payload: EventPayload };

/**
 * A page of a review's events, newest first. The caller has checked that the actor sees the review.
 *
 * @param page `before`: only older ones than this seq; `since`: only newer ones
 */
export async function listEvents(
  actor: Actor,
  reviewId: string,
  filter: ActivityFilter,
  page: { before?: number; since?: number; limit: number },
): Promise<{ items: EventItem[]; next: string | null }> {
  return readSql(actor, async (sql) => {
    const rowId = filter.row === undefined ? null : await rowIdOf(sql, reviewId, filter.row);
    const rows = await sql.query<EventRow>(EVENTS, [
      reviewId,
      page.before ?? null,
      page.since ?? null,
      filter.type ?? null,
      filter.actor ?? null,
      filter.kind ? tableOf(filter.kind) : null,
      rowId && JSON.stringify({ changes: [{ id: rowId }] }),
      page.limit + 1,
    ]);
    const shown = rows.slice(0, page.limit);
    return {
      items: await presentEvents(sql, reviewId, shown),
      next: rows.length > page.limit ? String(shown.at(-1)!.seq) : null,
    };
  });
}

const EVENTS = `
  select seq::int, at, type, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", payload
  from event
  where review_id = $1
    and ($2::bigint is null or seq < $2)
    and ($3::bigint is null or seq > $3)
    and ($4::text[] is null or type = any($4))
    and ($5::text is null or actor_id = $5)
    and ($6::text is null or payload @> jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('table', $6::text))))
    and ($7::jsonb is null or payload @> $7)
  order by seq desc limit $8`;

const tableOf = (kind: RowKind | "review"): string =>
  kind === "review" ? "review" : ENTITIES[ROW_KINDS[kind].entity].table;

async function rowIdOf(sql: Sql, reviewId: string, given: string): Promise<string> {
  if (isId(given)) return given;
  const row = rowOfLabel(given);
  const [found] = row
    ? await sql.query<{ id: string }>(
        `select id from ${tableOf(row.kind)} where review_id = $1 and number = $2`,
        [reviewId, row.number],
      )
    : [];
  // A number that no row has: nothing was ever done to it.
  return found?.id ?? "none";
}

/** Who ever changed something in a review, by name; for the filter. */
export async function eventActors(actor: Actor, reviewId: string): Promise<{ id: string; name: string }[]> {
  return readSql(actor, (sql) =>
    sql.query<{ id: string; name: string }>(
      `select distinct on (actor_id) actor_id as id, actor_name as name from event
       where review_id = $1 order by actor_id, seq desc`,
      [reviewId],
    ),
  );
}
