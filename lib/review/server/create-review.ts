import { lockWorkspace } from "@/lib/audit/server/append-event";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { newId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { inTransaction, sqlOf } from "@/lib/platform/db/transaction";
import type { LockedReview } from "@/lib/platform/unit-of-work/locked-review";
import { runLocked } from "@/lib/platform/unit-of-work/run";
import { RULE_SET_VERSION } from "@/lib/rules/rules";
import type { RowChange } from "../change";
import type { NewReview } from "../systems";
import { copyOf, type ReviewCopy } from "./copy-revision";
import { loadSystem, refuseArchived } from "./load-system";

/** A review that was made; `copiedFrom` is the revision that it starts from, if the system had one in force. */
export type MadeReview = { id: string; number: number; copiedFrom: ReviewCopy["from"] | null };

/**
 * Makes a review of a system with revision 1 as its draft. It starts as a copy of the system's last
 * revision in force, else blank, with the first artifact where one is named. Row, content, findings
 * and the first event of the chain are one transaction.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state` when the system is archived
 */
export async function createReview(actor: Actor, systemId: string, given: NewReview): Promise<MadeReview> {
  return inTransaction(actor.workspaceId, "BEGIN", async (client) => {
    const sql = sqlOf(client);
    // Reviews are numbered within the workspace: one at a time takes the next number.
    await lockWorkspace(sql, actor.workspaceId);
    const system = await loadSystem(sql, actor, systemId);
    const permit = authorize(actor, "review.create");
    refuseArchived(system);
    const copy = await copyOf(sql, systemId);
    const review = await insertReview(sql, actor, systemId, given.title.trim());
    review.counters = copy?.counters ?? {};
    await runLocked(client, actor, review, async (tx) => {
      tx.write(permit, {
        type: "review.created",
        words: copy ? `as a copy of revision ${copy.from.revision} of “${copy.from.title}”` : undefined,
        more: copy ? { copiedFrom: copy.from } : undefined,
        changes: [
          scopeOf(review.id, given.title.trim(), copy),
          ...(copy?.changes ?? []),
          ...(given.artifact ? [artifactRow(given.artifact.trim(), tx.nextNumber("A"))] : []),
        ],
      });
    });
    return { id: review.id, number: review.number, copiedFrom: copy?.from ?? null };
  });
}

async function insertReview(sql: Sql, actor: Actor, systemId: string, title: string): Promise<LockedReview> {
  const id = newId();
  const [made] = await sql.query<Record<string, unknown> & { number: number }>(
    `insert into review (workspace_id, id, system_id, number, title, rule_set_version, created_by_id)
     select $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6 from review returning *`,
    [actor.workspaceId, id, systemId, title, RULE_SET_VERSION, actor.id],
  );
  return {
    id,
    number: made!.number,
    systemId,
    counters: {},
    eventSeq: 0,
    eventHash: "",
    archivedAt: null,
    isArchived: false,
    answers: {},
    versions: {},
    row: made!,
    revision: null,
  };
}

/** The review's own cells as its first event says them. Naming the risk tier has every rule looked at once. */
function scopeOf(id: string, title: string, copy: ReviewCopy | null): RowChange {
  const cells = copy?.scope ?? { set: { riskTier: null }, answers: {} };
  const fields = ["title", ...Object.keys(cells.set).filter((field) => cells.set[field] !== null)];
  const versions = Object.fromEntries([...fields, ...Object.keys(cells.answers)].map((field) => [field, 1]));
  const set = { ...cells.set, title, answers: cells.answers, versions };
  return { op: "update", table: "review", id, before: {}, set };
}

const artifactRow = (name: string, number: number): RowChange => ({
  op: "insert",
  table: "artifact",
  row: { id: newId(), number, name, submitters: [], answers: {}, versions: { name: 1 } },
});
