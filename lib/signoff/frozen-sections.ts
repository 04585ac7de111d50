import { type EntityKind, fieldsOf } from "@/lib/review/fields";
import { type RowKind, shortNumber } from "@/lib/review/row-link";
import {
  CAPABILITY_CLASSES,
  type CapabilityClass,
  ENTRY_POINT_KINDS,
  type EntryPointKind,
  PROVENANCES,
  type Provenance,
  SEVERITIES,
  type Severity,
} from "@/lib/review/vocabulary";
import { ruleOf } from "@/lib/rules/rules";
import {
  type FrozenCells,
  frozenWords,
  nameOf,
  type ReadableCapability,
  type ReadableFinding,
  type ReadableRow,
  type Reading,
} from "./frozen-reading";
import { type RiskSeverity, severityNote } from "./risk-severity";

/** The parts of a revision in the order in which they are read. */
export const SECTIONS = {
  scope: "Scope",
  artifacts: "Artifacts",
  "entry-points": "Entry points",
  kinds: "Kinds said not to exist",
  executors: "Executors",
  capabilities: "Capabilities",
  justifications: "Justifications",
  risks: "Residual risks",
  findings: "Findings",
  configurations: "Configurations",
  terms: "Policy and rules",
} as const;
export type SectionId = keyof typeof SECTIONS;
export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];

/** One cell of a row as it is read. */
export type ReadCell = {
  label: string;
  words: string;
  kind?: "digest" | "severity";
  /** What is to be known beside the words: that another severity is written than the one that counts. */
  note?: string;
};

/** A cell before it is put in words: `raw` is what is compared; without it, it is only read. */
export type PartCell = ReadCell & {
  id: string;
  raw?: unknown;
  /** Said otherwise where the row is read, and shown only where it changed. */
  isImplied?: boolean;
};

/** A row of a section. Its cells are worked out when they are asked for: most rows are never looked at. */
export type Part = {
  /** Its identity in any revision of the review. */
  key: string;
  /** Its short number, or "". */
  label: string;
  name: string;
  /** What is compared of it, whole. */
  raw: unknown;
  /** The cell that `name` is made of, if it is one. */
  named?: string;
  cells(): PartCell[];
};

const known = new WeakMap<Reading, Partial<Record<SectionId, Part[]>>>();

/** The rows of a section, by short number; findings worst first. */
export function partsOf(section: SectionId, reading: Reading): Part[] {
  const parts = known.get(reading) ?? {};
  known.set(reading, parts);
  parts[section] ??= PARTS[section](reading);
  return parts[section];
}

/** A row as it is read: only the cells that say something, its name apart. */
export type ReadRow = { section: SectionId; key: string; label: string; name: string; cells: ReadCell[] };

/** Some rows of a section in words. */
export function readRows(section: SectionId, reading: Reading, from: number, to: number): ReadRow[] {
  return partsOf(section, reading)
    .slice(from, to)
    .map((part) => ({
      section,
      key: part.key,
      label: part.label,
      name: part.name,
      cells: part
        .cells()
        .filter(({ id, words, isImplied }) => words !== "" && id !== part.named && !isImplied)
        .map(({ label, words, kind, note }) => ({
          label,
          words,
          ...(kind && { kind }),
          ...(note && { note }),
        })),
    }));
}

const PARTS: Record<SectionId, (reading: Reading) => Part[]> = {
  scope: (reading) => {
    const cells = reading.document.review?.cells ?? {};
    return [
      { key: "review", label: "", name: "", raw: cells, cells: () => cellsOf("review", cells, reading) },
    ];
  },
  artifacts: (reading) => rowsOf(reading, reading.document.artifacts, "artifact", "artifact", "name"),
  "entry-points": (reading) => rowsOf(reading, reading.document.entryPoints, "entry", "entryPoint", "name"),
  kinds: (reading) =>
    reading.document.kinds.map(({ kind, cells }) => ({
      key: kind,
      label: "",
      name: ENTRY_POINT_KINDS[kind as EntryPointKind] ?? kind,
      raw: cells,
      cells: () => cellsOf("kindAnswer", cells, reading),
    })),
  executors: (reading) =>
    rowsOf(reading, reading.document.executors, "executor", "executor", "name", (row) => [
      plain("Workload", row.workload),
      plain("Container", row.container),
    ]),
  capabilities: (reading) =>
    rowsOf(reading, reading.document.capabilities, "capability", "capability", "title", (row) =>
      grantOf(row, reading),
    ),
  justifications: (reading) =>
    rowsOf(reading, reading.document.justifications, "justification", "justification", "purpose"),
  risks: (reading) => rowsOf(reading, reading.document.risks, "risk", "risk", "title"),
  findings: (reading) =>
    reading.document.findings
      .map((finding) => ({ finding, target: reading.names.target(finding.target) }))
      .sort(
        (a, b) =>
          rank(a.finding) - rank(b.finding) ||
          inOrder(a.finding.rule, b.finding.rule) ||
          inOrder(a.target, b.target) ||
          inOrder(a.finding.target, b.finding.target),
      )
      .map(({ finding, target }) => findingOf(finding, target, reading)),
  configurations: ({ document }) =>
    document.configurations.map((configuration) => {
      const { number, environment, provenance, configDigest, authorityDigest } = configuration;
      return {
        key: environment || `#${number}`,
        label: "",
        name: environment || `Configuration ${number}`,
        raw: configuration,
        cells: () => [
          plain("Configuration", number),
          plain("Provenance", provenance, PROVENANCES[provenance as Provenance]),
          { ...plain("Authority", authorityDigest), kind: "digest" },
          { ...plain("Configuration text", configDigest), kind: "digest" },
        ],
      };
    }),
  terms: ({ document }) => {
    const { policyVersion, ruleSetVersion } = document;
    return [
      {
        key: "terms",
        label: "",
        name: "",
        raw: { policyVersion, ruleSetVersion },
        cells: () => [
          plain("Version of the sign-off policy", policyVersion),
          plain("Version of the rules", ruleSetVersion),
        ],
      },
    ];
  },
};

function rowsOf<R extends ReadableRow>(
  reading: Reading,
  rows: readonly R[],
  kind: RowKind,
  entity: EntityKind,
  named: string,
  more: (row: R) => PartCell[] = () => [],
): Part[] {
  return rows.map((row) => {
    const name = nameOf(row, named);
    return {
      key: row.id,
      label: shortNumber(kind, row.number),
      name,
      raw: row,
      // A text that was cut is told in full too.
      ...(!name.endsWith("…") && { named }),
      cells: () => [
        ...cellsOf(entity, row.cells, reading).map((cell) =>
          entity === "risk" && cell.id === "severity"
            ? counting(cell, reading.severities.get(row.number))
            : cell,
        ),
        ...more(row),
      ],
    };
  });
}

const cellsOf = (entity: EntityKind, cells: FrozenCells, { names }: Reading): PartCell[] =>
  fieldsOf(entity).map(([id, field]) => {
    const cell = cells[id];
    return { id, label: field.label, words: frozenWords(field, cell, names), raw: cell };
  });

/** The severity of a risk as it counts; what is compared is what was written. */
function counting(cell: PartCell, severity: RiskSeverity | undefined): PartCell {
  if (!severity?.counts) return cell;
  const note = severityNote(severity);
  // It is marked by its word as the scale has it.
  return { ...cell, words: severity.counts, kind: "severity", ...(note && { note }) };
}

const plain = (label: string, raw: string | number | null | undefined, words?: string): PartCell => ({
  id: label,
  label,
  words: words ?? (raw === null || raw === undefined ? "" : String(raw)),
  raw: raw ?? undefined,
});

const ORIGINS: Record<string, string> = {
  explicit: "Said by the configuration",
  default: "By silence",
  unknown: "Unknown",
};

/** What is granted, to whom, and how grave it is: facts that no person writes. */
function grantOf(row: ReadableCapability, { names }: Reading): PartCell[] {
  const { grant } = row;
  const extent = grant?.extent ?? [];
  const isUndecided = row.class !== "claim" && !row.cells.decision && !row.cells.justification;
  return [
    // No answer is an answer here: it serves no stated need, or nobody has said what becomes of it.
    ...(isUndecided ? [{ id: "undecided", label: "Decision", words: "None" }] : []),
    { ...plain("Executor", row.executor), words: row.executor ? (names.row(row.executor) ?? "") : "" },
    { ...plain("Severity", row.severity), kind: "severity" },
    plain("Class", row.class, CAPABILITY_CLASSES[row.class as CapabilityClass]),
    plain("Access", grant?.access),
    { ...plain("Extent", extent.join(", ")), raw: extent.length > 0 ? extent : undefined },
    plain("Target", grant?.target || null),
    plain("Origin", grant?.origin, ORIGINS[grant?.origin ?? ""]),
    // The executor stands for them.
    { ...plain("Workload", row.workload), isImplied: row.executor !== null },
    { ...plain("Container", row.container), isImplied: row.executor !== null },
  ];
}

function findingOf(finding: ReadableFinding, target: string, { names }: Reading): Part {
  const { rule, severity, dismissed } = finding;
  const known = names.finding(rule, finding.target);
  return {
    key: `${rule} ${finding.target}`,
    label: rule,
    name: `${names.rule(rule) ?? ruleOf(rule)?.title ?? rule}: ${target}`,
    raw: { severity, dismissed },
    cells: () => [
      { ...plain("Severity", severity), kind: "severity" },
      { ...plain("Dismissed", dismissed ? "yes" : "no"), words: dismissed ? known?.dismissal || "Yes" : "" },
      // Kept beside the frozen content: read, and compared with nothing.
      { id: "reason", label: "Because", words: known?.reason ?? "" },
    ],
  };
}

const rank = ({ severity }: ReadableFinding): number => SEVERITIES.indexOf(severity as Severity);
const inOrder = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });
