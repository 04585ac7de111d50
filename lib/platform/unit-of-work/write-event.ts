import { eventHash, payloadDigest } from "@/lib/audit/chain";
import type { EventChange, EventPayload } from "@/lib/audit/events";
import { newId } from "@/lib/kernel/ids";
import type { RowChange } from "@/lib/review/change";
import { writingParts } from "../db/write-rows";
import type { Tx, Writing } from "./run";

/** Tables whose rows are too heavy for an event, or told by another part of it. */
const NOT_IN_EVENT = new Set<string>([
  "finding",
  "snapshot",
  "configuration",
  "configuration_file",
  "capability_grant",
]);

/** Above this many changed rows the event says how many, and clients fetch again. */
const MOST_CHANGES_IN_EVENT = 200;

/**
 * Writes the one event of a command, what follows of it in findings, the review's seq and counters,
 * and the one NOTIFY, in one statement.
 *
 * @param end ends the transaction; sent right behind
 */
export async function writeEvent(
  tx: Tx,
  writing: Writing,
  findings: { changes: RowChange[]; marks: EventPayload["findings"] },
  counters: Record<string, number>,
  end?: () => Promise<unknown>,
): Promise<void> {
  const { actor, review, now, seq } = tx;
  const payload = JSON.parse(JSON.stringify(payloadOf(writing, findings.marks))) as EventPayload;
  const where = { workspaceId: actor.workspaceId, reviewId: review.id };
  const link = {
    ...where,
    seq,
    at: now.toISOString(),
    type: writing.type,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    payloadDigest: payloadDigest(payload),
    previousHash: review.eventHash,
  };
  const hash = eventHash(link);
  const { parts, values } = writingParts(findings.changes, where, 16);
  const list = parts.map((part, index) => `w${index} as (${part}), `).join("");
  const written = tx.sql.query(
    `with ${list}
      e as (insert into event (workspace_id, id, review_id, seq, at, type, actor_kind, actor_id, actor_name, payload, payload_digest, previous_hash, hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning 1),
      r as (update review set event_seq = $4, event_hash = $13, counters = $14, changed_at = $5 where workspace_id = $1 and id = $3 returning 1)
      select pg_notify('cordon_event', $15) from e, r`,
    [
      actor.workspaceId,
      newId(now.getTime()),
      review.id,
      seq,
      link.at,
      link.type,
      actor.kind,
      actor.id,
      actor.name,
      JSON.stringify(payload),
      link.payloadDigest,
      link.previousHash,
      hash,
      JSON.stringify(counters),
      `${review.id}:${seq}`,
      ...values,
    ],
  );
  // In the same flight: after a statement that failed, COMMIT is a ROLLBACK.
  await Promise.all([written, end?.()]);
}

function payloadOf(writing: Writing, findings: EventPayload["findings"]): EventPayload {
  const payload: EventPayload = { ...writing.more };
  if (writing.words) payload.words = writing.words;
  if (writing.changes.length > MOST_CHANGES_IN_EVENT) payload.changed = writing.changes.length;
  else payload.changes = writing.changes.filter((change) => !NOT_IN_EVENT.has(change.table)).map(eventChange);
  if (findings) payload.findings = findings;
  return payload;
}

function eventChange(change: RowChange): EventChange {
  if (change.op === "insert") {
    const { id, number, ...after } = change.row;
    return {
      table: change.table,
      id: String(id ?? ""),
      number: number as number | undefined,
      op: "insert",
      after,
    };
  }
  return {
    table: change.table,
    id: change.id,
    number: change.before.number as number | undefined,
    op: "update",
    before: change.before,
    after: change.set,
  };
}
