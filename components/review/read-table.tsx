import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";

export interface ReadColumn<R> {
  id: string;
  header: string;
  align?: "right";
  /** A share of the width, as CSS writes it; the others share what is left. */
  width?: string;
  cell: (row: R) => ReactNode;
  /** The column that names the row: its header cell, and on narrow screens its heading. */
  isName?: boolean;
}

/**
 * A table to read, set by hairlines. On narrow screens each row becomes a short list.
 */
export function ReadTable<R>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly ReadColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
}) {
  return (
    <table aria-label={label} className="w-full border-b max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-t border-t-ink border-b">
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              style={{ width: column.width }}
              className={classes(
                "py-1.5 pr-4 text-small font-medium text-ink-3 last:pr-0",
                column.align === "right" ? "text-right" : "text-left",
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="border-b last:border-b-0 max-sm:block max-sm:py-2 max-sm:first:border-t"
          >
            {columns.map((column) => {
              const Cell = column.isName ? "th" : "td";
              return (
                <Cell
                  key={column.id}
                  scope={column.isName ? "row" : undefined}
                  className={classes(
                    "py-2 pr-4 align-top font-normal last:pr-0 max-sm:block max-sm:py-0.5 max-sm:pr-0 max-sm:text-left",
                    column.align === "right" ? "text-right" : "text-left",
                    !column.isName && "max-sm:flex max-sm:gap-3",
                  )}
                >
                  {column.isName ? null : (
                    <span aria-hidden className="w-28 shrink-0 text-ink-3 sm:hidden">
                      {column.header}
                    </span>
                  )}
                  <span className="block min-w-0">{column.cell(row)}</span>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
