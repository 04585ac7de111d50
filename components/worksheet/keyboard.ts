/** A place in the grid. Row -1 is the header. */
export interface Place {
  row: number;
  column: number;
}

export interface GridShape {
  rows: number;
  columns: number;
  /** Rows that one PageUp or PageDown goes over. */
  page: number;
}

export interface KeyPress {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

export type GridCommand =
  | { do: "go"; to: Place; extend: boolean }
  | { do: "leave"; back: boolean }
  | { do: "edit"; seed?: string }
  | { do: "clear" }
  | { do: "activate" }
  | { do: "inspect" }
  | { do: "select" }
  | { do: "select-all" }
  | { do: "copy" }
  | { do: "escape" }
  | { do: "fold"; open: boolean };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function moved(press: KeyPress, from: Place, { rows, columns, page }: GridShape): Place | null {
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  switch (press.key) {
    case "ArrowUp":
      return { ...from, row: press.ctrl ? Math.min(0, lastRow) : Math.max(-1, from.row - 1) };
    case "ArrowDown":
      return { ...from, row: press.ctrl ? lastRow : Math.min(lastRow, from.row + 1) };
    case "ArrowLeft":
      return { ...from, column: press.ctrl ? 0 : Math.max(0, from.column - 1) };
    case "ArrowRight":
      return { ...from, column: press.ctrl ? lastColumn : Math.min(lastColumn, from.column + 1) };
    case "PageUp":
      return { ...from, row: clamp(from.row - page, Math.min(0, lastRow), lastRow) };
    case "PageDown":
      return { ...from, row: Math.min(lastRow, Math.max(0, from.row) + page) };
    case "Home":
      return press.ctrl ? { row: Math.min(0, lastRow), column: 0 } : { ...from, column: 0 };
    case "End":
      return press.ctrl ? { row: lastRow, column: lastColumn } : { ...from, column: lastColumn };
    default:
      return null;
  }
}

/** What a key means in the grid while nothing is being edited; null when it means nothing there. */
export function commandFor(press: KeyPress, from: Place, shape: GridShape): GridCommand | null {
  const { key, ctrl, shift, alt } = press;
  if (alt) {
    if (key === "Enter") return { do: "inspect" };
    if (key === "ArrowDown" || key === "ArrowUp") return { do: "fold", open: key === "ArrowDown" };
    return null;
  }
  const to = moved(press, from, shape);
  if (to) return { do: "go", to, extend: shift && from.row >= 0 && to.row >= 0 };
  if (ctrl) {
    if (key === "c" || key === "C") return shift ? null : { do: "copy" };
    if (key === "a" || key === "A") return { do: "select-all" };
    return null;
  }
  switch (key) {
    case "Tab": {
      const column = from.column + (shift ? -1 : 1);
      return column < 0 || column >= shape.columns
        ? { do: "leave", back: shift }
        : { do: "go", to: { ...from, column }, extend: false };
    }
    case "Enter":
      return { do: "activate" };
    case "F2":
      return { do: "edit" };
    case "Escape":
      return { do: "escape" };
    case " ":
      return { do: "select" };
    case "Delete":
    case "Backspace":
      return { do: "clear" };
    default:
      // One code point is a character that was typed; "Shift" and "F5" are longer.
      return [...key].length === 1 ? { do: "edit", seed: key } : null;
  }
}

/** The corners of the range between two places, top left first. */
export function rangeOf(a: Place, b: Place): { top: number; bottom: number; left: number; right: number } {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}
