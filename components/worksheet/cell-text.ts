import type { Column, ColumnOption, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

/** The words for an answer that is no value, as filters and the URL name them. */
export const UNSET = "~unset";
export const UNKNOWN = "~unknown";
export const NOT_APPLICABLE = "~not-applicable";

const YES_NO: readonly ColumnOption[] = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** The row's cell; a column without one is unset, and the column "number" is the row's number. */
export function cellAt<R extends WorksheetRow>(row: R, column: string): Cell {
  const cell = row.cells[column];
  if (cell) return cell;
  if (column === "number" && row.number) return { state: "value", value: row.number };
  return { state: "unset" };
}

/** What may be chosen in this row's cell. */
export function optionsAt<R extends WorksheetRow>(column: Column<R>, row: R): readonly ColumnOption[] {
  if (column.kind === "tri-state" && !column.options) return YES_NO;
  return typeof column.options === "function" ? column.options(row) : (column.options ?? []);
}

/** The options that do not depend on a row; empty when they do. */
export function fixedOptions<R extends WorksheetRow>(column: Column<R>): readonly ColumnOption[] {
  if (column.kind === "tri-state" && !column.options) return YES_NO;
  return Array.isArray(column.options) ? column.options : [];
}

/** The values of a cell as strings: none, one, or several. */
export function cellValues(cell: Cell): string[] {
  if (cell.state !== "value") return [];
  const { value } = cell;
  if (Array.isArray(value)) return value.map(String);
  return value === null || value === undefined ? [] : [String(value)];
}

/** What a cell says in words; "" when unset. */
export function cellText<R extends WorksheetRow>(
  column: Column<R>,
  row: R,
  cell = cellAt(row, column.id),
): string {
  if (cell.state === "unknown") return "Unknown";
  if (cell.state === "not-applicable") return `Not applicable: ${cell.reason}`;
  if (column.text) return column.text(cell, row);
  if (cell.state === "unset") return "";
  const options = optionsAt(column, row);
  return cellValues(cell)
    .map((value) => options.find((option) => option.value === value)?.label ?? value)
    .join(", ");
}

/** Whether the person may edit this cell. */
export function isEditable<R extends WorksheetRow>(column: Column<R>, row: R): boolean {
  if (column.kind === "read-only") return false;
  return typeof column.editable === "function" ? column.editable(row) : (column.editable ?? false);
}

/** Whether two cells say the same. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a.state !== b.state) return false;
  if (a.state === "not-applicable" && b.state === "not-applicable") return a.reason === b.reason;
  if (a.state === "value" && b.state === "value") {
    return a.value === b.value || JSON.stringify(a.value) === JSON.stringify(b.value);
  }
  return true;
}
