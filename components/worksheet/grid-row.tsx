// biome-ignore-all lint/a11y/useSemanticElements: a windowed ARIA grid cannot be built from table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus roves over cells; rows never take it.
"use client";
import { memo, type ReactNode, useSyncExternalStore } from "react";
import { classes } from "@/components/ui/classes";
import { CellContent } from "@/components/worksheet/cell-content";
import { cellAt, isEditable } from "@/components/worksheet/cell-text";
import { pinOf } from "@/components/worksheet/pinned";
import { SaveMark } from "@/components/worksheet/save-mark";
import { type CellSaves, shownCell } from "@/components/worksheet/save-store";
import type { Column, Conflict, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

/** What a row tells the grid; one object for the grid's whole life, so that rows need not redraw. */
export interface RowActs<R extends WorksheetRow> {
  onSelect: (row: R, range: boolean) => void;
  onExpand: (row: R) => void;
  onResend: (row: R, column: string, value: Cell, conflict?: Conflict) => void;
}

export interface GridRowProps<R extends WorksheetRow> {
  row: R;
  line: number;
  columns: readonly Column<R>[];
  template: string;
  height: number;
  lines: 1 | 2 | 3;
  saves: CellSaves;
  acts: RowActs<R>;
  /** Index of the column that has the roving focus, or -1. */
  active: number;
  /** Columns of the marked range in this row. */
  from: number;
  to: number;
  /** Whether the inspector shows this row. */
  inspected: boolean;
  gutter: number;
  /** Undefined without row checkboxes. */
  selected: boolean | undefined;
  /** Undefined when the row has nothing folded. */
  expanded: boolean | undefined;
  editing: string | null;
  canInspect: boolean;
  detail?: ReactNode;
}

// One element for all rows: an icon component costs more than the rest of the gutter while scrolling.
const CHEVRON = (
  <svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" className="size-3.5">
    <path d="m9 18 6-6-6-6" />
  </svg>
);

function Gutter<R extends WorksheetRow>({ row, selected, expanded, acts, gutter }: GridRowProps<R>) {
  const name = row.number ?? row.id;
  return (
    <div role="gridcell" aria-colindex={1} className="ws-gutter" style={{ width: gutter }}>
      {selected === undefined ? null : (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => acts.onSelect(row, event.shiftKey)}
          className="ws-check"
        />
      )}
      {expanded === undefined ? null : (
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={expanded}
          aria-label={`Details of ${name}`}
          onClick={() => acts.onExpand(row)}
          className="flex size-6 items-center justify-center text-ink-3"
        >
          <span className={expanded ? "rotate-90" : undefined}>{CHEVRON}</span>
        </button>
      )}
    </div>
  );
}

function GridRowView<R extends WorksheetRow>(props: GridRowProps<R>) {
  const { row, line, columns, template, height, saves, acts, active, editing, gutter } = props;
  const ofRow = useSyncExternalStore(
    saves.subscribe,
    () => saves.ofRow(row.id),
    () => saves.ofRow(row.id),
  );
  const first = gutter > 0 ? 2 : 1;
  return (
    <>
      <div
        role="row"
        aria-rowindex={line + 2}
        aria-selected={props.selected}
        data-line={line}
        data-inspected={props.inspected || undefined}
        className="ws-row"
        style={{ gridTemplateColumns: template, height }}
      >
        {gutter > 0 ? <Gutter {...props} /> : null}
        {columns.map((column, index) => {
          const save = ofRow[column.id];
          const version = row.versions?.[column.id] ?? 0;
          const cell = shownCell(cellAt(row, column.id), version, save);
          const editable = isEditable(column, row);
          const isSettled = save?.phase === "saved" && version > save.version;
          const pin = pinOf(columns, index, gutter);
          return (
            <div
              key={column.id}
              role="gridcell"
              aria-colindex={index + first}
              aria-readonly={!editable}
              tabIndex={index === active ? 0 : -1}
              data-column={index}
              data-active={index === active || undefined}
              data-range={(index >= props.from && index <= props.to) || undefined}
              data-editing={editing === column.id || undefined}
              data-readonly={!editable || undefined}
              data-inspects={(index === 0 && props.canInspect && column.kind === "read-only") || undefined}
              className={classes(
                "ws-cell",
                pin?.className,
                column.align === "right" && "justify-end text-right",
              )}
              style={pin?.style}
            >
              <CellContent column={column} row={row} cell={cell} lines={props.lines} />
              {save && !isSettled ? (
                <SaveMark
                  state={save}
                  column={column}
                  row={row}
                  onDrop={() => saves.drop(row.id, column.id)}
                  onRetry={() => acts.onResend(row, column.id, save.value)}
                  onTakeTheirs={() => saves.takeTheirs(row.id, column.id)}
                  onKeepMine={() =>
                    acts.onResend(
                      row,
                      column.id,
                      save.value,
                      save.phase === "conflict" ? save.conflict : undefined,
                    )
                  }
                />
              ) : null}
            </div>
          );
        })}
      </div>
      {props.expanded ? (
        <div role="row" aria-rowindex={line + 2} className="border-b">
          <div role="gridcell" aria-colspan={columns.length + first - 1} className="ws-detail">
            {props.detail}
          </div>
        </div>
      ) : null}
    </>
  );
}

/** One row; redrawn only when something of its own changes. */
export const GridRow = memo(GridRowView) as typeof GridRowView;
