import { type Answered, type Cell, cellOf } from "./cell";
import { type EntityKind, fieldOf, fieldsOf } from "./fields";
import { LAYER_KINDS, type LayerKind } from "./vocabulary";

/** A row of any entity as worksheets read it: values under their column's name, other answers apart. */
export type CellRow = Answered & Record<string, unknown>;

/** The property that holds a cell's value: the field's name, `…Id` behind a reference. */
export const propertyOf = (entity: EntityKind, field: string): string =>
  fieldOf(entity, field)?.kind === "reference" ? `${field}Id` : field;

/** One cell of a row, by the field's name. */
export function rowCell(entity: EntityKind, row: CellRow, field: string): Cell {
  const answer = row.answers[field];
  if (answer) return answer;
  const property = propertyOf(entity, field);
  return cellOf({ [property]: row[property], answers: {} } as CellRow, property) as Cell;
}

/** Every cell of a row, by field. */
export function rowCells(entity: EntityKind, row: CellRow): Record<string, Cell> {
  return Object.fromEntries(fieldsOf(entity).map(([field]) => [field, rowCell(entity, row, field)]));
}

/** Gives the words of a row that a reference leads to, or undefined when it is not known. */
export type NameOf = (entity: "artifact" | "executor", id: string) => string | undefined;

/**
 * What a cell says in words: labels of choices, names behind references, layers from the outside in;
 * "" for a cell that nobody has answered.
 */
export function cellWords(entity: EntityKind, field: string, cell: Cell, nameOf: NameOf): string {
  if (cell.state === "unset") return "";
  if (cell.state === "unknown") return "Unknown";
  if (cell.state === "not-applicable") return `Not applicable: ${cell.reason}`;
  const definition = fieldOf(entity, field);
  const { value } = cell;
  if (definition?.kind === "layers") return layersWords(value as { kind: LayerKind; note: string }[]);
  if (definition?.kind === "reference" && definition.entity !== "member") {
    return nameOf(definition.entity as "artifact" | "executor", String(value)) ?? String(value);
  }
  const words = (one: unknown) => definition?.words?.[String(one)] ?? String(one);
  return Array.isArray(value) ? value.map(words).join(", ") : words(value);
}

/** "Pod › Container › nsjail (read-only root)". */
export function layersWords(layers: readonly { kind: LayerKind; note: string }[]): string {
  return layers
    .map(({ kind, note }) => `${LAYER_KINDS[kind].label}${note.trim() ? ` (${note.trim()})` : ""}`)
    .join(" › ");
}
