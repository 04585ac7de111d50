import type { EventPayload } from "@/lib/audit/events";
import type { Sql } from "@/lib/platform/db/sql";
import { countChanges, type DraftChanges, type DraftTally, emptyTally, tallyEvent } from "../draft-changes";

type Kept = { seq: number; tally: DraftTally };
const shared = globalThis as typeof globalThis & { cordonDraftTallies?: Map<string, Kept> };

/** How many drafts' tallies are kept. */
const MOST_KEPT = 100;

/**
 * How many changes a draft has since the revision that was in force last. Reads the events since then
 * once, and after that only those that came: the cost grows with what changes, not with what exists.
 *
 * @param since the number of the revision that was in force last
 * @param seq the seq up to which the page reads
 */
export async function draftChanges(
  sql: Sql,
  where: { workspaceId: string; reviewId: string },
  since: number,
  seq: number,
): Promise<DraftChanges> {
  shared.cordonDraftTallies ??= new Map();
  const all = shared.cordonDraftTallies;
  const key = `${where.workspaceId} ${where.reviewId} ${since}`;
  const begun = all.get(key)?.seq ?? (await openedBefore(sql, where.reviewId, since));
  if (begun === null) return { count: 0, isMore: false };
  const kept = all.get(key) ?? { seq: begun, tally: emptyTally() };
  all.delete(key);
  // Another request may have counted further; what it counted is not counted again.
  const events = await sql.query<{ seq: number; type: string; payload: EventPayload }>(
    "select seq::int, type, payload - 'findings' as payload from event where review_id = $1 and seq > $2 and seq <= $3 order by seq",
    [where.reviewId, kept.seq, seq],
  );
  for (const { seq: at, type, payload } of events) {
    if (at <= kept.seq) continue;
    tallyEvent(kept.tally, type, payload);
    kept.seq = at;
  }
  all.set(key, kept);
  for (const oldest of all.keys()) {
    if (all.size <= MOST_KEPT) break;
    all.delete(oldest);
  }
  return countChanges(kept.tally);
}

/** The seq of the last event that belongs to a revision: the next one opened after it. Null: none has. */
async function openedBefore(sql: Sql, reviewId: string, since: number): Promise<number | null> {
  const [next] = await sql.query<{ seq: number }>(
    `select opened_seq::int - 1 as seq from revision where review_id = $1 and number > $2 order by number limit 1`,
    [reviewId, since],
  );
  return next?.seq ?? null;
}
