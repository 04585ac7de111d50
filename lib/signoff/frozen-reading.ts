import { dayWords } from "@/lib/review/day";
import type { EntityKind, Field } from "@/lib/review/fields";
import { layersWords } from "@/lib/review/row-cells";
import { ROW_KINDS, type RowKind, shortNumber } from "@/lib/review/row-link";
import type { LayerKind, Severity } from "@/lib/review/vocabulary";
import { type RiskSeverity, severityOfRisks } from "./risk-severity";

/** A cell as it was frozen; one without an answer is not there. */
export type FrozenCell = { state: string; value?: unknown; reason?: string };
export type FrozenCells = Record<string, FrozenCell>;
export type ReadableRow = { id: string; number: number; cells: FrozenCells };

export type ReadableCapability = ReadableRow & {
  class: string;
  executor: string | null;
  workload: string | null;
  container: string | null;
  severity: string;
  grant: { access: string; extent: string[]; origin: string; target: string } | null;
};
export type ReadableFinding = { rule: string; target: string; severity: string; dismissed: boolean };
export type ReadableConfiguration = {
  id: string;
  number: number;
  environment: string;
  provenance: string;
  configDigest: string;
  authorityDigest: string;
};

/** The whole frozen content, as `coveredContent` writes it. */
export type ReadableDocument = {
  review: { cells: FrozenCells };
  artifacts: ReadableRow[];
  executors: (ReadableRow & { workload: string | null; container: string | null })[];
  entryPoints: ReadableRow[];
  kinds: { kind: string; cells: FrozenCells }[];
  capabilities: ReadableCapability[];
  justifications: ReadableRow[];
  risks: ReadableRow[];
  configurations: ReadableConfiguration[];
  findings: ReadableFinding[];
  policyVersion: string;
  ruleSetVersion: string;
};

/** What was kept beside the frozen content, as far as reading needs it. */
export type ReadableBeside = {
  people?: Record<string, string>;
  findings?: {
    id: string;
    number: number;
    ruleId: string;
    target: string;
    reason: string;
    severity: Severity;
  }[];
  /** Why findings were dismissed and by whom, by the finding's id. */
  dismissals?: Record<string, { reason: string; by: string | null }>;
  /** Rules as they were worded then. */
  rules?: Record<string, { title: string }>;
};

/** A revision's content with the words for what its ids mean. */
export type Reading = {
  document: ReadableDocument;
  names: Names;
  /** How severe each of its residual risks is, by short number. */
  severities: ReadonlyMap<number, RiskSeverity>;
};

/** What ids mean, in the words of one revision. */
export type Names = {
  /** "X2 sandbox worker", or undefined when the revision has no such row. */
  row(id: string): string | undefined;
  /** "X2", "F9"; a target that the revision does not hold is called by its kind. */
  label(target: string): string;
  /** "X2 sandbox worker", "The review"; for findings' targets. */
  target(target: string): string;
  person(id: string): string;
  finding(rule: string, target: string): { reason: string; dismissal: string } | undefined;
  /** The title of a rule as it was then, or undefined. */
  rule(id: string): string | undefined;
};

const LISTS = [
  ["artifacts", "artifact", "name"],
  ["executors", "executor", "name"],
  ["entryPoints", "entry", "name"],
  ["capabilities", "capability", "title"],
  ["justifications", "justification", "purpose"],
  ["risks", "risk", "title"],
] as const satisfies [keyof ReadableDocument, RowKind, string][];

/** The longest name that stands beside a short number, in characters. */
const LONGEST_NAME = 120;

/** The name of a frozen row, cut where it is a long text. */
export function nameOf(row: { cells: FrozenCells }, field: string): string {
  const cell = row.cells[field];
  const text = cell?.state === "value" ? String(cell.value) : "";
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME).trimEnd()}…`;
}

const ALL_LISTS = [...LISTS.map(([list]) => list), "kinds", "configurations", "findings"] as const;

/** Prepares a revision's content for reading and comparing. */
export function readingOf({ ...document }: ReadableDocument, beside: ReadableBeside): Reading {
  for (const list of ALL_LISTS) document[list] ??= [];
  const rows = new Map<string, { label: string; name: string }>();
  for (const [list, kind, field] of LISTS) {
    for (const row of document[list]) {
      rows.set(row.id, { label: shortNumber(kind, row.number), name: nameOf(row, field) });
    }
  }
  const findings = new Map(
    (beside.findings ?? []).map(({ id, ruleId, target, reason }) => {
      const dismissal = beside.dismissals?.[id];
      const by = dismissal?.by ? `${dismissal.by}: ` : "";
      return [`${ruleId} ${target}`, { reason, dismissal: dismissal ? by + dismissal.reason : "" }];
    }),
  );
  const byId = new Map((beside.findings ?? []).map(({ id, number }) => [id, `F${number}`]));
  const row = (id: string) => {
    const known = rows.get(id);
    return known && `${known.label} ${known.name}`.trim();
  };
  const names: Names = {
    row,
    label(target) {
      const [kind = "", id = ""] = split(target);
      return rows.get(id)?.label ?? byId.get(id) ?? `a ${kind} that is not in it`;
    },
    target(target) {
      if (target === "review") return "the review";
      const [kind, id] = split(target);
      return kind === "kind" ? `kind ${id}` : (row(id) ?? names.label(target));
    },
    person: (id) => beside.people?.[id] ?? "a former member",
    finding: (rule, target) => findings.get(`${rule} ${target}`),
    rule: (id) => beside.rules?.[id]?.title,
  };
  return { document, names, severities: severityOfRisks(document, beside.findings ?? []) };
}

function split(target: string): [string, string] {
  const colon = target.indexOf(":");
  return colon < 0 ? [target, ""] : [target.slice(0, colon), target.slice(colon + 1)];
}

/** What a frozen cell says in words, with the names of its own revision; "" for none. */
export function frozenWords(field: Field | undefined, cell: FrozenCell | undefined, names: Names): string {
  if (!cell) return "";
  if (cell.state === "unknown") return "Unknown";
  if (cell.state === "not-applicable") return `Not applicable: ${cell.reason ?? ""}`;
  const { value } = cell;
  if (field?.kind === "layers") return layersWords(value as { kind: LayerKind; note: string }[]);
  if (field?.kind === "targets") return (value as string[]).map((target) => names.label(target)).join(", ");
  if (field?.kind === "date") return dayWords(String(value));
  if (field?.kind === "reference") {
    if (field.entity === "member") return names.person(String(value));
    return names.row(String(value)) ?? `a ${entityWord(field.entity)} that is not in it`;
  }
  const words = (one: unknown) => field?.words?.[String(one)] ?? String(one);
  if (Array.isArray(value)) return value.map(words).join(", ");
  const said = words(value);
  return field?.kind === "choice" ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

const entityWord = (entity: EntityKind | "member" | undefined): string =>
  Object.entries(ROW_KINDS).find(([, kind]) => kind.entity === entity)?.[0] ?? "row";
