import { ORIGINS } from "@/lib/review/authority/origin";
import type { Row } from "@/lib/review/content";
import { type EntityKind, fieldsOf } from "@/lib/review/fields";
import { type CellRow, cellWords, rowCell } from "@/lib/review/row-cells";
import { CAPABILITY_CLASSES, CAPABILITY_GROUPS, RISK_STATES, type RiskState } from "@/lib/review/vocabulary";
import { indexContent } from "@/lib/rules/content-index";
import { type RiskSeverity, severityNote } from "@/lib/signoff/risk-severity";
import { asDecided, isApproved } from "./as-decided";
import { riskSeverities } from "./severities";
import type { ReportSource } from "./source";
import { type NameTarget, namer } from "./words";

/** The sheets that are exported, with what they are called. */
export const SHEETS = {
  "entry-points": "Entry points",
  capabilities: "Capabilities",
  executors: "Executors",
  artifacts: "Artifacts",
  justifications: "Justifications",
  findings: "Findings",
  risks: "Residual risks",
} as const;
export type SheetName = keyof typeof SHEETS;

/** A sheet as words. */
export type Sheet = { header: string[]; rows: string[][] };

type Column = { header: string; words: (row: CellRow) => string };

/** One worksheet of a revision or draft, with live rows only, in the order of the short numbers. */
export function sheetOf(name: SheetName, source: ReportSource): Sheet {
  const { content } = source;
  const nameTarget = namer(indexContent(content), source.findings, source.rules);
  if (name === "findings") return findingSheet({ ...source, findings: asDecided(source) }, nameTarget);
  const of = (
    letter: string,
    entity: EntityKind,
    rows: Row[],
    more: Column[] = [],
    instead: Column[] = [],
  ): Sheet => {
    const cells = cellColumns(entity, source, nameTarget);
    const columns = [
      ...cells.map((column) => instead.find(({ header }) => header === column.header) ?? column),
      ...more,
    ];
    return {
      header: ["No.", ...columns.map(({ header }) => header)],
      rows: rows
        .filter(
          (row) => row.archivedAt === null && ((row as { closedAt?: unknown }).closedAt ?? null) === null,
        )
        .sort((a, b) => a.number - b.number)
        .map((row) => [
          `${letter}${row.number}`,
          ...columns.map(({ words }) => words(row as unknown as CellRow)),
        ]),
    };
  };
  const text = (header: string, field: string): Column => ({
    header,
    words: (row) => String(row[field] ?? ""),
  });
  const bound = [text("Workload", "workload"), text("Container", "container")];
  if (name === "entry-points") return of("E", "entryPoint", content.entryPoints);
  if (name === "executors") return of("X", "executor", content.executors, bound);
  if (name === "artifacts") return of("A", "artifact", content.artifacts);
  if (name === "justifications") return of("J", "justification", content.justifications);
  if (name === "risks") {
    // What was decided with a revision is told as its report tells it, not as it stood when it was submitted.
    const isAccepted = isApproved(source.revision);
    const state = (row: CellRow) => RISK_STATES[isAccepted ? "accepted" : (row.state as RiskState)] ?? "";
    const severities = riskSeverities(source);
    const severity = (header: string, words: (severity: RiskSeverity) => string): Column => ({
      header,
      words: (row) => words(severities.get(row.number as number)!),
    });
    return of(
      "R",
      "risk",
      content.risks,
      [
        { header: "State", words: state },
        severity("Severity as written", ({ written }) => written ?? ""),
        severity("Why it counts as more", severityNote),
      ],
      [severity("Severity", ({ counts }) => counts ?? "")],
    );
  }
  const executor = (row: CellRow) =>
    row.executorId ? (nameTarget(`executor:${row.executorId}`)?.label ?? "") : "";
  return of("C", "capability", content.capabilities, [
    { header: "Executor", words: executor },
    ...bound,
    { header: "Class", words: (row) => CAPABILITY_CLASSES[row.class as keyof typeof CAPABILITY_CLASSES] },
    { header: "Group", words: (row) => CAPABILITY_GROUPS[row.group as keyof typeof CAPABILITY_GROUPS] },
    text("Severity", "severity"),
    text("Catalogue", "catalogueId"),
    ...grantColumns,
  ]);
}

type Grant = {
  access: string;
  extent: string[];
  origin: keyof typeof ORIGINS;
  target: string;
  file: string | null;
  line: number | null;
};

const grantColumns: Column[] = (
  [
    ["Access", ({ access, extent }) => [access, ...extent].join(", ")],
    ["Origin", ({ origin }) => ORIGINS[origin]],
    ["Target", ({ target }) => target],
    ["File", ({ file }) => file ?? ""],
    ["Line", ({ line }) => String(line ?? "")],
  ] as [string, (grant: Grant) => string][]
).map(([header, words]) => ({ header, words: (row) => (row.grant ? words(row.grant as Grant) : "") }));

function cellColumns(entity: EntityKind, source: ReportSource, nameTarget: NameTarget): Column[] {
  const row = (kind: string, id: string) => {
    const ref = nameTarget(`${kind}:${id}`);
    return ref ? `${ref.name} (${ref.label})` : undefined;
  };
  return fieldsOf(entity).map(([field, { label, kind, entity: of }]) => ({
    header: label,
    words: (from) => {
      const cell = rowCell(entity, from, field);
      if (cell.state !== "value") return cellWords(entity, field, cell, () => undefined);
      if (kind === "targets") {
        return (cell.value as string[]).flatMap((target) => nameTarget(target)?.label ?? []).join(", ");
      }
      if (of === "member") return source.people[String(cell.value)] ?? "A former member";
      if (of === "justification") return row("justification", String(cell.value)) ?? "";
      return cellWords(entity, field, cell, (to, id) => row(to, id));
    },
  }));
}

function findingSheet({ findings, rules }: ReportSource, nameTarget: NameTarget): Sheet {
  return {
    header: ["No.", "Rule", "Title", "Severity", "State", "About", "Reason", "Lists", "Dismissed because"],
    rows: findings
      .filter(({ state }) => state !== "resolved")
      .sort((a, b) => a.number - b.number)
      .map((finding) => [
        `F${finding.number}`,
        finding.ruleId,
        rules[finding.ruleId]?.title ?? "",
        finding.severity,
        finding.state,
        nameTarget(finding.target)?.label ?? "",
        finding.reason,
        finding.lists.flatMap((target) => nameTarget(target)?.label ?? []).join(", "),
        finding.dismissal?.reason ?? "",
      ]),
  };
}
