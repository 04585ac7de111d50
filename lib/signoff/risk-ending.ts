import type { ResidualRisk } from "@/lib/review/content";
import { dayWords } from "@/lib/review/day";
import type { Severity } from "@/lib/review/vocabulary";
import { takesPart } from "./risk-life";

/** What is to be known of the end of a risk. */
export type RiskEnding = { severity: Severity; reason: string };

/**
 * The risks that take part in a decision and end soon or have ended, by id: as RSK-03 says it, by the
 * policy's warning time; one whose last day passed after the rule was last looked at is past all the same.
 */
export function riskEndings(
  risks: readonly Pick<ResidualRisk, "id" | "number" | "state" | "archivedAt" | "expiresAt">[],
  findings: readonly { ruleId: string; target: string; state: string; severity: Severity; reason: string }[],
  today: string,
): Record<string, RiskEnding> {
  const said = new Map(
    findings.flatMap(({ ruleId, target, state, severity, reason }) =>
      ruleId === "RSK-03" && state === "open" ? [[target, { severity, reason }] as const] : [],
    ),
  );
  const endings: Record<string, RiskEnding> = {};
  for (const { id, number, state, archivedAt, expiresAt } of risks) {
    if (archivedAt !== null || expiresAt === null || !(takesPart(state) || state === "expired")) continue;
    const rule = said.get(`risk:${id}`);
    if (expiresAt < today)
      endings[id] = {
        severity: "high",
        reason: rule?.reason ?? `R${number} ended on ${dayWords(expiresAt)}.`,
      };
    else if (rule) endings[id] = rule;
  }
  return endings;
}
