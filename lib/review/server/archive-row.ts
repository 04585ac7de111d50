import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import { ENTITIES, fieldsOf } from "../fields";
import type { CreatableKind } from "./create-row";
import { type LoadedRow, loadRow } from "./rows";

/** Rows that lead to a row of this kind; it cannot be archived while one of them does. */
const LEADING_HERE: Partial<
  Record<CreatableKind, { table: string; column: string; one: string; many: string }>
> = {
  artifact: {
    table: "entry_point",
    column: "artifact_id",
    one: "entry point loads it",
    many: "entry points load it",
  },
  executor: {
    table: "entry_point",
    column: "executor_id",
    one: "entry point runs in it",
    many: "entry points run in it",
  },
  justification: {
    table: "capability",
    column: "justification_id",
    one: "capability is covered by it",
    many: "capabilities are covered by it",
  },
};

/**
 * Archives a row or takes it back. Nothing is deleted: numbers stay, links lead there still.
 *
 * @throws ProblemError `not-in-this-state` when other rows still lead to it, or it is in that state already
 */
export async function setArchived(
  actor: Actor,
  reviewId: string,
  entity: CreatableKind,
  rowId: string,
  archived: boolean,
): Promise<{ id: string; seq: number }> {
  const { seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const table = ENTITIES[entity].table;
    const row = await loadRow(tx.sql, reviewId, table, rowId);
    const permit = tx.authorize(entity === "risk" ? "risk.edit" : "content.edit");
    if ((row.archivedAt !== null) === archived) {
      throw problem(
        "not-in-this-state",
        archived ? "This row is archived already." : "This row is not archived.",
      );
    }
    if (archived) await refuseWhileUsed(tx, entity, row);
    else await refuseWhileLeadingToArchived(tx, entity, row);
    if (entity === "capability" && archived && row.key) {
      throw problem(
        "not-in-this-state",
        "The configuration grants this, so it cannot be archived. Decide it, or remove it there.",
      );
    }
    const ended = !archived && entity === "risk" ? proposedAgain(row) : { before: {}, set: {} };
    tx.write(permit, {
      type: archived ? "row.archived" : "row.restored",
      changes: [
        {
          op: "update",
          table,
          id: rowId,
          before: { ...groups(row), number: row.number, archivedAt: row.archivedAt, ...ended.before },
          set: { archivedAt: archived ? tx.now.toISOString() : null, ...ended.set },
        },
      ],
    });
  });
  return { id: rowId, seq: seq! };
}

/** An acceptance ended with the archiving, and does not come back by itself. */
const proposedAgain = ({ state }: LoadedRow) =>
  state === "accepted" ? { before: { state }, set: { state: "proposed" } } : { before: {}, set: {} };

const groups = ({ executorId, workload, container, justificationId, artifactId }: LoadedRow) => ({
  executorId,
  workload,
  container,
  justificationId,
  artifactId,
});

async function refuseWhileUsed(tx: Tx, entity: CreatableKind, row: LoadedRow): Promise<void> {
  const users = LEADING_HERE[entity];
  if (!users) return;
  const [found] = await tx.sql.query<{ n: number }>(
    `select count(*)::int as n from "${users.table}" where review_id = $1 and "${users.column}" = $2 and archived_at is null`,
    [tx.review.id, row.id],
  );
  if (found && found.n > 0) {
    const words = found.n === 1 ? `1 ${users.one}. Point it` : `${found.n} ${users.many}. Point them`;
    throw problem("not-in-this-state", `${words} elsewhere first.`);
  }
}

/** A restored row would lead to a row that nobody sees: that one has to come back first. */
async function refuseWhileLeadingToArchived(tx: Tx, entity: CreatableKind, row: LoadedRow): Promise<void> {
  for (const [field, definition] of fieldsOf(entity)) {
    if (definition.kind !== "reference" || !definition.entity || definition.entity === "member") continue;
    const id = row[`${field}Id`];
    if (typeof id !== "string") continue;
    const { table, letter } = ENTITIES[definition.entity];
    const [found] = await tx.sql.query<{ number: number }>(
      `select number from "${table}" where review_id = $1 and id = $2 and archived_at is not null`,
      [tx.review.id, id],
    );
    if (!found) continue;
    throw problem(
      "not-in-this-state",
      `${definition.label} ${letter}${found.number} is archived. Restore it first.`,
    );
  }
}
