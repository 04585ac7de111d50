// biome-ignore-all lint/a11y/useSemanticElements: a windowed ARIA grid cannot be built from table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus roves over cells; rows never take it.
"use client";
import { ArrowDown, ArrowUp, ChevronDown, ListFilter } from "lucide-react";
import { classes } from "@/components/ui/classes";
import { Menu, type MenuEntry } from "@/components/ui/menu";
import { pinOf } from "@/components/worksheet/pinned";
import type { Column, WorksheetRow, WorksheetView } from "@/components/worksheet/types";

/** The next sorting when a header is pressed: ascending, descending, none. */
export function nextSort(sort: WorksheetView["sort"], id: string): WorksheetView["sort"] {
  const now = sort.find((key) => key.id === id);
  if (!now) return [{ id, desc: false }];
  return now.desc ? [] : [{ id, desc: true }];
}

export interface GridHeaderProps<R extends WorksheetRow> {
  columns: readonly Column<R>[];
  all: readonly Column<R>[];
  template: string;
  gutter: number;
  view: WorksheetView;
  onView: (patch: Partial<WorksheetView>) => void;
  /** Column with the roving focus, or -1. */
  active: number;
  /** Undefined without row checkboxes. */
  selection: { all: boolean; some: boolean; toggle: () => void } | undefined;
  onFilter: (column: string) => void;
}

function HeaderMenu<R extends WorksheetRow>({
  column,
  view,
  onView,
  onFilter,
  all,
}: GridHeaderProps<R> & { column: Column<R> }) {
  const hidden = view.hidden ?? all.filter((other) => other.hidden).map((other) => other.id);
  const entries: MenuEntry[] = [];
  if (column.sortable !== false) {
    entries.push(
      { label: "Sort ascending", onSelect: () => onView({ sort: [{ id: column.id, desc: false }] }) },
      { label: "Sort descending", onSelect: () => onView({ sort: [{ id: column.id, desc: true }] }) },
    );
  }
  if (column.filterable !== false) entries.push({ label: "Filter…", onSelect: () => onFilter(column.id) });
  if (column.groupable !== false && column.kind !== "long-text") {
    const isGrouped = view.group.includes(column.id);
    entries.push({
      label: isGrouped ? "Do not group by this" : "Group by this",
      onSelect: () =>
        onView({
          group: isGrouped
            ? view.group.filter((id) => id !== column.id)
            : [...view.group, column.id].slice(-2),
        }),
    });
  }
  entries.push({ label: "Hide column", onSelect: () => onView({ hidden: [...hidden, column.id] }) });
  return (
    <Menu
      label={`${column.header} column`}
      entries={entries}
      align="end"
      trigger={
        <button
          type="button"
          tabIndex={-1}
          data-header-menu
          aria-label={`${column.header} column`}
          className="absolute right-0.5 flex size-6 items-center justify-center bg-paper text-ink-3 opacity-0 group-hover:opacity-100 group-focus:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:static pointer-coarse:shrink-0 pointer-coarse:opacity-100"
        >
          <ChevronDown aria-hidden className="size-3.5" />
        </button>
      }
    />
  );
}

/** The header row. Press sorts; Alt+Down opens the column's menu. */
export function GridHeader<R extends WorksheetRow>(props: GridHeaderProps<R>) {
  const { columns, template, gutter, view, onView, active, selection } = props;
  const first = gutter > 0 ? 2 : 1;
  return (
    <div role="rowgroup" className="sticky top-0 z-20">
      <div
        role="row"
        aria-rowindex={1}
        data-line={-1}
        className="ws-head"
        style={{ gridTemplateColumns: template }}
      >
        {gutter > 0 ? (
          <div role="columnheader" aria-colindex={1} className="ws-gutter" style={{ width: gutter }}>
            <span className="sr-only">Row</span>
            {selection ? (
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label="Select all rows shown"
                checked={selection.all}
                ref={(box) => {
                  if (box) box.indeterminate = selection.some && !selection.all;
                }}
                onChange={selection.toggle}
                className="ws-check"
              />
            ) : null}
          </div>
        ) : null}
        {columns.map((column, index) => {
          const sort = view.sort.find((key) => key.id === column.id);
          const isFiltered = view.filters.some((filter) => filter.id === column.id);
          const pin = pinOf(columns, index, gutter);
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={index + first}
              aria-sort={sort ? (sort.desc ? "descending" : "ascending") : undefined}
              tabIndex={index === active ? 0 : -1}
              data-column={index}
              data-active={index === active || undefined}
              title={column.description}
              className={classes(
                "ws-head-cell group",
                pin?.className,
                column.align === "right" && "flex-row-reverse text-right",
              )}
              style={pin?.style}
            >
              <button
                type="button"
                tabIndex={-1}
                data-header-sort
                disabled={column.sortable === false}
                onClick={() => onView({ sort: nextSort(view.sort, column.id) })}
                className="flex min-w-0 flex-1 items-center gap-1 text-left font-medium"
              >
                <span className="truncate">{column.header}</span>
                {sort ? (
                  sort.desc ? (
                    <ArrowDown aria-hidden className="size-3 shrink-0" />
                  ) : (
                    <ArrowUp aria-hidden className="size-3 shrink-0" />
                  )
                ) : null}
                {isFiltered ? (
                  <ListFilter aria-label="filtered" className="size-3 shrink-0 text-accent" />
                ) : null}
              </button>
              <HeaderMenu {...props} column={column} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
