import {
  cellAt,
  cellText,
  cellValues,
  fixedOptions,
  NOT_APPLICABLE,
  UNKNOWN,
  UNSET,
} from "@/components/worksheet/cell-text";
import type { Column, ColumnFilter, WorksheetRow } from "@/components/worksheet/types";

// "C9" before "C10"; one collator, because making one costs more than thousands of comparisons.
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What a row is sorted by in a column: rank, place among the options, number, or words. Null sorts last. */
export function sortValue<R extends WorksheetRow>(column: Column<R>, row: R): number | string | null {
  const cell = cellAt(row, column.id);
  if (column.rank) return column.rank(cell, row);
  if (cell.state === "value" && column.kind !== "multi-choice") {
    const place = fixedOptions(column).findIndex((option) => option.value === cell.value);
    if (place >= 0) return place;
    if (typeof cell.value === "number") return cell.value;
  }
  return cellText(column, row) || null;
}

/** Compares two sort values, ascending. */
export function compareValues(a: number | string | null, b: number | string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  // Options, which are numbered, come before free words.
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return collator.compare(String(a), String(b));
}

/** The words by which a cell is filtered: option values, or the name of its state. */
export function filterWords<R extends WorksheetRow>(column: Column<R>, row: R): string[] {
  const cell = cellAt(row, column.id);
  if (cell.state === "unknown") return [UNKNOWN];
  if (cell.state === "not-applicable") return [NOT_APPLICABLE];
  if (cell.state === "unset") return [UNSET];
  return cellValues(cell);
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** Whether a row passes one column's filter. */
export function passesFilter<R extends WorksheetRow>(
  column: Column<R>,
  filter: ColumnFilter,
  row: R,
): boolean {
  if (filter.op === "has") return folded(cellText(column, row)).includes(folded(filter.text));
  const words = filterWords(column, row);
  return filter.values.some((value) => words.includes(value));
}

/** Whether a row holds every word of a search, in any column, or is called by it ("c17"). */
export function passesSearch<R extends WorksheetRow>(
  columns: readonly Column<R>[],
  q: string,
  row: R,
): boolean {
  const words = folded(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = folded(`${row.number ?? ""}\n${columns.map((column) => cellText(column, row)).join("\n")}`);
  return words.every((word) => text.includes(word));
}

/** Whether a kind is filtered by picking answers, rather than by text it contains. */
export function isPicked<R extends WorksheetRow>(column: Column<R>): boolean {
  return ["choice", "multi-choice", "reference", "tri-state"].includes(column.kind);
}
