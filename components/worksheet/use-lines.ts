"use client";
import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";
import { arrange, type Line } from "@/components/worksheet/arrange";
import { cellText } from "@/components/worksheet/cell-text";
import { compareValues, passesFilter, passesSearch, sortValue } from "@/components/worksheet/sort-filter";
import type {
  Column,
  ColumnFilter,
  RowGroup,
  WorksheetProps,
  WorksheetRow,
} from "@/components/worksheet/types";

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  columnVisibilityFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

const SEARCH = "~search";
const NO_ROWS: never[] = [];

/** The lines of the grid and how to find them, whoever orders them. */
export interface Lines<R extends WorksheetRow> {
  count: number;
  lineAt: (index: number) => Line<R> | undefined;
  /** Where a row or group stands; -1 when it is not shown (or not known to this browser). */
  indexOf: (id: string) => number;
  /** Visible columns in order. */
  columns: readonly Column<R>[];
  /** Rows that pass the filters; undefined when the owner filters. */
  shown: readonly R[] | undefined;
  /** The newest state of a row. */
  live: (id: string) => R | undefined;
  /** Rows that a refresh would move, show or hide. */
  moved: number;
  refresh: () => void;
  toggleGroup: (group: RowGroup<R>) => void;
  setFolds: (collapsed: boolean) => void;
}

function sameIds(a: readonly WorksheetRow[], b: readonly WorksheetRow[]): boolean {
  return a === b || (a.length === b.length && a.every((row, index) => row.id === b[index]?.id));
}

/**
 * Filters, sorts and groups over a frozen copy of the rows: a patch from somebody else changes what a cell
 * says and never where its row stands. The copy is renewed when the view changes, rows come or go, or the
 * person asks.
 */
export function useLines<R extends WorksheetRow>(props: WorksheetProps<R>): Lines<R> {
  const { columns, source, view, foldGroups, compareGroups } = props;
  const rows = props.rows ?? NO_ROWS;
  const arrangement = JSON.stringify([view.q, view.sort, view.filters, view.group]);
  const [frozen, setFrozen] = useState({ rows, arrangement, round: 0 });
  if (frozen.arrangement !== arrangement || !sameIds(frozen.rows, rows)) {
    setFrozen({ rows, arrangement, round: frozen.round });
  }

  const definitions = useMemo(() => {
    const byWords: SortFn<Features, R> = (a, b, id) =>
      compareValues(a.getValue(id) ?? null, b.getValue(id) ?? null);
    const own = columns.map((column) => ({
      id: column.id,
      header: column.header,
      accessorFn: (row: R) => sortValue(column, row) ?? undefined,
      sortFn: byWords,
      sortUndefined: "last" as const,
      filterFn: (row: { original: R }, _id: string, filter: ColumnFilter) =>
        passesFilter(column, filter, row.original),
    }));
    const search = {
      id: SEARCH,
      header: "",
      accessorFn: () => "",
      filterFn: (row: { original: R }, _id: string, q: string) => passesSearch(columns, q, row.original),
    };
    return [...own, search];
  }, [columns]);

  const state = useMemo(() => {
    const known = new Set(columns.map((column) => column.id));
    const hidden = view.hidden ?? columns.filter((column) => column.hidden).map((column) => column.id);
    return {
      sorting: view.sort.filter(({ id }) => known.has(id)),
      columnFilters: [
        ...view.filters
          .filter(({ id }) => known.has(id))
          .map((filter) => ({ id: filter.id, value: filter as unknown })),
        ...(view.q.trim() ? [{ id: SEARCH, value: view.q as unknown }] : []),
      ],
      columnVisibility: Object.fromEntries([...hidden, SEARCH].map((id) => [id, false])),
    };
  }, [columns, view]);

  const table = useTable<Features, R>({
    features,
    columns: definitions,
    data: frozen.rows as R[],
    state,
    getRowId: (row) => row.id,
    autoResetAll: false,
  });

  const visible = useMemo(
    () => columns.filter((column) => state.columnVisibility[column.id] !== false),
    [columns, state],
  );
  const model = table.getRowModel();
  const sorted = useMemo(() => model.rows.map((row) => row.original), [model]);

  // A fold is remembered as a departure from how groups start, so that "all" needs no list.
  const [folds, setFolds] = useState<{ all: boolean | null; keys: ReadonlyMap<string, boolean> }>({
    all: null,
    keys: new Map(),
  });
  const isCollapsed = useMemo(() => {
    return (group: RowGroup<R>): boolean =>
      folds.keys.get(group.key) ??
      folds.all ??
      (typeof foldGroups === "function" ? foldGroups(group) : (foldGroups ?? false));
  }, [folds, foldGroups]);

  const grouping = useMemo(
    () => view.group.flatMap((id) => columns.find((column) => column.id === id) ?? []).slice(0, 2),
    [view.group, columns],
  );
  const lines = useMemo(
    () => (source ? NO_ROWS : arrange(sorted, { columns: grouping, isCollapsed, compare: compareGroups })),
    [source, sorted, grouping, isCollapsed, compareGroups],
  );
  const places = useMemo(() => {
    const found = new Map<string, number>();
    lines.forEach((line, index) => {
      const key = line.kind === "group" ? line.group.key : line.id;
      if (key) found.set(key, index);
    });
    return found;
  }, [lines]);
  const liveRows = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);

  const moved = useMemo(() => {
    if (frozen.rows === rows) return 0;
    const watched = columns.filter((column) => view.sort.some(({ id }) => id === column.id));
    const filtered = view.filters.flatMap((filter) => {
      const column = columns.find(({ id }) => id === filter.id);
      return column ? [{ column, filter }] : [];
    });
    const isMoved = (before: R, after: R) =>
      watched.some((column) => sortValue(column, before) !== sortValue(column, after)) ||
      grouping.some((column) => cellText(column, before) !== cellText(column, after)) ||
      filtered.some(
        ({ column, filter }) => passesFilter(column, filter, before) !== passesFilter(column, filter, after),
      ) ||
      passesSearch(columns, view.q, before) !== passesSearch(columns, view.q, after);
    return frozen.rows.filter((before, index) => {
      const after = rows[index];
      return after && after !== before && isMoved(before, after);
    }).length;
  }, [frozen.rows, rows, columns, view, grouping]);

  // Kept as long as nothing changes: the virtualizer measures all lines anew when it does.
  const lineAt = useCallback(
    (index: number): Line<R> | undefined => {
      if (!source) return lines[index];
      const group = source.groupAt?.(index);
      if (group) return { kind: "group", group, collapsed: group.collapsed };
      const row = source.rowAt(index);
      return { kind: "row", id: row?.id ?? null, row };
    },
    [source, lines],
  );

  return {
    count: source ? source.count : lines.length,
    lineAt,
    indexOf: (id) => places.get(id) ?? -1,
    columns: visible,
    shown: source ? undefined : sorted,
    live: (id) => liveRows.get(id),
    moved,
    refresh: () => setFrozen({ rows, arrangement, round: frozen.round + 1 }),
    toggleGroup: (group) =>
      source?.onToggleGroup
        ? source.onToggleGroup(group.key)
        : setFolds({ all: folds.all, keys: new Map(folds.keys).set(group.key, !isCollapsed(group)) }),
    setFolds: (collapsed) => setFolds({ all: collapsed, keys: new Map() }),
  };
}
