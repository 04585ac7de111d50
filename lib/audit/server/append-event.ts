import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { eventHash, payloadDigest } from "../chain";
import type { EventType } from "../events";

/** Who an event names. */
export type EventActor = Pick<Actor, "kind" | "id" | "name" | "workspaceId">;

/**
 * Appends one event to the workspace's own chain (what belongs to no review: members, sessions,
 * tokens, systems). Takes the workspace's row lock, so that `seq` has no gap, and keeps it until the
 * transaction ends. A secret never goes into `payload`. Such an event may end somebody's
 * access, so open streams of the workspace are checked again when it commits.
 *
 * @param sql a connection inside a transaction whose workspace is the actor's
 * @returns the event's seq
 * @throws Error when the workspace is not there: the caller's transaction is in another one
 */
export async function appendEvent(
  sql: Sql,
  actor: EventActor,
  type: EventType,
  payload: Record<string, unknown> = {},
  now: Date = new Date(),
): Promise<number> {
  const head = await lockWorkspace(sql, actor.workspaceId);
  if (!head) throw new Error("an event needs its workspace");
  const stored = JSON.parse(JSON.stringify(payload)) as Record<string, unknown>;
  const link = {
    workspaceId: actor.workspaceId,
    reviewId: null,
    seq: head.seq + 1,
    at: now.toISOString(),
    type,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    payloadDigest: payloadDigest(stored),
    previousHash: head.hash,
  };
  await sql.query(
    `with e as (insert into event (workspace_id, id, seq, at, type, actor_kind, actor_id, actor_name, payload, payload_digest, previous_hash, hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning 1),
      w as (update workspace set event_seq = $3, event_hash = $12 where id = $1 returning 1)
      select pg_notify('cordon_access', $1::text) from e, w`,
    [
      actor.workspaceId,
      newId(now.getTime()),
      link.seq,
      link.at,
      type,
      actor.kind,
      actor.id,
      actor.name,
      JSON.stringify(stored),
      link.payloadDigest,
      link.previousHash,
      eventHash(link),
    ],
  );
  return link.seq;
}

/** The head of the workspace's chain, locked until the transaction ends; null where there is none. */
export async function lockWorkspace(
  sql: Sql,
  workspaceId: string,
): Promise<{ seq: number; hash: string } | null> {
  const [row] = await sql.query<{ event_seq: string; event_hash: string }>(
    "select event_seq, event_hash from workspace where id = $1 for no key update",
    [workspaceId],
  );
  return row ? { seq: Number(row.event_seq), hash: row.event_hash } : null;
}
