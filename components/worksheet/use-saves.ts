"use client";
import { useState } from "react";
import { CellSaves } from "@/components/worksheet/save-store";
import type { WorksheetProps, WorksheetRow } from "@/components/worksheet/types";
import type { Lines } from "@/components/worksheet/use-lines";
import type { PlaceState } from "@/components/worksheet/use-place";
import type { Cell } from "@/lib/review/cell";

/** How long a row that was scrolled into sight may take to be drawn, in milliseconds. */
const DRAWN = 100;

/** The saves of a worksheet: sends them and leads to those in trouble. */
export function useSaves<R extends WorksheetRow>(
  { onSaveCell, source }: WorksheetProps<R>,
  lines: Lines<R>,
  places: PlaceState,
) {
  const [saves] = useState(() => new CellSaves());
  const send = (row: R, column: string, value: Cell, version: number) => {
    if (!onSaveCell) return;
    void saves.save({ rowId: row.id, column, value, version }, onSaveCell).then(() => {
      // The server answers again: what failed before goes with it.
      if (saves.ofRow(row.id)[column]?.phase === "saved") void saves.retryFailed(onSaveCell);
    });
  };
  const retry = () => {
    if (onSaveCell) void saves.retryFailed(onSaveCell);
  };
  const indexOf = (rowId: string): number => {
    if (!source) return lines.indexOf(rowId);
    for (let index = 0; index < source.count; index += 1) if (source.rowAt(index)?.id === rowId) return index;
    return -1;
  };
  /** Goes to a cell in conflict and opens what to do about it. */
  const resolve = (rowId: string, columnId: string) => {
    const place = { row: indexOf(rowId), column: lines.columns.findIndex(({ id }) => id === columnId) };
    if (place.row < 0 || place.column < 0) return;
    places.go(place);
    setTimeout(
      () => places.element(place)?.querySelector<HTMLElement>("[data-save-problem]")?.click(),
      DRAWN,
    );
  };
  return { saves, send, retry, resolve };
}
