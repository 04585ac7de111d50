import { cellText, optionsAt } from "@/components/worksheet/cell-text";
import type { Column, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

const LINES = { 1: "truncate", 2: "line-clamp-2", 3: "line-clamp-3" };

/** What a cell looks like at rest. */
export function CellContent<R extends WorksheetRow>({
  column,
  row,
  cell,
  lines,
}: {
  column: Column<R>;
  row: R;
  cell: Cell;
  lines: 1 | 2 | 3;
}) {
  if (cell.state === "unknown") return <span className="truncate text-ink-2 italic">Unknown</span>;
  if (cell.state === "not-applicable")
    return (
      <span className={`${LINES[lines]} min-w-0 text-ink-3`} title={cell.reason}>
        <span className="italic">Not applicable:</span> {cell.reason}
      </span>
    );
  if (column.render) return column.render(cell, row);
  if (cell.state === "unset") return null;
  const text = cellText(column, row, cell);
  const option =
    column.kind === "choice" ? optionsAt(column, row).find(({ label }) => label === text) : undefined;
  return (
    <span
      className={`${LINES[lines]} min-w-0 ${column.mono ? "font-mono text-small leading-5!" : ""}`}
      title={option?.hint ?? (text.length > 24 ? text.slice(0, 400) : undefined)}
    >
      {text.length > 500 ? `${text.slice(0, 500)}…` : text}
    </span>
  );
}
