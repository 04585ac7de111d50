import { cellText, fixedOptions } from "@/components/worksheet/cell-text";
import { compareValues } from "@/components/worksheet/sort-filter";
import type { Column, RowGroup, WorksheetRow } from "@/components/worksheet/types";

/** One line of the grid: a group row, or a row (undefined while it is not loaded). */
export type Line<R extends WorksheetRow> =
  | { kind: "group"; group: RowGroup<R>; collapsed: boolean }
  | { kind: "row"; id: string | null; row: R | undefined };

export interface Grouping<R extends WorksheetRow> {
  columns: readonly Column<R>[];
  isCollapsed: (group: RowGroup<R>) => boolean;
  compare?: (a: RowGroup<R>, b: RowGroup<R>) => number;
}

const PART = "\u001f";

function byOptions<R extends WorksheetRow>(column: Column<R>, a: RowGroup<R>, b: RowGroup<R>): number {
  const options = fixedOptions(column);
  if (options.length === 0) return 0; // Stable sort: in the order of the rows.
  const place = (group: RowGroup<R>) => {
    const found = options.findIndex((option) => option.label === group.label);
    return found < 0 ? null : found;
  };
  return compareValues(place(a), place(b));
}

/** Rows, already filtered and sorted, as lines: under group rows where there is grouping. */
export function arrange<R extends WorksheetRow>(
  rows: readonly R[],
  grouping: Grouping<R>,
  depth = 0,
  path = "",
): Line<R>[] {
  const column = grouping.columns[depth];
  if (!column) return rows.map((row) => ({ kind: "row", id: row.id, row }));
  const found = new Map<string, R[]>();
  for (const row of rows) {
    const label = cellText(column, row);
    const group = found.get(label);
    if (group) group.push(row);
    else found.set(label, [row]);
  }
  const groups = [...found].map(
    ([label, members]): RowGroup<R> => ({
      key: path + PART + label,
      column: column.id,
      label,
      depth,
      count: members.length,
      rows: members,
    }),
  );
  groups.sort(grouping.compare ?? ((a, b) => byOptions(column, a, b)));
  return groups.flatMap((group): Line<R>[] => {
    const collapsed = grouping.isCollapsed(group);
    const head: Line<R> = { kind: "group", group, collapsed };
    return collapsed ? [head] : [head, ...arrange(group.rows, grouping, depth + 1, group.key)];
  });
}
