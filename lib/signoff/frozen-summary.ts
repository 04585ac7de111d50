import { fieldOf } from "@/lib/review/fields";
import { ROW_KINDS, type RowKind, shortNumber } from "@/lib/review/row-link";
import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";
import { type RiskSeverity, riskSeverity } from "./risk-severity";

type FrozenCell = { state: string; value?: unknown; reason?: string };
type FrozenRow = { id: string; number: number; cells: Record<string, FrozenCell> };
type FrozenCapability = FrozenRow & { class: string; grant?: { origin: string } | null };

/** The frozen content as `coveredContent` writes it, as far as a summary reads it. */
export type FrozenDocument = {
  review: { cells: Record<string, FrozenCell> };
  revision: number;
  artifacts: FrozenRow[];
  executors: FrozenRow[];
  entryPoints: FrozenRow[];
  kinds: unknown[];
  capabilities: FrozenCapability[];
  justifications: FrozenRow[];
  risks: FrozenRow[];
  configurations: FrozenConfiguration[];
  findings: { severity: string; dismissed: boolean }[];
  policyVersion: string;
  ruleSetVersion: string;
};

export type FrozenConfiguration = {
  number: number;
  environment: string;
  provenance: string;
  authorityDigest: string;
};

/** A residual risk in the words that were frozen. */
export type FrozenRisk = {
  id: string;
  number: number;
  title: string;
  severity: RiskSeverity;
  treatment: string | null;
  description: string | null;
  rationale: string | null;
  controls: string | null;
  recommendation: string | null;
  owner: string | null;
  expiresAt: string | null;
  covers: string[];
};

/** What an approver reads before deciding: counts by section, and the risks in full. */
export type FrozenSummary = {
  revision: number;
  scope: { label: string; words: string }[];
  configurations: FrozenConfiguration[];
  sections: { label: string; count: number; words: string }[];
  findings: Record<Severity, number>;
  risks: FrozenRisk[];
  notApplicable: { number: string; label: string; reason: string }[];
  ruleSetVersion: string;
  policyVersion: string;
};

/**
 * Sums up a frozen revision. Everything in it comes from the frozen bytes; only the names of people
 * are beside them.
 *
 * @param people names by member id, as they were when it was frozen
 * @param severities of its risks by short number (`severityOfRisks`)
 */
export function summaryOf(
  frozen: FrozenDocument,
  people: Record<string, string>,
  severities: Map<number, RiskSeverity> = new Map(),
): FrozenSummary {
  return {
    revision: frozen.revision,
    scope: scopeOf(frozen.review.cells),
    configurations: frozen.configurations.map(({ number, environment, provenance, authorityDigest }) => ({
      number,
      environment,
      provenance,
      authorityDigest,
    })),
    sections: sectionsOf(frozen),
    findings: bySeverity(frozen.findings),
    risks: frozen.risks.map((row) => riskOf(row, people, severities.get(row.number))),
    notApplicable: notApplicableOf(frozen),
    ruleSetVersion: frozen.ruleSetVersion,
    policyVersion: frozen.policyVersion,
  };
}

const held = (row: FrozenRow, field: string): unknown => {
  const cell = row.cells[field];
  return cell?.state === "value" ? cell.value : undefined;
};

const SCOPE = ["title", "task", "dataSubjects", "riskTier"];

function scopeOf(cells: Record<string, FrozenCell>): FrozenSummary["scope"] {
  return SCOPE.map((name) => {
    const field = fieldOf("review", name)!;
    const cell = cells[name];
    const value = cell?.state === "value" ? String(cell.value) : "";
    const words = cell?.state === "unknown" ? "Unknown" : (field.words?.[value] ?? value);
    return { label: field.label, words: words || "Not answered" };
  });
}

/** "2 do not cross the broker, 1 without an answer"; parts that count nothing are left out. */
const parts = (...given: [number, string, string][]): string =>
  given
    .filter(([n]) => n > 0)
    .map(([n, one, many]) => `${n} ${n === 1 ? one : many}`)
    .join(", ");

function sectionsOf(frozen: FrozenDocument): FrozenSummary["sections"] {
  const of = (list: FrozenRow[], test: (row: FrozenRow) => boolean) => list.filter(test).length;
  const role = (name: string) => of(frozen.executors, (row) => held(row, "role") === name);
  const broker = (state: (cell: unknown) => boolean) =>
    of(frozen.entryPoints, (row) => state(held(row, "crossesBroker")));
  const grants = frozen.capabilities.filter((row) => row.class === "grant");
  const limits = frozen.capabilities.filter((row) => row.class === "missing-limit");
  const claims = frozen.capabilities.length - grants.length - limits.length;
  const isNeeded = (row: FrozenRow) => held(row, "justification") !== undefined;
  const isDecided = (row: FrozenRow) => held(row, "decision") !== undefined;
  const needed = of(grants, isNeeded);
  const otherwise = of(grants, (row) => !isNeeded(row) && isDecided(row));
  const decided = of(limits, isDecided);
  const untold = limits.filter(
    (row) => !isDecided(row) && !isNeeded(row) && row.grant?.origin === "unknown",
  ).length;
  return [
    { label: "Artifacts", count: frozen.artifacts.length, words: "" },
    {
      label: "Entry points",
      count: frozen.entryPoints.length,
      words: parts(
        [broker((value) => value === "yes"), "crosses the broker", "cross the broker"],
        [broker((value) => value === "no"), "avoids the broker", "avoid the broker"],
        [
          broker((value) => value === undefined),
          "without an answer about the broker",
          "without an answer about the broker",
        ],
      ),
    },
    {
      label: "Kinds said not to exist",
      count: frozen.kinds.length,
      words: "",
    },
    {
      label: "Executors",
      count: frozen.executors.length,
      words: parts(
        [role("runs-submitted-code"), "runs submitted code", "run submitted code"],
        [role("neighbour"), "neighbour", "neighbours"],
        [role("out-of-scope"), "out of scope", "out of scope"],
      ),
    },
    {
      label: "Grants",
      count: grants.length,
      words: parts(
        [needed, "serves a stated need", "serve a stated need"],
        [otherwise, "decided otherwise", "decided otherwise"],
        [grants.length - needed - otherwise, "serves no stated need", "serve no stated need"],
      ),
    },
    {
      label: "Missing limits",
      count: limits.length,
      words: parts(
        [decided, "decided", "decided"],
        [limits.length - decided - untold, "not decided", "not decided"],
        [untold, "cannot be told", "cannot be told"],
      ),
    },
    { label: "Facts and claims that enforce nothing", count: claims, words: "" },
    { label: "Justifications", count: frozen.justifications.length, words: "" },
  ].filter(({ count, label }) => count > 0 || label === "Entry points" || label === "Grants");
}

function bySeverity(findings: FrozenDocument["findings"]): Record<Severity, number> {
  const counts = Object.fromEntries(SEVERITIES.map((word) => [word, 0])) as Record<Severity, number>;
  for (const { severity, dismissed } of findings) if (!dismissed) counts[severity as Severity] += 1;
  return counts;
}

function riskOf(
  row: FrozenRow,
  people: Record<string, string>,
  severity: RiskSeverity = riskSeverity((held(row, "severity") as Severity | undefined) ?? null, undefined),
): FrozenRisk {
  const text = (field: string) => (held(row, field) as string | undefined) ?? null;
  const owner = text("owner");
  return {
    id: row.id,
    number: row.number,
    title: text("title") ?? "",
    severity,
    treatment: text("treatment"),
    description: text("description"),
    rationale: text("rationale"),
    controls: text("controls"),
    recommendation: text("recommendation"),
    owner: owner && (people[owner] ?? owner),
    expiresAt: text("expiresAt"),
    covers: (held(row, "covers") as string[] | undefined) ?? [],
  };
}

const LISTS = [
  ["artifacts", "artifact"],
  ["executors", "executor"],
  ["entryPoints", "entry"],
  ["capabilities", "capability"],
  ["justifications", "justification"],
  ["risks", "risk"],
] as const satisfies [keyof FrozenDocument, RowKind][];

function notApplicableOf(frozen: FrozenDocument): FrozenSummary["notApplicable"] {
  const found: FrozenSummary["notApplicable"] = [];
  for (const [list, kind] of LISTS) {
    for (const row of frozen[list]) {
      for (const [name, cell] of Object.entries(row.cells)) {
        if (cell.state !== "not-applicable") continue;
        const label = fieldOf(ROW_KINDS[kind].entity, name)?.label ?? name;
        found.push({ number: shortNumber(kind, row.number), label, reason: cell.reason ?? "" });
      }
    }
  }
  return found;
}
