import type { PoolClient } from "pg";
import type { Actor } from "@/lib/identity/actor";
import { isAtLeast } from "@/lib/identity/roles";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { beginIn } from "../db/transaction";

/** The review's row as it is under the lock, and its newest revision. */
export type LockedReview = {
  id: string;
  number: number;
  systemId: string;
  counters: Record<string, number>;
  eventSeq: number;
  eventHash: string;
  archivedAt: Date | null;
  /** Whether the review or its system is archived. */
  isArchived: boolean;
  answers: Record<string, unknown>;
  versions: Record<string, number>;
  row: Record<string, unknown>;
  revision: LockedRevision | null;
};

export type LockedRevision = {
  id: string;
  number: number;
  state: string;
  requestedById: string | null;
};

/**
 * Begins the transaction, sets the workspace, and locks the review, in one round trip. Statements of
 * the transaction are planned once a connection: planning some of them takes longer than they do.
 * What is read besides the review itself is read after the lock is held (`lock_review`).
 */
export async function lockReview(client: PoolClient, actor: Actor, reviewId: string): Promise<LockedReview> {
  if (!isId(reviewId)) throw notThere();
  const text = `${beginIn(actor.workspaceId)}, set_config('plan_cache_mode', 'force_generic_plan', true);
    SELECT (r).*, s_visibility, s_archived_at, s_on_system, v_id, v_number, v_state, v_requested_by_id
    FROM lock_review('${reviewId}', '${memberOf(actor)}')`;
  // Several statements in one text give an array of results; the types of pg do not know it.
  const results = (await client.query(text)) as unknown as { rows: LockedRow[] }[];
  const found = results[2]?.rows[0];
  if (!found) throw notThere();
  const { s_visibility, s_archived_at, s_on_system, v_id, v_number, v_state, v_requested_by_id, ...row } =
    found;
  if (!canSee(actor, { visibility: s_visibility, on_system: s_on_system })) throw notThere();
  return {
    id: reviewId,
    number: row.number as number,
    systemId: row.system_id as string,
    counters: row.counters as Record<string, number>,
    eventSeq: Number(row.event_seq),
    eventHash: row.event_hash as string,
    archivedAt: row.archived_at as Date | null,
    isArchived: row.archived_at !== null || s_archived_at !== null,
    answers: row.answers as Record<string, unknown>,
    versions: row.versions as Record<string, number>,
    row,
    revision:
      v_id === null
        ? null
        : { id: v_id, number: v_number!, state: v_state!, requestedById: v_requested_by_id },
  };
}

type LockedRow = Record<string, unknown> & {
  s_visibility: string;
  s_archived_at: Date | null;
  s_on_system: boolean;
  v_id: string | null;
  v_number: number | null;
  v_state: string | null;
  v_requested_by_id: string | null;
};

function memberOf(actor: Actor): string {
  if (!isId(actor.id)) throw new TypeError("an actor's id is a UUID");
  return actor.id;
}

/**
 * Whether the actor sees a system: it is open to the workspace and they are no mere contributor, or
 * they are on it, or they are an admin.
 */
export function canSee(actor: Actor, system: Record<string, unknown>): boolean {
  if (actor.kind === "system" || isAtLeast(actor.role, "admin")) return true;
  if (system.on_system) return true;
  return system.visibility === "open" && actor.role !== "contributor";
}

const notThere = () => problem("not-found", "There is no such review that you can see.");
