import { isCoveredBy } from "@/lib/rules/uncovered-findings";
import type { ReportFinding, ReportSource } from "./source";

/** Whether a revision was approved, whatever has ended it since. */
export const isApproved = ({ digest, decidedAt, validUntil }: ReportSource["revision"]): boolean =>
  digest !== null && decidedAt !== null && validUntil !== null;

/** What an approved revision's risks cover was accepted with it, although it was open when it was frozen. */
export function asDecided({ findings, content, revision }: ReportSource): ReportFinding[] {
  if (!isApproved(revision)) return findings;
  return findings.map((finding) =>
    finding.state === "open" && content.risks.some((risk) => isCoveredBy(finding, risk))
      ? { ...finding, state: "accepted" }
      : finding,
  );
}
