import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";

/** A short table that is read, not edited: hairlines, headings in small type. Scrolls inside itself where it is narrow. */
export function PlainTable({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly { header: string; hidden?: "narrow"; isSilent?: boolean }[];
  children: ReactNode;
}) {
  return (
    <table aria-label={label} className="w-full border-b text-left">
      <thead>
        <tr className="border-y">
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={classes(
                "py-1.5 pr-4 text-small font-medium text-ink-3 last:pr-0",
                column.hidden && "hidden md:table-cell",
              )}
            >
              {column.isSilent ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr]:border-b [&>tr:last-child]:border-b-0">{children}</tbody>
    </table>
  );
}

/** A cell of it. `hidden` leaves it out where it is narrow; say there what it held in another cell. */
export function Cell({ children, hidden, end }: { children?: ReactNode; hidden?: "narrow"; end?: boolean }) {
  return (
    <td
      className={classes(
        "h-10 py-1.5 pr-4 align-middle last:pr-0",
        hidden && "hidden md:table-cell",
        end && "w-0 text-right",
      )}
    >
      {children}
    </td>
  );
}
