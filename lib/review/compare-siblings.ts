import type { EntryPoint } from "./content";
import { fieldOf } from "./fields";
import { cellWords, type NameOf, rowCell } from "./row-cells";

/** The cells in which entry points of one artifact should agree, in the order of the worksheet. */
const COMPARED = [
  "submitters",
  "permission",
  "executor",
  "crossesBroker",
  "executes",
  "approvedDigest",
  "endsOnRejection",
  "endsOnTimeout",
  "endsOnCancellation",
] as const;

/** One compared cell: what each sibling says, in the order of the siblings, and whether they differ. */
export type Comparison = { field: string; label: string; words: string[]; differs: boolean };

/**
 * Sets the entry points of one artifact side by side. A cell that nobody has answered differs from
 * no other: it is not known yet.
 */
export function compareSiblings(siblings: readonly EntryPoint[], nameOf: NameOf): Comparison[] {
  return COMPARED.map((field) => {
    const cells = siblings.map((row) => rowCell("entryPoint", row, field));
    const words = cells.map((cell) => cellWords("entryPoint", field, cell, nameOf));
    const said = words.filter(
      (_, at) => cells[at]?.state === "value" || cells[at]?.state === "not-applicable",
    );
    return {
      field,
      label: fieldOf("entryPoint", field)?.label ?? field,
      words,
      differs: new Set(said.map((one) => one.trim().toLowerCase())).size > 1,
    };
  });
}
