import { askingOf } from "@/lib/rules/asking";
import type { ContentIndex } from "@/lib/rules/content-index";
import type { Capability, Executor } from "../content";
import { CAPABILITY_CLASSES, CAPABILITY_GROUPS, DECISIONS, type Decision, SEVERITIES } from "../vocabulary";
import { holdersIn, isOpenAnywhere } from "./by-need";
import { ORIGINS, type Origin } from "./origin";

/** The columns of the flat view, in order, with their headings; the same for the page, its order and its CSV. */
export const FLAT_COLUMNS = {
  number: "No.",
  title: "Granted capability",
  executor: "Executor",
  severity: "Severity",
  origin: "Origin",
  justification: "Why it is needed",
  limit: "How misuse is limited",
  enforcer: "What enforces the limit",
  decision: "Decision",
  layer: "Held by layer",
  note: "Note",
  class: "Class",
  group: "Group",
  source: "Source",
  state: "State",
} as const;
export type FlatColumn = keyof typeof FLAT_COLUMNS;

/** The states by which the flat view can be filtered. */
export const STATES = {
  open: "Open",
  decided: "Decided",
  "not-asked": "Not asked",
  closed: "Closed",
} as const;

/** A filter of the address: any of these words, or a text that the column contains. */
export type FlatFilter = { id: string; op: "in"; values: string[] } | { id: string; op: "has"; text: string };
export type FlatSort = { id: string; desc: boolean };
export type FlatQuery = { q: string; filters: FlatFilter[]; sort: FlatSort[] };

/** The names that a row is shown and searched with. */
export type FlatNames = {
  executors: (capability: Capability) => Executor[];
  index: ContentIndex;
};

export const flatNames = (index: ContentIndex): FlatNames => ({ executors: holdersIn(index), index });

const UNSET = "~unset";

/** What a column says of a row, as people read it and as a CSV holds it. */
export function flatText(capability: Capability, column: FlatColumn, names: FlatNames): string {
  const { grant } = capability;
  const justification =
    capability.justificationId === null
      ? undefined
      : names.index.justifications.get(capability.justificationId);
  switch (column) {
    case "number":
      return `C${capability.number}`;
    case "executor":
      return (
        names
          .executors(capability)
          .map(({ name, number }) => `X${number} ${name}`)
          .join(", ") ||
        (capability.workload ?? "")
      );
    case "origin":
      return grant ? ORIGINS[grant.origin as Origin] : capability.key === null ? "By hand" : "";
    case "justification":
      return justification ? `J${justification.number} ${justification.purpose ?? ""}`.trim() : "";
    case "limit":
      return justification?.limit ?? "";
    case "enforcer":
      return justification?.enforcer ?? "";
    case "decision":
      return capability.decision ? DECISIONS[capability.decision as Decision].label : "";
    case "class":
      return CAPABILITY_CLASSES[capability.class];
    case "group":
      return CAPABILITY_GROUPS[capability.group];
    case "source":
      return grant?.file ? `${grant.file}${grant.line === null ? "" : `:${grant.line}`}` : "";
    case "state":
      return STATES[stateOf(capability, names)];
    default:
      return capability[column] ?? "";
  }
}

/** Whether a row waits, is decided, is not asked at all, or is over. */
function stateOf(capability: Capability, names: FlatNames): keyof typeof STATES {
  if (capability.closedAt !== null) return "closed";
  if (isOpenAnywhere(capability, names.index, names.executors)) return "open";
  if (capability.decision !== null || capability.justificationId !== null) return "decided";
  return "not-asked";
}

/** The words by which a row is filtered in a column. */
function flatWords(capability: Capability, column: string, names: FlatNames): string[] {
  switch (column) {
    case "executor": {
      const ids = names.executors(capability).map(({ id }) => id);
      return ids.length > 0 ? ids : [UNSET];
    }
    case "origin":
      return [capability.grant?.origin ?? UNSET];
    case "justification":
      return [capability.justificationId ?? UNSET];
    case "state":
      return [stateOf(capability, names)];
    case "asked":
      return [askingOf(capability, names.executors(capability)) === "asked" ? "yes" : "no"];
    case "anchor":
    case "catalogueId":
      return [capability[column]];
    case "severity":
    case "class":
    case "group":
    case "decision":
      return [capability[column] ?? UNSET];
    default:
      return [isColumn(column) ? flatText(capability, column, names) || UNSET : UNSET];
  }
}

const isColumn = (name: string): name is FlatColumn => Object.hasOwn(FLAT_COLUMNS, name);
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** The rows that pass, in order; closed ones only where the state is asked for. */
export function flatOrder(
  capabilities: readonly Capability[],
  query: FlatQuery,
  names: FlatNames,
): Capability[] {
  const asksState = query.filters.some(({ id }) => id === "state");
  const tests = query.filters.map((filter) => testOf(filter, names));
  const words = folded(query.q).split(/\s+/).filter(Boolean);
  const passing = capabilities.filter(
    (row) =>
      (asksState || row.closedAt === null) &&
      tests.every((test) => test(row)) &&
      (words.length === 0 || matches(row, words, names)),
  );
  const keys = query.sort.filter(({ id }) => isColumn(id));
  if (keys.length === 0) return passing;
  const ranked = passing.map((row) => ({
    row,
    by: keys.map(({ id }) => rankOf(row, id as FlatColumn, names)),
  }));
  ranked.sort((a, b) => {
    for (const [at, { desc }] of keys.entries()) {
      const order = compareRanks(a.by[at]!, b.by[at]!, desc);
      if (order !== 0) return order;
    }
    return a.row.number - b.row.number;
  });
  return ranked.map(({ row }) => row);
}

function testOf(filter: FlatFilter, names: FlatNames): (row: Capability) => boolean {
  if (filter.op === "has") {
    const text = folded(filter.text);
    return (row) => isColumn(filter.id) && folded(flatText(row, filter.id, names)).includes(text);
  }
  const values = new Set(filter.values);
  return (row) => flatWords(row, filter.id, names).some((word) => values.has(word));
}

function matches(row: Capability, words: string[], names: FlatNames): boolean {
  const text = folded(
    [
      `c${row.number}`,
      row.title,
      row.anchor,
      row.grant?.target ?? "",
      flatText(row, "executor", names),
      flatText(row, "justification", names),
      row.note ?? "",
    ].join("\n"),
  );
  return words.every((word) => text.includes(word));
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
type Rank = number | string | null;

function rankOf(row: Capability, column: FlatColumn, names: FlatNames): Rank {
  if (column === "number") return row.number;
  if (column === "severity") return SEVERITIES.indexOf(row.severity);
  if (column === "group") return Object.keys(CAPABILITY_GROUPS).indexOf(row.group);
  if (column === "state") return Object.keys(STATES).indexOf(stateOf(row, names));
  return flatText(row, column, names) || null;
}

/** What says nothing stands last, whichever way it is sorted. */
function compareRanks(a: Rank, b: Rank, desc: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order =
    typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
  return desc ? -order : order;
}
