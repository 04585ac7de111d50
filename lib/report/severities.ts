import { type RiskSeverity, riskSeverity, worstCovered } from "@/lib/signoff/risk-severity";
import type { ReportSource } from "./source";

/**
 * How severe each residual risk of a report is, by its short number: from the findings of the same
 * source, so that a frozen revision's never change.
 */
export function riskSeverities({
  content,
  findings,
}: Pick<ReportSource, "content" | "findings">): Map<number, RiskSeverity> {
  const worst = worstCovered(content.risks, findings);
  return new Map(
    content.risks.map(({ number, severity }) => [number, riskSeverity(severity, worst.get(number))]),
  );
}
