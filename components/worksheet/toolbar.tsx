"use client";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { count, counted } from "@/components/ui/count";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, type MenuEntry } from "@/components/ui/menu";
import { FilterPopover, filterWording } from "@/components/worksheet/filter-popover";
import { SearchField } from "@/components/worksheet/search-field";
import type { Column, WorksheetRow, WorksheetView } from "@/components/worksheet/types";

export interface ToolbarProps<R extends WorksheetRow> {
  columns: readonly Column<R>[];
  view: WorksheetView;
  onView: (patch: Partial<WorksheetView>) => void;
  rows: readonly R[];
  shown: number;
  total: number;
  moved: number;
  onRefresh: () => void;
  onFolds: (collapsed: boolean) => void;
  selected: readonly R[];
  onClearSelection: () => void;
  selectionActions?: (rows: readonly R[], clear: () => void) => ReactNode;
  extra?: ReactNode;
  /** The column whose filter is open: null for the list of columns, undefined for closed. */
  filtering: string | null | undefined;
  onFiltering: (column: string | null | undefined) => void;
}

function viewEntries<R extends WorksheetRow>({
  columns,
  view,
  onView,
  onFolds,
}: ToolbarProps<R>): MenuEntry[] {
  const hidden = view.hidden ?? columns.filter((column) => column.hidden).map((column) => column.id);
  const groupable = columns.filter((column) => column.groupable !== false && column.kind !== "long-text");
  const toggled = (list: readonly string[], id: string, on: boolean) =>
    on ? [...list, id] : list.filter((other) => other !== id);
  return [
    { kind: "heading", label: "Columns" },
    ...columns.map(
      (column): MenuEntry => ({
        kind: "check",
        label: column.header,
        checked: !hidden.includes(column.id),
        disabled: hidden.length === columns.length - 1 && !hidden.includes(column.id),
        onChange: (on) => onView({ hidden: toggled(hidden, column.id, !on) }),
      }),
    ),
    { kind: "heading", label: "Group by" },
    ...groupable.map(
      (column): MenuEntry => ({
        kind: "check",
        label: column.header,
        checked: view.group.includes(column.id),
        onChange: (on) => onView({ group: toggled(view.group, column.id, on).slice(-2) }),
      }),
    ),
    ...(view.group.length
      ? ([
          { kind: "separator" },
          { label: "Fold all groups", onSelect: () => onFolds(true) },
          { label: "Unfold all groups", onSelect: () => onFolds(false) },
        ] satisfies MenuEntry[])
      : []),
  ];
}

/** Search, filters, what is shown, and what can be done with what is selected. */
export function Toolbar<R extends WorksheetRow>(props: ToolbarProps<R>) {
  const { columns, view, onView, rows, shown, total, moved, selected } = props;
  const without = (id: string) => view.filters.filter((filter) => filter.id !== id);
  const isNarrowed = view.filters.length > 0 || view.q.trim() !== "";
  return (
    <div className="flex shrink-0 flex-col gap-1.5 pb-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField value={view.q} onChange={(q) => onView({ q })} />
        <FilterPopover
          columns={columns}
          rows={rows}
          filters={view.filters}
          onFilters={(filters) => onView({ filters })}
          column={props.filtering}
          onColumn={props.onFiltering}
        />
        <Menu
          label="View"
          trigger={
            <Button size="small" variant="quiet">
              View
            </Button>
          }
          entries={viewEntries(props)}
        />
        <span className={selected.length > 0 ? "font-medium" : "text-ink-3"} role="status">
          {selected.length > 0
            ? `${counted(selected.length, "row")} selected`
            : isNarrowed
              ? `${count(shown)} of ${counted(total, "row")}`
              : counted(total, "row")}
        </span>
        {selected.length > 0 ? (
          <section aria-label="Selection" className="flex flex-wrap items-center gap-2">
            {props.selectionActions?.(selected, props.onClearSelection)}
            <Button size="small" variant="quiet" onClick={props.onClearSelection}>
              Clear selection
            </Button>
          </section>
        ) : null}
        {moved > 0 ? (
          <Button size="small" variant="quiet" onClick={props.onRefresh} className="text-accent!">
            {counted(moved, "row")} moved · Refresh
          </Button>
        ) : null}
        {props.extra ? <div className="ml-auto flex items-center gap-2">{props.extra}</div> : null}
      </div>
      {view.filters.length > 0 ? (
        <ul className="flex flex-wrap items-center gap-1.5" aria-label="Filters">
          {view.filters.map((filter) => {
            const column = columns.find(({ id }) => id === filter.id);
            if (!column) return null;
            const words = filterWording(column, filter, rows);
            return (
              <li
                key={filter.id}
                className="flex max-w-full items-center rounded-control border border-line-control"
              >
                <button
                  type="button"
                  className="min-w-0 truncate py-0.5 pl-2"
                  onClick={() => props.onFiltering(filter.id)}
                >
                  <span className="text-ink-3">{column.header}</span> {words}
                </button>
                <IconButton
                  label={`Remove filter ${column.header}`}
                  icon={<X aria-hidden className="size-3" />}
                  className="h-6! w-6!"
                  onClick={() => onView({ filters: without(filter.id) })}
                />
              </li>
            );
          })}
          <li>
            <Button size="small" variant="quiet" onClick={() => onView({ filters: [], q: "" })}>
              Show all
            </Button>
          </li>
        </ul>
      ) : null}
    </div>
  );
}
