import type { Cell } from "@/lib/review/cell";
import { type EntityKind, fieldOf } from "@/lib/review/fields";
import { type CellRow, cellWords, rowCell } from "@/lib/review/row-cells";
import { ROW_KINDS } from "@/lib/review/row-link";
import type { ContentIndex } from "@/lib/rules/content-index";
import { parseTarget } from "@/lib/rules/targets";
import type { Line, Ref, Said } from "./model";

/** What is printed where nobody has said anything. */
const NOT_ANSWERED = "Not answered";

/** A text as a cell says it. */
export const said = (text: string | null | undefined, nothing = NOT_ANSWERED): Said =>
  text?.trim() ? { text, answered: true } : { text: nothing, answered: false };

/** One cell in words; "Unknown" counts as not answered, "not applicable" as answered. */
export function cellSaid(entity: EntityKind, row: object, field: string): Said {
  const cell: Cell = rowCell(entity, row as CellRow, field);
  const words = cellWords(entity, field, cell, () => undefined);
  return cell.state === "unknown" ? { text: "Unknown", answered: false } : said(words);
}

/** Cells with their labels; `answered` leaves out those of which nothing is said. */
export function linesOf(
  entity: EntityKind,
  row: object,
  fields: readonly string[],
  only: "all" | "answered" = "all",
): Line[] {
  return fields
    .map((field) => ({ label: fieldOf(entity, field)?.label ?? field, said: cellSaid(entity, row, field) }))
    .filter(({ said: { answered, text } }) => only === "all" || answered || text === "Unknown");
}

/** Says which row a target key means; null for the review itself and for rows that are gone. */
export type NameTarget = (target: string) => Ref | null;

/** Names rows of a content, and findings by their numbers. */
export function namer(
  index: ContentIndex,
  findings: readonly { id: string; number: number; ruleId: string }[],
  rules: Readonly<Record<string, { title: string }>>,
): NameTarget {
  const found = new Map(findings.map((finding) => [finding.id, finding]));
  const lists = {
    artifact: index.artifacts,
    entry: index.entryPoints,
    executor: index.executors,
    capability: index.capabilities,
    justification: index.justifications,
    risk: index.risks,
  } as const;
  return (target) => {
    if (target.startsWith("finding:")) {
      const finding = found.get(target.slice("finding:".length));
      if (!finding) return null;
      return { label: `F${finding.number}`, name: rules[finding.ruleId]?.title ?? finding.ruleId };
    }
    const parsed = parseTarget(target);
    if (!parsed || parsed.kind === "review") return null;
    const row = lists[parsed.kind].get(parsed.id) as
      | { number: number; name?: string; title?: string; purpose?: string | null }
      | undefined;
    if (!row) return null;
    const { letter } = ROW_KINDS[parsed.kind];
    return { label: `${letter}${row.number}`, name: row.name ?? row.title ?? row.purpose ?? "" };
  };
}

/** "1 entry point", "3 entry points". */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The first letter in upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
