// biome-ignore-all lint/a11y/useSemanticElements: a windowed ARIA grid cannot be built from table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus roves over cells; rows never take it.
"use client";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { GridRow, type RowActs } from "@/components/worksheet/grid-row";
import { GroupRow } from "@/components/worksheet/group-row";
import { type Place, rangeOf } from "@/components/worksheet/keyboard";
import type { CellSaves } from "@/components/worksheet/save-store";
import type { Column, RowGroup, RowSource, WorksheetRow } from "@/components/worksheet/types";
import type { Lines } from "@/components/worksheet/use-lines";
import { refOf, type Selection } from "@/components/worksheet/use-selection";

export const GROUP_HEIGHT = 36;

export interface GridBodyProps<R extends WorksheetRow> {
  lines: Lines<R>;
  source: RowSource<R> | undefined;
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly Column<R>[];
  template: string;
  rowHeight: number;
  textLines: 1 | 2 | 3;
  gutter: number;
  place: Place;
  anchor: Place;
  saves: CellSaves;
  acts: RowActs<R>;
  selection: Selection<R> | undefined;
  expanded: ReadonlySet<string>;
  detail?: (row: R) => ReactNode;
  editing: { rowId: string; column: string } | null;
  inspected: string | null;
  canInspect: boolean;
  groupHeading?: (group: RowGroup<R>) => ReactNode;
  groupActions?: (group: RowGroup<R>) => ReactNode;
}

/** The windowed lines: only what is in sight, and the line with the focus, are in the document. */
export function GridBody<R extends WorksheetRow>(props: GridBodyProps<R>) {
  const { lines, source, scroller, columns, template, rowHeight, gutter, place, anchor, expanded } = props;
  const focusLine = place.row;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range);
      if (focusLine < 0 || focusLine >= range.count || seen.includes(focusLine)) return seen;
      return focusLine < (seen[0] ?? 0) ? [focusLine, ...seen] : [...seen, focusLine];
    },
    [focusLine],
  );
  const { lineAt } = lines;
  const getItemKey = useCallback(
    (index: number) => {
      const line = lineAt(index);
      return line?.kind === "group" ? line.group.key : (line?.id ?? index);
    },
    [lineAt],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines.lineAt(index)?.kind === "group" ? GROUP_HEIGHT : rowHeight),
    getItemKey,
    rangeExtractor,
    overscan: 6,
    scrollMargin: 0,
    initialRect: { width: 1000, height: 640 },
    useFlushSync: false,
  });

  // Folding, sorting and a group row in another place change sizes that the virtualizer has kept.
  const shape = lineAt;
  const sizes = useRef({ shape, expanded });
  useEffect(() => {
    if (sizes.current.expanded !== expanded || (!source && sizes.current.shape !== shape))
      virtualizer.measure();
    sizes.current = { shape, expanded };
  });

  // The scroller is an ancestor: its ref is set only after this component's first effects, so look again.
  const [, lookAgain] = useState(false);
  useEffect(() => lookAgain(true), []);

  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  useEffect(() => {
    if (!source || to <= from) return;
    for (let index = from; index < to; index += 1) {
      if (source.groupAt?.(index) || source.rowAt(index)) continue;
      source.onNeedRange(from, to);
      return;
    }
  }, [source, from, to]);

  const range = rangeOf(place, anchor);
  const isRange = range.top !== range.bottom || range.left !== range.right;
  const span = columns.length + (gutter > 0 ? 1 : 0);
  return (
    <div role="rowgroup" className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
      {items.map((item) => {
        const line = lines.lineAt(item.index);
        if (!line) return null;
        const style = {
          transform: `translateY(${item.start}px)`,
          zIndex: item.index === focusLine ? 1 : undefined,
        };
        if (line.kind === "group") {
          const { group } = line;
          return (
            <div key={item.key} role="presentation" className="ws-line" style={style}>
              <GroupRow
                group={group}
                collapsed={line.collapsed}
                line={item.index}
                active={item.index === focusLine}
                span={span}
                column={columns.find(({ id }) => id === group.column)?.header ?? group.column}
                heading={props.groupHeading?.(group)}
                actions={props.groupActions?.(group)}
                onToggle={() => lines.toggleGroup(group)}
              />
            </div>
          );
        }
        const row = (line.id && lines.live(line.id)) || line.row;
        if (!row)
          return (
            <div key={item.key} role="presentation" className="ws-line" style={style}>
              <div
                role="row"
                aria-rowindex={item.index + 2}
                data-line={item.index}
                className="ws-row"
                style={{ height: rowHeight }}
              >
                <div
                  role="gridcell"
                  aria-colspan={span}
                  data-group
                  tabIndex={item.index === focusLine ? 0 : -1}
                  className="ws-cell text-ink-3"
                >
                  Loading…
                </div>
              </div>
            </div>
          );
        const isInRange = isRange && item.index >= range.top && item.index <= range.bottom;
        const detail = props.detail?.(row);
        const isExpanded = detail === undefined || detail === null ? undefined : expanded.has(row.id);
        return (
          <div
            key={item.key}
            role="presentation"
            data-index={item.index}
            ref={isExpanded ? virtualizer.measureElement : undefined}
            className="ws-line"
            style={style}
          >
            <GridRow
              row={row}
              line={item.index}
              columns={columns}
              template={template}
              height={rowHeight}
              lines={props.textLines}
              saves={props.saves}
              acts={props.acts}
              active={item.index === focusLine ? place.column : -1}
              from={isInRange ? range.left : -1}
              to={isInRange ? range.right : -2}
              inspected={props.inspected === refOf(row)}
              gutter={gutter}
              selected={props.selection?.has(row)}
              expanded={isExpanded}
              editing={props.editing?.rowId === row.id ? props.editing.column : null}
              canInspect={props.canInspect}
              detail={isExpanded ? detail : undefined}
            />
          </div>
        );
      })}
    </div>
  );
}
