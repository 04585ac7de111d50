import type { Actor } from "@/lib/identity/actor";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { problem } from "@/lib/kernel/errors";
import { parseWith } from "@/lib/platform/http/problem-response";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import { type Answered, type Cell, cellOf, cellSchema } from "../cell";
import type { ContentTable, RowChange } from "../change";
import { COVERABLE, ENTITIES, type EntityKind, fieldOf } from "../fields";
import { alsoChanged } from "./also-changed";
import { type LoadedRow, loadRow } from "./rows";

/** A cell to save and the version that the person saw when they began. */
export type CellEdit = { cell: Cell; version: number };

/** What a save answers: the row's new versions, and the seq of the event (null: nothing changed). */
export type Saved = { id: string; versions: Record<string, number>; seq: number | null };

/**
 * Saves cells of one row. Each names the version that it saw; a stale one is refused with the
 * present value and its author, so that nothing is overwritten in silence. Saving what is there
 * already makes no event.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`, `invalid-input`, and `conflict`
 *   with `{conflict: {field, cell, version, author, at}}`
 */
export async function editCells(
  actor: Actor,
  reviewId: string,
  entity: EntityKind,
  rowId: string,
  edits: Record<string, CellEdit>,
): Promise<Saved> {
  const { value, seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const table: ContentTable = ENTITIES[entity].table;
    const row = await loadRow(tx.sql, reviewId, table, rowId);
    const permit = tx.authorize(entity === "risk" ? "risk.edit" : "content.edit");
    if (row.archivedAt)
      throw problem("not-in-this-state", "This row is archived. Restore it before you edit it.");
    const change = { set: {} as Record<string, unknown>, before: groupsOf(row) };
    const answers: Record<string, unknown> = { ...row.answers };
    const versions = { ...row.versions };
    for (const [field, edit] of Object.entries(edits)) {
      const cell = checkedCell(entity, field, edit.cell);
      const present = presentCell(entity, row, field);
      if (canonicalJson(present) === canonicalJson(cell)) continue;
      const version = row.versions[field] ?? 0;
      if (edit.version !== version) throw await conflictOf(tx, field, present, version);
      await checkReference(tx, entity, field, cell);
      setCell(change, entity, row, field, cell, answers);
      versions[field] = tx.seq;
    }
    if (Object.keys(change.set).length === 0) return row.versions;
    if (canonicalJson(answers) !== canonicalJson(row.answers)) {
      change.before.answers = row.answers;
      change.set.answers = answers;
    }
    const own: RowChange = {
      op: "update",
      table,
      id: row.id,
      before: change.before,
      set: { ...change.set, versions },
    };
    const more = await alsoChanged(tx, entity, row, own);
    tx.write(permit, { type: "cell.edited", changes: [own, ...more] });
    return versions;
  });
  return { id: rowId, versions: value, seq };
}

/** Columns by which rows are grouped: the rules need their old values to know what else is touched. */
function groupsOf(row: LoadedRow): Record<string, unknown> {
  const before: Record<string, unknown> = { number: row.number };
  for (const name of ["executorId", "workload", "container", "justificationId", "artifactId"]) {
    if (row[name] !== undefined) before[name] = row[name];
  }
  return before;
}

function checkedCell(entity: EntityKind, field: string, cell: unknown): Cell {
  if (!fieldOf(entity, field)) {
    throw problem("invalid-input", `${ENTITIES[entity].label} has no cell named ${field}.`, {
      fields: [{ pointer: `/cells/${field}`, message: "no such cell" }],
    });
  }
  return settled(parseWith(cellSchema(entity, field), cell, "cell", `/cells/${field}/cell`));
}

/** An empty text or list is no answer, whichever way it was sent. */
export function settled(cell: Cell): Cell {
  if (cell.state !== "value") return cell;
  const isEmpty = cell.value === "" || (Array.isArray(cell.value) && cell.value.length === 0);
  return isEmpty ? { state: "unset" } : cell;
}

/** A cell as the row holds it; a reference's value stands under its column's name. */
export function presentCell(entity: EntityKind, row: LoadedRow, field: string): Cell {
  const name = fieldOf(entity, field)?.kind === "reference" ? `${field}Id` : field;
  return (
    row.answers[field] ??
    cellOf({ [name]: row[name], answers: {} } as Answered & Record<string, unknown>, name)
  );
}

/** Puts a cell into a change: a value into its column, another answer into `answers`. */
export function setCell(
  change: { set: Record<string, unknown>; before: Record<string, unknown> },
  entity: EntityKind,
  row: LoadedRow | null,
  field: string,
  cell: Cell,
  answers: Record<string, unknown>,
): void {
  const kind = fieldOf(entity, field)?.kind;
  const name = kind === "reference" ? `${field}Id` : field;
  const none = kind === "choices" || kind === "targets" ? [] : null;
  change.set[name] = cell.state === "value" ? cell.value : none;
  if (row) change.before[name] = row[name];
  if (cell.state === "unknown" || cell.state === "not-applicable") answers[field] = cell;
  else delete answers[field];
}

/** Every target must be a row of this review; its key has been checked by its schema. */
async function checkTargets(tx: Tx, field: string, targets: readonly string[]): Promise<void> {
  const byKind = new Map<string, string[]>();
  for (const target of new Set(targets)) {
    const [kind, id] = target.split(":") as [string, string];
    byKind.set(kind, [...(byKind.get(kind) ?? []), id]);
  }
  for (const [kind, ids] of byKind) {
    const table = COVERABLE[kind as keyof typeof COVERABLE];
    const found = await tx.sql.query<{ id: string }>(
      `select id from "${table}" where review_id = $1 and id = any($2::uuid[])`,
      [tx.review.id, ids],
    );
    if (found.length === ids.length) continue;
    throw problem("invalid-input", `${ids.length - found.length} of what it covers is not in this review.`, {
      fields: [{ pointer: `/cells/${field}/cell/value`, message: "leads nowhere" }],
    });
  }
}

/**
 * A reference must lead to a row of this review that is not archived, an owner to a present member,
 * a target to a row of this review.
 */
export async function checkReference(tx: Tx, entity: EntityKind, field: string, cell: Cell): Promise<void> {
  const definition = fieldOf(entity, field);
  if (definition?.kind === "targets" && cell.state === "value")
    return checkTargets(tx, field, cell.value as string[]);
  if (definition?.kind !== "reference" || cell.state !== "value") return;
  const target = definition.entity!;
  const [found] =
    target === "member"
      ? await tx.sql.query("select 1 from member where id = $1 and removed_at is null", [cell.value])
      : await tx.sql.query(
          `select 1 from "${ENTITIES[target].table}" where review_id = $1 and id = $2 and archived_at is null`,
          [tx.review.id, cell.value],
        );
  if (!found) {
    throw problem(
      "invalid-input",
      `${definition.label}: there is no such ${target === "member" ? "member" : ENTITIES[target].label.toLowerCase()} here.`,
      {
        fields: [{ pointer: `/cells/${field}/cell/value`, message: "leads nowhere" }],
      },
    );
  }
}

/**
 * The refusal of a save that did not see the newest version of a cell: it carries the present cell,
 * and who wrote it when.
 */
export async function conflictOf(tx: Tx, field: string, cell: Cell, version: number): Promise<Error> {
  const [event] = await tx.sql.query<{ actor_id: string; actor_name: string; at: Date }>(
    "select actor_id, actor_name, at from event where review_id = $1 and seq = $2",
    [tx.review.id, version],
  );
  return problem("conflict", `${event?.actor_name ?? "Somebody"} changed this cell after you began.`, {
    extra: {
      conflict: {
        field,
        cell,
        version,
        author: event ? { id: event.actor_id, name: event.actor_name } : null,
        at: event?.at.toISOString() ?? null,
      },
    },
  });
}
