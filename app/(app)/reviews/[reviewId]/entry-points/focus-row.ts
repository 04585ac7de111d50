import type { Column, WorksheetRow, WorksheetView } from "@/components/worksheet/types";

/** How many frames a row that was just added may take to be drawn. */
const FRAMES = 30;

/** Puts the focus into a cell of a row, so that typing begins there; the row may not be drawn yet. */
export function focusRow(name: string, column: number, frames = FRAMES): void {
  const grid = document.querySelector<HTMLElement>('[role="grid"]');
  const box = grid?.querySelector(`input[aria-label="Select ${CSS.escape(name)}"]`);
  const cell = box?.closest("[data-line]")?.querySelector<HTMLElement>(`[data-column="${column}"]`);
  if (cell) {
    cell.focus();
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    return;
  }
  // A windowed grid draws the end only when it is scrolled there.
  if (grid) grid.scrollTop = grid.scrollHeight;
  if (frames > 0) requestAnimationFrame(() => focusRow(name, column, frames - 1));
}

/** Where the column of names stands among those that are shown. */
export function nameColumn<R extends WorksheetRow>(
  columns: readonly Column<R>[],
  view: WorksheetView,
): number {
  const visible = columns.filter(({ id, hidden }) => !(view.hidden ? view.hidden.includes(id) : hidden));
  return Math.max(
    0,
    visible.findIndex(({ id }) => id === "name"),
  );
}
