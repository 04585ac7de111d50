import { compareValues, passesFilter, passesSearch, sortValue } from "@/components/worksheet/sort-filter";
import type { Column, WorksheetRow, WorksheetView } from "@/components/worksheet/types";

/** The address of the worksheet as CSV, with the rows and columns that are shown, in their order. */
export function csvHref<R extends WorksheetRow>(
  path: string,
  rows: readonly R[],
  columns: readonly Column<R>[],
  view: WorksheetView,
): string {
  const columnOf = (id: string) => columns.find((column) => column.id === id);
  const shown = rows.filter(
    (row) =>
      row.number &&
      passesSearch(columns, view.q, row) &&
      view.filters.every((filter) => {
        const column = columnOf(filter.id);
        return !column || passesFilter(column, filter, row);
      }),
  );
  const keys = view.sort.flatMap(({ id, desc }) => {
    const column = columnOf(id);
    return column ? [{ column, desc }] : [];
  });
  shown.sort((a, b) => {
    for (const { column, desc } of keys) {
      const [left, right] = [sortValue(column, a), sortValue(column, b)];
      // What says nothing stays last, whichever way the rest runs.
      if (left === null || right === null) {
        if (left !== right) return compareValues(left, right);
        continue;
      }
      const order = compareValues(left, right);
      if (order !== 0) return desc ? -order : order;
    }
    return 0;
  });
  const hidden = view.hidden ?? columns.filter((column) => column.hidden).map(({ id }) => id);
  const params = new URLSearchParams({
    columns: columns
      .map(({ id }) => id)
      .filter((id) => !hidden.includes(id))
      .join(","),
  });
  // "All of them, in their order" needs no list.
  const isWhole = shown.length === rows.length && keys.length === 0;
  if (!isWhole) params.set("rows", shown.map(({ number }) => number?.slice(1)).join(","));
  return `/api/v1${path}?${params}`;
}
