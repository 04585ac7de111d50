import type { Actor } from "@/lib/identity/actor";
import { csvOf } from "@/lib/report/csv";
import { SHOWN_AT_FIRST } from "../authority/capability-row";
import {
  FLAT_COLUMNS,
  type FlatColumn,
  type FlatQuery,
  flatNames,
  flatOrder,
  flatText,
} from "../authority/flat-view";
import { reviewHead } from "./access";
import { authorityRows } from "./authority-rows";

/** The columns named in a query, unknown ones left out; those shown at first where none is. */
export function columnsOf(text: string | undefined): FlatColumn[] {
  const named = (text ?? "")
    .split(",")
    .filter((name): name is FlatColumn => Object.hasOwn(FLAT_COLUMNS, name));
  return named.length > 0 ? named : [...SHOWN_AT_FIRST];
}

/**
 * The flat view as it stands: its filters, its order, its columns. Cells that a spreadsheet would
 * take for a formula are marked as text.
 */
export async function capabilitiesCsv(
  actor: Actor,
  reviewId: string,
  query: FlatQuery,
  columns: readonly FlatColumn[],
): Promise<string> {
  const { seq } = await reviewHead(actor, reviewId);
  const rows = await authorityRows(actor, reviewId, seq);
  const names = flatNames(rows.index);
  return csvOf(
    columns.map((column) => FLAT_COLUMNS[column]),
    flatOrder(rows.capabilities, query, names).map((row) =>
      columns.map((column) => flatText(row, column, names)),
    ),
  );
}
