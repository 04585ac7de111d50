import type { EntityKind } from "./fields";

/** Kinds of row as target keys write them, each with its letter, its entity and its place in a review. */
export const ROW_KINDS = {
  artifact: { letter: "A", entity: "artifact", page: "scope" },
  entry: { letter: "E", entity: "entryPoint", page: "entry-points" },
  executor: { letter: "X", entity: "executor", page: "entry-points/executors" },
  capability: { letter: "C", entity: "capability", page: "authority" },
  justification: { letter: "J", entity: "justification", page: "authority" },
  risk: { letter: "R", entity: "risk", page: "decide" },
} as const satisfies Record<string, { letter: string; entity: EntityKind; page: string }>;
export type RowKind = keyof typeof ROW_KINDS;

/** A row that something leads to: `label` is its short number, `name` what it is called. */
export type RowLink = { target: string; label: string; name: string; href: string };

/** The short number of a row: E3, X2, C17. */
export const shortNumber = (kind: RowKind, number: number): string => `${ROW_KINDS[kind].letter}${number}`;

/** Where a row stands: its worksheet with the row inspected (`row` is the worksheet's own parameter). */
export const rowHref = (reviewId: string, kind: RowKind, number: number): string =>
  `/reviews/${reviewId}/${ROW_KINDS[kind].page}?row=${shortNumber(kind, number)}`;

/** Where a finding is told. */
export const findingHref = (reviewId: string, number: number): string =>
  `/reviews/${reviewId}/findings/F${number}`;

const KIND_OF_TABLE: Record<string, RowKind> = {
  artifact: "artifact",
  entry_point: "entry",
  executor: "executor",
  capability: "capability",
  justification: "justification",
  risk: "risk",
};

/** The kind of row that a table holds, or undefined for tables whose rows have no short number. */
export const kindOfTable = (table: string): RowKind | undefined => KIND_OF_TABLE[table];

/** Where what a rule says of the review as a whole is answered. */
const PAGE_OF_RULE: Record<string, string> = { ENT: "entry-points", CFG: "authority", RSK: "decide" };

/**
 * Where a target without a short number leads: the review itself, a kind of the checklist.
 *
 * @param ruleId the rule that is about the target, where it is one
 */
export function placeHref(reviewId: string, target: string, ruleId = ""): string {
  if (target.startsWith("kind:")) return `/reviews/${reviewId}/entry-points`;
  return `/reviews/${reviewId}/${PAGE_OF_RULE[ruleId.split("-")[0] ?? ""] ?? "scope"}`;
}
