import type { EventChange, EventPayload } from "@/lib/audit/events";
import { type Answer, type Cell, cellOf } from "./cell";
import { ENTITIES, type EntityKind, fieldsOf } from "./fields";
import { propertyOf } from "./row-cells";
import type { RowLink } from "./row-link";
import type { Severity } from "./vocabulary";

/** One cell or row of an event, before and after in words; "" is no answer. */
export type ActivityLine = {
  row: Pick<RowLink, "label" | "name" | "href"> | null;
  what: "added" | "changed" | "archived" | "restored";
  /** The cell's label; absent where the row as a whole is meant. */
  field?: string;
  before?: string;
  after?: string;
  /** Where short numbers within `before` and `after` lead, when the cell is a list of them. */
  links?: Record<string, string>;
};

export type ActivityFinding = { number: number; title: string; severity: Severity; href: string };

/** One event as the activity page says it. */
export type ActivityItem = {
  seq: number;
  at: string;
  type: string;
  actor: { kind: string; id: string; name: string };
  /** "edited", "approved the revision": what was done. */
  deed: string;
  /** What the changes do not say: "Revision 2", a note. */
  words: string;
  lines: ActivityLine[];
  /** How many lines are left out. */
  more: number;
  opened: ActivityFinding[];
  resolved: ActivityFinding[];
};

/** A cell that changed, still with ids behind its references. */
export type ChangedCell = { entity: EntityKind; field: string; before: Cell; after: Cell };

const ENTITY_OF_TABLE = Object.fromEntries(
  (Object.keys(ENTITIES) as EntityKind[]).map((entity) => [ENTITIES[entity].table, entity]),
) as Record<string, EntityKind | undefined>;

/** The entity that a table holds, or undefined for tables without cells. */
export const entityOfTable = (table: string): EntityKind | undefined => ENTITY_OF_TABLE[table];

/** The cells that a change changed, in the order in which they are shown. */
export function changedCells(change: EventChange): ChangedCell[] {
  const entity = entityOfTable(change.table);
  if (!entity) return [];
  const cells: ChangedCell[] = [];
  for (const [field] of fieldsOf(entity)) {
    const property = propertyOf(entity, field);
    const isTouched = property in change.after || field in answersOf(change.after);
    if (!isTouched) continue;
    const before = cellIn(change.before ?? {}, property, field);
    const after = cellIn(change.after, property, field);
    if (JSON.stringify(before) !== JSON.stringify(after)) cells.push({ entity, field, before, after });
  }
  return cells;
}

/** Whether a change is about the row as a whole. */
export function rowDeed(change: EventChange): "added" | "archived" | "restored" | null {
  if (change.op === "insert") return "added";
  if (!("archivedAt" in change.after)) return null;
  return change.after.archivedAt === null ? "restored" : "archived";
}

/** The text that an event carries beside its changes. */
export function wordsOf(payload: EventPayload): string {
  if (payload.erased) return "What was changed has been erased.";
  const note = typeof payload.note === "string" && payload.note ? `: “${payload.note}”` : "";
  const many = payload.changed ? `${payload.words ? ", " : ""}${payload.changed} rows` : "";
  const said = `${payload.words ?? ""}${many}${note}`.replace(/^: /, "");
  if (typeof payload.opensDraft !== "number") return said;
  return `${said ? `${said}; ` : ""}opened draft ${payload.opensDraft}`;
}

const answersOf = (values: Record<string, unknown>): Record<string, Answer> =>
  (values.answers ?? {}) as Record<string, Answer>;

function cellIn(values: Record<string, unknown>, property: string, field: string): Cell {
  const answer = answersOf(values)[field];
  if (answer) return answer;
  return cellOf({ [property]: values[property], answers: {} } as never, property as never);
}
