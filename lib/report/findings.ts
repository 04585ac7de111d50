import { dayWords } from "@/lib/review/day";
import { SEVERITIES } from "@/lib/review/vocabulary";
import { isCoveredBy } from "@/lib/rules/uncovered-findings";
import type { ReportFindingRow, ReportQuestion } from "./model";
import type { ReportFinding, ReportSource } from "./source";
import type { NameTarget } from "./words";

/** The five questions, in the words of the rule catalogue. */
const QUESTIONS = [
  "Can any execution path avoid confinement?",
  "If arbitrary code runs inside, what can it do?",
  "Is there evidence, and is it about this deployment?",
  "What may leave, and who can approve the next action?",
  "Is the decision itself in order?",
] as const;

/** Findings that are not resolved, by question; the worst first. Questions without one are left out. */
export function findingsOf(source: ReportSource, nameTarget: NameTarget): ReportQuestion[] {
  return QUESTIONS.map((question, at) => ({
    question,
    findings: source.findings
      .filter(({ ruleId, state }) => state !== "resolved" && (source.rules[ruleId]?.question ?? 1) === at + 1)
      .sort(worstFirst)
      .map((finding) => rowOf(finding, source, nameTarget)),
  })).filter(({ findings }) => findings.length > 0);
}

/** Orders findings: the worst first, then by number. */
export const worstFirst = (a: ReportFinding, b: ReportFinding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.number - b.number;

function rowOf(finding: ReportFinding, source: ReportSource, nameTarget: NameTarget): ReportFindingRow {
  const { number, ruleId, severity, target, reason } = finding;
  return {
    number: `F${number}`,
    rule: ruleId,
    title: source.rules[ruleId]?.title ?? ruleId,
    severity,
    target: nameTarget(target),
    reason,
    lists: finding.lists
      .filter((listed) => listed !== target)
      .flatMap((listed) => nameTarget(listed)?.label ?? []),
    state: stateOf(finding),
    coveredBy: source.content.risks
      .filter((risk) => isCoveredBy(finding, risk))
      .map((risk) => `R${risk.number}`),
  };
}

function stateOf({ state, dismissal }: ReportFinding): string {
  if (state === "accepted") return "Accepted";
  if (state !== "dismissed") return "Open";
  if (!dismissal) return "Dismissed";
  const by = [dismissal.by && `by ${dismissal.by}`, dismissal.at && `on ${dayWords(dismissal.at)}`];
  const who = by.filter(Boolean).join(" ");
  return `Dismissed${who ? ` ${who}` : ""}: ${dismissal.reason}`;
}
