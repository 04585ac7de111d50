import type { Actor } from "@/lib/identity/actor";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { readSql } from "@/lib/platform/db/transaction";
import { parseWith } from "@/lib/platform/http/problem-response";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import { type Cell, cellSchema } from "../cell";
import type { EntryPoint, KindAnswer } from "../content";
import { type ChecklistItem, type ChecklistKind, kindChecklist } from "../kind-checklist";
import { ENTRY_POINT_KINDS } from "../vocabulary";
import { reviewHead } from "./access";
import { type CellEdit, conflictOf, presentCell } from "./edit-cells";
import { type LoadedRow, presentRow } from "./rows";

/** The kind checklist of a review. @throws ProblemError `not-found` */
export async function checklistOf(actor: Actor, reviewId: string): Promise<ChecklistItem[]> {
  await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const entryPoints = await sql.query<
      Pick<EntryPoint, "id" | "number" | "name" | "kind"> & { archivedAt: null }
    >(
      `select id, number, name, kind, null as "archivedAt" from entry_point
       where review_id = $1 and archived_at is null order by number`,
      [reviewId],
    );
    const answers = await sql.query<Pick<KindAnswer, "kind" | "because" | "versions">>(
      "select kind, because, versions from kind_answer where review_id = $1",
      [reviewId],
    );
    return kindChecklist(entryPoints, answers);
  });
}

/** What a saved answer of the checklist says; `seq` is null when nothing changed. */
export type SavedAnswer = {
  kind: ChecklistKind;
  because: string | null;
  version: number;
  seq: number | null;
};

/**
 * Saves "this kind of entry point does not exist here, because…", or takes it back. The first answer
 * of a kind makes its row, under the review's lock, so that two people never make two.
 *
 * @throws ProblemError `not-in-this-state` when there is an entry point of that kind, `invalid-input`,
 *   and `conflict` as `editCells` does
 */
export async function answerKind(
  actor: Actor,
  reviewId: string,
  kind: ChecklistKind,
  edit: CellEdit,
): Promise<SavedAnswer> {
  const { value, seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const [found] = await tx.sql.query<Record<string, unknown>>(
      "select * from kind_answer where review_id = $1 and kind = $2",
      [reviewId, kind],
    );
    const row = found ? presentRow(found) : null;
    const permit = tx.authorize("content.edit");
    const cell = parseWith(cellSchema("kindAnswer", "because"), edit.cell, "answer", "/cell");
    const present: Cell = row ? presentCell("kindAnswer", row, "because") : { state: "unset" };
    const version = row?.versions.because ?? 0;
    const because = cell.state === "value" ? String(cell.value) : null;
    if (canonicalJson(present) === canonicalJson(cell)) return { kind, because, version };
    if (edit.version !== version) throw await conflictOf(tx, "because", present, version);
    if (because?.trim() === "") throw problem("invalid-input", "Say why it does not exist here.");
    if (because !== null) await refuseWithEntryPoints(tx, kind);
    tx.write(permit, {
      type: "kind.answered",
      words: `${ENTRY_POINT_KINDS[kind]}: ${because === null ? "open again" : "does not exist here"}`,
      changes: [change(row, kind, because, tx.seq)],
    });
    return { kind, because, version: tx.seq };
  });
  return { ...value, seq };
}

function change(row: LoadedRow | null, kind: ChecklistKind, because: string | null, seq: number) {
  const versions = { ...row?.versions, because: seq };
  return row
    ? ({
        op: "update",
        table: "kind_answer",
        id: row.id,
        before: { kind, because: row.because },
        set: { because, versions },
      } as const)
    : ({
        op: "insert",
        table: "kind_answer",
        row: { id: newId(), kind, because, answers: {}, versions },
      } as const);
}

async function refuseWithEntryPoints(tx: Tx, kind: ChecklistKind): Promise<void> {
  const [found] = await tx.sql.query<{ number: number; name: string }>(
    `select number, name from entry_point where review_id = $1 and kind = $2 and archived_at is null
     order by number limit 1`,
    [tx.review.id, kind],
  );
  if (!found) return;
  throw problem(
    "not-in-this-state",
    `${found.name} (E${found.number}) is an entry point of this kind. Archive it or change its kind first.`,
  );
}
