import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parseWith } from "@/lib/platform/http/problem-response";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { type Cell, cellSchema } from "../cell";
import { ENTITIES, type EntityKind, fieldOf, fieldsOf } from "../fields";
import { checkReference, setCell, settled } from "./edit-cells";

/** The entities that people add by hand in one general way. */
export type CreatableKind = Extract<
  EntityKind,
  "artifact" | "executor" | "entryPoint" | "justification" | "risk" | "capability"
>;

/** A row that was added. */
export type Created = { id: string; number: number; versions: Record<string, number>; seq: number };

/**
 * Adds a row with some cells filled in; it gets the next short number of its letter.
 *
 * @param fixed columns that no cell holds (a capability's class and group)
 * @throws ProblemError `invalid-input` with the cell's place, `forbidden`, `not-in-this-state`
 */
export async function createRow(
  actor: Actor,
  reviewId: string,
  entity: CreatableKind,
  cells: Record<string, Cell>,
  fixed: Record<string, unknown> = {},
): Promise<Created> {
  const { value, seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const permit = tx.authorize(entity === "risk" ? "risk.edit" : "content.edit");
    const change = { set: {} as Record<string, unknown>, before: {} };
    const answers: Record<string, unknown> = {};
    const versions: Record<string, number> = {};
    refuseWithoutName(entity, cells);
    for (const [field, given] of Object.entries(cells)) {
      if (!fieldOf(entity, field))
        throw problem("invalid-input", `${ENTITIES[entity].label} has no cell named ${field}.`);
      const cell = settled(parseWith(cellSchema(entity, field), given, `cell ${field}`, `/cells/${field}`));
      await checkReference(tx, entity, field, cell);
      setCell(change, entity, null, field, cell, answers);
      versions[field] = tx.seq;
    }
    const row = {
      id: newId(),
      number: tx.nextNumber(ENTITIES[entity].letter),
      ...EMPTY_LISTS[entity],
      ...fixed,
      ...change.set,
      answers,
      versions,
    };
    tx.write(permit, {
      type: "row.created",
      changes: [{ op: "insert", table: ENTITIES[entity].table, row }],
    });
    return { id: row.id, number: row.number, versions };
  });
  return { ...value, seq: seq! };
}

/** A name is the one cell that every row of its kind has from the start. */
function refuseWithoutName(entity: CreatableKind, cells: Record<string, Cell>): void {
  for (const [field, { kind, label }] of fieldsOf(entity)) {
    if (kind !== "name" || Object.hasOwn(cells, field)) continue;
    throw problem("invalid-input", `${label}: give it a name.`, {
      fields: [{ pointer: `/cells/${field}`, message: "Give it a name." }],
    });
  }
}

/** List columns have no null: an empty list is "nobody has answered". JSON columns need their objects. */
const EMPTY_LISTS: Record<CreatableKind, Record<string, unknown>> = {
  artifact: { submitters: [] },
  executor: {},
  entryPoint: { submitters: [] },
  capability: { endsConfinement: false },
  justification: { coveredAtWriting: {} },
  risk: { covers: [], state: "proposed" },
};
