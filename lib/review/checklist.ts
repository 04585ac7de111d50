import { askedOf, hasPurpose, isSurplus, roleOf, runsSubmittedCode } from "@/lib/rules/asking";
import { openKinds, unansweredOf } from "@/lib/rules/catalogue/entry-points";
import { type ContentIndex, indexContent } from "@/lib/rules/content-index";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { uncoveredFindings } from "@/lib/rules/uncovered-findings";
import { isAtLeast, isSaid } from "@/lib/rules/words";
import { cellOf, isOpen } from "./cell";
import type { Capability, ReviewContent } from "./content";
import { CHECKLIST_KINDS } from "./vocabulary";

/** Where a count leads: a page of the review, filters of its worksheet, or its query. */
export type CheckLink = {
  page: "scope" | "entry-points" | "entry-points/executors" | "authority" | "decide" | "findings";
  filters?: { id: string; op: "in"; values: string[] }[];
  query?: Record<string, string>;
};

/** One thing that is complete or not, worked out of the content; nobody ticks it. */
export type Check = {
  id: string;
  label: string;
  done: number;
  open: number;
  link: CheckLink;
  /** There is no row of it yet: the one thing that is open is to make the first. */
  isNone?: true;
};

/** The checks of one part of the work; `done` and `open` are their sums, the rail's completeness mark. */
export type CheckSection = {
  id: "scope" | "entry-points" | "authority" | "decide";
  label: string;
  done: number;
  open: number;
  checks: Check[];
};

/** The filter value of a cell that nobody has answered. */
const UNSET = "~unset";

const unset = (id: string) => [{ id, op: "in" as const, values: [UNSET] }];
const openFindings = (rule: string): CheckLink => ({ page: "findings", query: { rule, state: "open" } });

/** The computed checklist of a review, in the order of the work. `findings` are those stored of it. */
export function checklistOf(content: ReviewContent, findings: readonly StoredFinding[]): CheckSection[] {
  const index = indexContent(content);
  return [
    section("scope", "Scope", scopeChecks(content, index)),
    section("entry-points", "Entry points", entryPointChecks(index)),
    section("authority", "Authority", authorityChecks(content, index)),
    section("decide", "Decide", decideChecks(content, index, findings)),
  ];
}

function scopeChecks({ review }: ReviewContent, index: ContentIndex): Check[] {
  const scope: CheckLink = { page: "scope" };
  const one = (id: string, label: string, isDone: boolean) => count(id, label, isDone ? 1 : 0, 1, scope);
  return [
    one("task", "The task that needs the submitted code", !isOpen(cellOf(review, "task"))),
    one("data-subjects", "Whose data is within reach", !isOpen(cellOf(review, "dataSubjects"))),
    one("risk-tier", "Risk tier", !isOpen(cellOf(review, "riskTier"))),
    ofRows("artifacts", "Artifacts with their submitters", [...index.artifacts.values()], scope, (row) => {
      return !isOpen(cellOf(row, "submitters"));
    }),
  ];
}

function entryPointChecks(index: ContentIndex): Check[] {
  const entries = [...index.entryPoints.values()];
  const executors = [...index.executors.values()].filter(runsSubmittedCode);
  const running = entries.filter((entry) => entry.executes === "yes");
  const kinds = CHECKLIST_KINDS.length - openKinds(index).length;
  return [
    count("kinds", "Kinds answered", kinds, CHECKLIST_KINDS.length, openFindings("ENT-09")),
    ofRows("answered", "Entry points answered", entries, openFindings("ENT-02"), (entry) => {
      return unansweredOf(entry, index).length === 0;
    }),
    ofRows("executors", "Executors described", executors, { page: "entry-points/executors" }, (row) => {
      const cells = [cellOf(row, "layers"), cellOf(row, "reuse"), cellOf(row, "inheritsSecrets")];
      return cells.every((cell) => !isOpen(cell));
    }),
    ...(running.length === 0 ? [] : [endings(running)]),
  ];
}

const endings = (running: ReviewContent["entryPoints"]): Check =>
  ofRows("endings", "It is said whether the worker ends", running, openFindings("ENT-13"), (entry) => {
    const cells = (["endsOnRejection", "endsOnTimeout", "endsOnCancellation"] as const).map((field) =>
      cellOf(entry, field),
    );
    return cells.every((cell) => !isOpen(cell));
  });

function authorityChecks(content: ReviewContent, index: ContentIndex): Check[] {
  const executors = [...index.executors.values()];
  const asked = new Set<Capability>();
  for (const executor of executors) for (const row of askedOf(index, executor)) asked.add(row);
  const rows = [...asked];
  const justifications = [...index.justifications.values()].filter((row) => index.coveredBy.has(row.id));
  const isCaptured = content.configurations.some(
    (configuration) => configuration.isNewest && configuration.provenance === "captured",
  );
  const undecided: CheckLink = { page: "authority", filters: unset("decision") };
  return [
    count(
      "captured",
      "Configuration captured from a running system",
      isCaptured ? 1 : 0,
      1,
      openFindings("CFG-01"),
    ),
    ofRows(
      "placed",
      "Containers placed",
      executors,
      { page: "entry-points/executors", filters: unset("role") },
      (row) => {
        return roleOf(row) !== null;
      },
    ),
    ofSome("grants", "Grants that serve a need or are decided", rows.filter(isGrant), undecided, (row) => {
      return !isSurplus(row, index);
    }),
    ofSome(
      "limits",
      "Missing limits decided",
      rows.filter((row) => !isGrant(row)),
      undecided,
      (row) => {
        return row.decision !== null || hasPurpose(row, index);
      },
    ),
    ofSome("justifications", "Justifications complete", justifications, { page: "authority" }, (row) => {
      return isSaid(row.purpose) && isSaid(row.limit) && row.enforcer !== null;
    }),
  ];
}

const isGrant = (row: Capability): boolean => row.class === "grant";

function decideChecks(
  content: ReviewContent,
  index: ContentIndex,
  findings: readonly StoredFinding[],
): Check[] {
  const grave = findings.filter(
    (finding) => finding.state !== "resolved" && isAtLeast(finding.severity, "high"),
  );
  const uncovered = uncoveredFindings(grave, content.risks).length;
  const incomplete = new Set(
    findings
      .filter((finding) => finding.ruleId === "RSK-02" && finding.state === "open")
      .map(({ target }) => target),
  );
  return [
    count("covered", "High findings resolved or covered by a risk", grave.length - uncovered, grave.length, {
      page: "findings",
      query: { severity: "critical,high", state: "open" },
    }),
    ofSome("risks", "Residual risks complete", [...index.risks.values()], openFindings("RSK-02"), (risk) => {
      return !incomplete.has(`risk:${risk.id}`);
    }),
  ];
}

const count = (id: string, label: string, done: number, total: number, link: CheckLink): Check => ({
  id,
  label,
  done,
  open: total - done,
  link,
});

/** Rows of which there has to be at least one: none at all is one thing to do. */
function ofRows<R>(
  id: string,
  label: string,
  rows: R[],
  link: CheckLink,
  isDone: (row: R) => boolean,
): Check {
  return rows.length === 0
    ? { ...count(id, label, 0, 1, { page: link.page }), isNone: true }
    : ofSome(id, label, rows, link, isDone);
}

/** Rows of which there may be none. */
const ofSome = <R>(
  id: string,
  label: string,
  rows: R[],
  link: CheckLink,
  isDone: (row: R) => boolean,
): Check => count(id, label, rows.filter(isDone).length, rows.length, link);

const section = (id: CheckSection["id"], label: string, checks: Check[]): CheckSection => ({
  id,
  label,
  done: checks.reduce((sum, check) => sum + check.done, 0),
  open: checks.reduce((sum, check) => sum + check.open, 0),
  checks,
});
