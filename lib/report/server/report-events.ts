import type { Sql } from "@/lib/platform/db/sql";
import type { ActivityLine } from "@/lib/review/activity";
import type { EventRow } from "@/lib/review/server/list-events";
import { presentEvents } from "@/lib/review/server/present-events";
import type { ReportEvent } from "../source";
import { timeWords } from "../times";
import { capital } from "../words";

/** The most events that a report holds, the newest; the API has them all. */
const MOST_EVENTS = 5_000;
/** Events that are put into words at a time, so that their rows are not all held at once. */
const AT_A_TIME = 500;

/** The history of a review in words, oldest first. The caller has checked that the actor sees it. */
export async function reportEvents(sql: Sql, reviewId: string): Promise<ReportEvent[]> {
  const found: ReportEvent[] = [];
  let before: number | null = null;
  while (found.length < MOST_EVENTS) {
    const rows: EventRow[] = await sql.query<EventRow>(
      `select seq::int, at, type, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", payload
       from event where review_id = $1 and ($2::bigint is null or seq < $2) order by seq desc limit $3`,
      [reviewId, before, AT_A_TIME],
    );
    for (const event of await presentEvents(sql, reviewId, rows)) {
      const { seq, at, actor, deed, words, lines, more } = event;
      found.push({
        seq,
        at: timeWords(at),
        who: actor.name,
        deed: words ? `${capital(deed)}: ${words}` : capital(deed),
        lines: [...lines.map(lineWords), ...(more > 0 ? [`and ${more} more`] : [])],
      });
    }
    if (rows.length < AT_A_TIME) break;
    before = rows.at(-1)!.seq;
  }
  return found.reverse();
}

function lineWords({ row, what, field, before, after }: ActivityLine): string {
  const where = row ? `${row.label} ${row.name}`.trim() : "";
  if (field === undefined) return `${where}: ${what}`;
  const change =
    before === undefined ? `${after || "nothing"}` : `${before || "nothing"} → ${after || "nothing"}`;
  return `${[where, field].filter(Boolean).join(", ")}: ${change}`;
}
