"use client";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Line } from "@/components/worksheet/arrange";
import type { Place } from "@/components/worksheet/keyboard";
import type { WorksheetRow } from "@/components/worksheet/types";
import type { Lines } from "@/components/worksheet/use-lines";

const keyOf = (line: Line<WorksheetRow> | undefined): string | null =>
  line === undefined ? null : line.kind === "group" ? line.group.key : line.id;

/** The place of the cell that an element is in; null outside cells. */
export function placeOf(target: Element): Place | null {
  const cell = target.closest("[data-column]");
  const line = cell?.closest("[data-line]");
  if (!cell || !line) return null;
  return { row: Number(line.getAttribute("data-line")), column: Number(cell.getAttribute("data-column")) };
}

export interface PlaceState {
  place: Place;
  /** The other corner of the marked range; equals `place` without one. */
  anchor: Place;
  /** Moves there, brings it into sight and gives it the focus. */
  go: (to: Place, extend?: boolean) => void;
  /** Notes that the focus is there already. */
  note: (to: Place) => void;
  element: (place: Place) => HTMLElement | null;
}

/**
 * Where the roving focus is. It belongs to a row and not to a line number: when rows come, go or are
 * rearranged, it stays with its row, and the browser's focus is not touched.
 */
export function usePlace<R extends WorksheetRow>(
  lines: Lines<R>,
  grid: RefObject<HTMLElement | null>,
): PlaceState {
  const [at, setAt] = useState<{ place: Place; anchor: Place; key: string | null }>({
    place: { row: 0, column: 0 },
    anchor: { row: 0, column: 0 },
    key: null,
  });
  const isFocusDue = useRef(false);

  const lastColumn = Math.max(0, lines.columns.length - 1);
  const bound = (place: Place): Place => {
    let { row } = place;
    if (
      row >= 0 &&
      at.key !== null &&
      keyOf(lines.lineAt(row) as Line<WorksheetRow> | undefined) !== at.key
    ) {
      const found = lines.indexOf(at.key);
      if (found >= 0) row = found;
    }
    return { row: Math.min(row, lines.count - 1), column: Math.min(place.column, lastColumn) };
  };
  const place = bound(at.place);
  const isSingle = at.anchor.row === at.place.row && at.anchor.column === at.place.column;
  const anchor = isSingle
    ? place
    : { row: Math.min(at.anchor.row, lines.count - 1), column: Math.min(at.anchor.column, lastColumn) };

  const element = useCallback(
    (wanted: Place) => {
      const line = grid.current?.querySelector(`[data-line="${wanted.row}"]`);
      return (line?.querySelector<HTMLElement>(`[data-column="${wanted.column}"]`) ??
        line?.querySelector<HTMLElement>("[data-group]") ??
        null) as HTMLElement | null;
    },
    [grid],
  );

  useLayoutEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    const cell = element(place);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const set = (to: Place, extend: boolean) =>
    setAt({
      place: to,
      anchor: extend ? anchor : to,
      key: to.row < 0 ? null : keyOf(lines.lineAt(to.row) as Line<WorksheetRow> | undefined),
    });
  return {
    place,
    anchor,
    go: (to, extend = false) => {
      isFocusDue.current = true;
      set(to, extend);
    },
    note: (to) => {
      if (to.row !== place.row || to.column !== place.column) set(to, false);
    },
    element,
  };
}
