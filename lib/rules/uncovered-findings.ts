import type { ResidualRisk } from "@/lib/review/content";
import type { StoredFinding } from "./diff-findings";
import { ruleOf } from "./rules";
import { isAtLeast } from "./words";

type Covered = Pick<StoredFinding, "ruleId" | "target" | "lists"> & { id?: string };

/**
 * RSK-01: the open findings of high or above that no residual risk covers. A submission is refused
 * while there is one. Dismissed, accepted and resolved findings are not open.
 */
export function uncoveredFindings<F extends StoredFinding>(
  findings: readonly F[],
  risks: readonly ResidualRisk[],
): F[] {
  return findings.filter(
    (finding) =>
      finding.state === "open" &&
      isAtLeast(finding.severity, "high") &&
      !isAboutDeciding(finding.ruleId) &&
      !risks.some((risk) => isCoveredBy(finding, risk)),
  );
}

/** The rules of the fifth question speak of the decision itself: none of them is decided about. */
export const isAboutDeciding = (ruleId: string): boolean => /^(RSK|SGN)-/.test(ruleId);

/**
 * Whether a residual risk covers a finding: it names the finding, its target, or every row that is a
 * cause of it. Only a proposed or accepted risk covers anything.
 */
export function isCoveredBy(
  finding: Covered,
  risk: Pick<ResidualRisk, "covers" | "state" | "archivedAt">,
): boolean {
  if (risk.archivedAt !== null || (risk.state !== "proposed" && risk.state !== "accepted")) return false;
  const covers = setOf(risk.covers ?? []);
  if (finding.id !== undefined && covers.has(`finding:${finding.id}`)) return true;
  if (finding.target !== "review" && covers.has(finding.target)) return true;
  return (
    ruleOf(finding.ruleId)?.listsCauses === true &&
    finding.lists.length > 0 &&
    finding.lists.every((target) => covers.has(target))
  );
}

const sets = new WeakMap<readonly string[], Set<string>>();

/** What a risk covers as a set, made once for the many findings that it is asked about. */
function setOf(covers: readonly string[]): Set<string> {
  let set = sets.get(covers);
  if (!set) {
    set = new Set(covers);
    sets.set(covers, set);
  }
  return set;
}
