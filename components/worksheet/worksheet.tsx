// biome-ignore-all lint/a11y/useSemanticElements: a windowed ARIA grid cannot be built from table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus roves over cells; rows never take it.
"use client";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { classes } from "@/components/ui/classes";
import { cellAt, isEditable, sameCell } from "@/components/worksheet/cell-text";
import { type AfterEdit, EditorPopup } from "@/components/worksheet/editor-popup";
import { GridBody } from "@/components/worksheet/grid-body";
import { GridHeader } from "@/components/worksheet/grid-header";
import type { RowActs } from "@/components/worksheet/grid-row";
import { pinnedCount, pinnedWidth } from "@/components/worksheet/pinned";
import { SaveBar } from "@/components/worksheet/save-bar";
import { shownCell } from "@/components/worksheet/save-store";
import { Toolbar } from "@/components/worksheet/toolbar";
import type { Column, WorksheetProps, WorksheetRow } from "@/components/worksheet/types";
import { useGridKeys } from "@/components/worksheet/use-grid-keys";
import { useLines } from "@/components/worksheet/use-lines";
import { placeOf, usePlace } from "@/components/worksheet/use-place";
import { useSaves } from "@/components/worksheet/use-saves";
import { refOf, useSelection } from "@/components/worksheet/use-selection";
import type { Cell } from "@/lib/review/cell";

const HEAD = 33;

interface Editing<R extends WorksheetRow> {
  row: R;
  column: Column<R>;
  seed?: string;
  cell: Cell;
  version: number;
  anchor: Element;
}

/** The one grid of Cordon: see `types.ts` for what goes in. */
export function Worksheet<R extends WorksheetRow>(props: WorksheetProps<R>) {
  const { label, columns, view, onView, source, selectable, detail, fill } = props;
  const lines = useLines(props);
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const places = usePlace(lines, scroller);
  const selection = useSelection<R>(view, onView, props.rows);
  const [editing, setEditing] = useState<Editing<R> | null>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [filtering, setFiltering] = useState<string | null | undefined>(undefined);

  const { saves, send, retry, resolve } = useSaves(props, lines, places);
  const shown = (row: R, column: Column<R>) =>
    shownCell(cellAt(row, column.id), row.versions?.[column.id] ?? 0, saves.ofRow(row.id)[column.id]);
  const edit = (row: R, column: Column<R>, seed?: string) => {
    const anchor = places.element(places.place);
    const version = row.versions?.[column.id] ?? 0;
    if (anchor) setEditing({ row, column, seed, cell: shown(row, column), version, anchor });
  };
  const finish = (then: AfterEdit, value?: Cell) => {
    if (!editing) return;
    const { row, column, cell, version } = editing;
    setEditing(null);
    if (value && !sameCell(value, cell)) send(row, column.id, value, version);
    const { place } = places;
    const last = lines.columns.length - 1;
    if (then === "down") places.go({ ...place, row: Math.min(lines.count - 1, place.row + 1) });
    else if (then === "right") places.go({ ...place, column: Math.min(last, place.column + 1) });
    else if (then === "left") places.go({ ...place, column: Math.max(0, place.column - 1) });
    else places.go(place);
  };
  const inspect = (row: R | null) => {
    if (!props.onInspect && view.row === null && row === null) return;
    onView({ row: row ? refOf(row) : null });
    props.onInspect?.(row);
  };
  const expand = (row: R, open: boolean) => {
    const next = new Set(expanded);
    if (open) next.add(row.id);
    else next.delete(row.id);
    setExpanded(next);
  };
  const between = (from: R, to: R): R[] => {
    const ends = [lines.indexOf(from.id), lines.indexOf(to.id)];
    if (ends.some((end) => end < 0)) return [to];
    const found: R[] = [];
    for (let index = Math.min(...ends); index <= Math.max(...ends); index += 1) {
      const line = lines.lineAt(index);
      if (line?.kind === "row" && line.row) found.push(line.row);
    }
    return found;
  };

  // One object for good, that always calls the newest functions: rows then need no redraw.
  const latest = useRef<RowActs<R>>(null as unknown as RowActs<R>);
  latest.current = {
    onSelect: (row, range) => selection.toggle(row, range ? between : undefined),
    onExpand: (row) => expand(row, !expanded.has(row.id)),
    onResend: (row, column, value, conflict) =>
      send(row, column, value, conflict?.version ?? row.versions?.[column] ?? 0),
  };
  const acts = useMemo<RowActs<R>>(
    () => ({
      onSelect: (...given) => latest.current.onSelect(...given),
      onExpand: (...given) => latest.current.onExpand(...given),
      onResend: (...given) => latest.current.onResend(...given),
    }),
    [],
  );

  const textLines = props.lines ?? 1;
  const rowHeight = 11 + 20 * textLines;
  const gutter = (selectable ? 30 : 0) + (detail ? 30 : 0);
  const template = useMemo(() => {
    const parts = lines.columns.map(({ width, kind }) =>
      kind === "read-only" && width <= 96 ? `${width}px` : `minmax(${width}px, ${width}fr)`,
    );
    return [...(gutter ? [`${gutter}px`] : []), ...parts].join(" ");
  }, [lines.columns, gutter]);
  const width = gutter + lines.columns.reduce((sum, column) => sum + column.width, 0);

  const onKeyDown = useGridKeys({
    lines,
    places,
    selection: selectable ? selection : undefined,
    saves,
    deeds: {
      edit,
      clear: (row, column) => send(row, column.id, { state: "unset" }, row.versions?.[column.id] ?? 0),
      inspect,
      expand,
    },
    page: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - HEAD) / rowHeight) - 1),
    before,
    after,
  });

  // An open inspector follows the focus; on narrow screens it would cover the grid, so it is only opened.
  const focusRow = lines.lineAt(places.place.row);
  const focusRef = focusRow?.kind === "row" && focusRow.row ? refOf(focusRow.row) : null;
  const follow = () => {
    if (view.row === null || focusRef === null || focusRef === view.row) return;
    if (focusRow?.kind !== "row" || !focusRow.row) return;
    if (
      window.matchMedia("(min-width: 1100px)").matches &&
      scroller.current?.contains(document.activeElement)
    )
      inspect(focusRow.row);
  };
  const followed = useRef(follow);
  followed.current = follow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a moved focus is followed.
  useEffect(() => {
    followed.current();
  }, [focusRef]);

  const wasFocused = useRef(false);
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const to = scroller.current?.contains(target) ? placeOf(target) : null;
    if (!to || target.closest("button, a, input")) return;
    wasFocused.current = document.activeElement === target.closest("[data-column]");
    if (event.shiftKey && to.row >= 0) {
      event.preventDefault();
      places.go(to, true);
    }
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const to = scroller.current?.contains(target) ? placeOf(target) : null;
    if (!to || event.shiftKey || target.closest("button, a, input")) return;
    const line = lines.lineAt(to.row);
    const column = lines.columns[to.column];
    if (line?.kind !== "row" || !line.row || !column) return;
    const row = lines.live(line.row.id) ?? line.row;
    if (target.closest("[data-inspects]")) inspect(row);
    else if (wasFocused.current && isEditable(column, row)) edit(row, column);
  };

  const total = source ? source.count : (props.rows?.length ?? 0);
  const isBare = total === 0 && view.filters.length === 0 && view.q === "";
  if (isBare && props.empty)
    return (
      <div>
        {props.toolbar ? <div className="flex justify-end pb-3">{props.toolbar}</div> : null}
        {props.empty}
      </div>
    );
  const shownCount = lines.shown?.length ?? total;
  const isAll =
    !!lines.shown?.length && selection.rows.length >= lines.shown.length && lines.shown.every(selection.has);
  return (
    <div className={classes("flex min-h-0 flex-col", fill && "flex-1")}>
      <Toolbar
        columns={columns}
        view={view}
        onView={onView}
        rows={props.rows ?? []}
        shown={shownCount}
        total={total}
        moved={lines.moved}
        onRefresh={lines.refresh}
        onFolds={lines.setFolds}
        selected={selection.rows}
        onClearSelection={selection.clear}
        selectionActions={props.selectionActions}
        extra={props.toolbar}
        filtering={filtering}
        onFiltering={setFiltering}
      />
      <SaveBar saves={saves} onRetry={retry} onShow={resolve} />
      <span ref={before} tabIndex={-1} />
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.count + 1}
        aria-colcount={lines.columns.length + (gutter ? 1 : 0)}
        aria-multiselectable={selectable || undefined}
        tabIndex={-1}
        onKeyDown={editing ? undefined : onKeyDown}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onFocus={(event) => {
          const target = event.target as Element;
          const to = target.hasAttribute("data-column") ? placeOf(target) : null;
          if (to) places.note(to);
        }}
        className={classes("ws-scroll", fill ? "max-md:h-[72dvh] md:min-h-80 md:flex-1" : "")}
        style={
          {
            "--ws-pin": `${pinnedWidth(lines.columns, 1, gutter)}px`,
            "--ws-pins": `${pinnedWidth(lines.columns, pinnedCount(lines.columns), gutter)}px`,
            maxHeight: fill ? undefined : (props.maxHeight ?? 560),
          } as React.CSSProperties
        }
      >
        <div role="presentation" style={{ minWidth: width }}>
          <GridHeader
            columns={lines.columns}
            all={columns}
            template={template}
            gutter={gutter}
            view={view}
            onView={onView}
            active={places.place.row < 0 ? places.place.column : -1}
            selection={
              selectable && lines.shown
                ? {
                    all: isAll,
                    some: selection.rows.length > 0,
                    toggle: () => selection.toggleAll(lines.shown ?? []),
                  }
                : undefined
            }
            onFilter={setFiltering}
          />
          <GridBody
            lines={lines}
            source={source}
            scroller={scroller}
            columns={lines.columns}
            template={template}
            rowHeight={rowHeight}
            textLines={textLines}
            gutter={gutter}
            place={places.place}
            anchor={places.anchor}
            saves={saves}
            acts={acts}
            selection={selectable ? selection : undefined}
            expanded={expanded}
            detail={detail}
            editing={editing ? { rowId: editing.row.id, column: editing.column.id } : null}
            inspected={view.row}
            canInspect={props.onInspect !== undefined || props.inspects !== false}
            groupHeading={props.groupHeading}
            groupActions={props.groupActions}
          />
        </div>
      </div>
      <span ref={after} tabIndex={-1} />
      {shownCount === 0 ? <p className="py-6 text-ink-3">No row passes the filters.</p> : null}
      {editing ? (
        <EditorPopup
          anchor={editing.anchor}
          column={editing.column}
          row={editing.row}
          cell={editing.cell}
          seed={editing.seed}
          onCommit={(cell, then) => finish(then, cell)}
          onCancel={() => finish("stay")}
        />
      ) : null}
    </div>
  );
}
