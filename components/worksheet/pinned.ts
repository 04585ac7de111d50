import type { CSSProperties } from "react";
import type { Column, WorksheetRow } from "@/components/worksheet/types";

/** A first column as narrow as a short number; its width does not grow. */
const isNumber = (column: Column<never> | undefined): column is Column<never> =>
  column !== undefined && column.kind === "read-only" && column.width <= 96;

/** How many columns stay while the others scroll: the number with the name after it, else the first. */
export const pinnedCount = <R extends WorksheetRow>(columns: readonly Column<R>[]): 1 | 2 =>
  isNumber(columns[0] as Column<never> | undefined) && columns.length > 2 ? 2 : 1;

/** How far from the left edge pinned columns reach, the gutter included. */
export const pinnedWidth = <R extends WorksheetRow>(
  columns: readonly Column<R>[],
  count: number,
  gutter: number,
): number => columns.slice(0, count).reduce((sum, { width }) => sum + width, gutter);

/** Class and place of a cell that stays at the left; the second one stays on wide windows only. */
export function pinOf<R extends WorksheetRow>(
  columns: readonly Column<R>[],
  index: number,
  gutter: number,
): { className: string; style: CSSProperties } | null {
  if (index >= pinnedCount(columns)) return null;
  const left = pinnedWidth(columns, index, gutter);
  if (index > 0) return { className: "ws-second", style: { left } };
  return { className: "ws-first", style: { left: `calc(${left}px * var(--ws-sticky-gutter))` } };
}
