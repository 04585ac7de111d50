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
 *
 * System and revision are statements of their own: a statement that waited for a lock re-reads the locked row
 * only, and would show everything else as it was before the wait.
 */
export async function lockReview(client: PoolClient, actor: Actor, reviewId: string): Promise<LockedReview> {
  if (!isId(reviewId)) throw notThere();
  const text = `${beginIn(actor.workspaceId)}, set_config('plan_cache_mode', 'force_generic_plan', true);
    SELECT * FROM review WHERE id = '${reviewId}' FOR NO KEY UPDATE;
    SELECT s.visibility, s.archived_at,
      EXISTS (SELECT 1 FROM system_member sm WHERE sm.workspace_id = s.workspace_id AND sm.system_id = s.id AND sm.member_id = '${memberOf(actor)}') AS on_system
    FROM system s JOIN review r ON r.workspace_id = s.workspace_id AND r.system_id = s.id WHERE r.id = '${reviewId}';
    SELECT id, number, state, requested_by_id FROM revision WHERE review_id = '${reviewId}' ORDER BY number DESC LIMIT 1`;
  // Several statements in one text give an array of results; the types of pg do not know it.
  const results = (await client.query(text)) as unknown as { rows: Record<string, unknown>[] }[];
  const row = results[2]?.rows[0];
  const system = results[3]?.rows[0];
  if (!row || !system || !canSee(actor, system)) throw notThere();
  const revision = results[4]?.rows[0];
  return {
    id: reviewId,
    number: row.number as number,
    systemId: row.system_id as string,
    counters: row.counters as Record<string, number>,
    eventSeq: Number(row.event_seq),
    eventHash: row.event_hash as string,
    archivedAt: row.archived_at as Date | null,
    isArchived: row.archived_at !== null || system.archived_at !== null,
    answers: row.answers as Record<string, unknown>,
    versions: row.versions as Record<string, number>,
    row,
    revision: revision
      ? {
          id: revision.id as string,
          number: revision.number as number,
          state: revision.state as string,
          requestedById: revision.requested_by_id as string | null,
        }
      : null,
  };
}

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
