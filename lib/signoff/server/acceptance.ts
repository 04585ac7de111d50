import { canonicalJson } from "@/lib/kernel/canonical-json";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import { hasGrown, identityOf, type StoredFinding } from "@/lib/rules/diff-findings";
import { RULE_SET_VERSION } from "@/lib/rules/rules";
import { isAboutDeciding, isCoveredBy } from "@/lib/rules/uncovered-findings";
import { isAtLeast } from "@/lib/rules/words";
import { coveredContent } from "../snapshot";
import type { DecidedRevision } from "./decided-revision";
import { loadDecisionContent } from "./load-decision";

type FrozenRisk = { id: string; cells: unknown };

/**
 * Accepts the risks that were frozen into the revision. One that was edited since is another text
 * and keeps waiting; one that was accepted before and is archived now is superseded. Findings count
 * as accepted where an accepted risk covers them.
 *
 * @returns the changes, and the open findings of high or above that came or grew since the submission
 */
export async function acceptance(
  tx: Tx,
  revision: DecidedRevision,
): Promise<{ changes: RowChange[]; uncovered: StoredFinding[] }> {
  const signed = new Map(revision.frozen.risks.map(({ id, cells }) => [id, canonicalJson(cells)]));
  const loaded = await loadDecisionContent(tx.sql, tx.actor.workspaceId, tx.review.id);
  const present = coveredContent({ ...loaded, revision, ruleSetVersion: RULE_SET_VERSION })
    .risks as FrozenRisk[];
  const unchanged = new Set(
    present.filter(({ id, cells }) => signed.get(id) === canonicalJson(cells)).map(({ id }) => id),
  );
  const accepted = loaded.content.risks
    .filter(({ id, state }) => unchanged.has(id) && (state === "proposed" || state === "accepted"))
    .map((risk) => ({ ...risk, state: "accepted" as const }));
  const changes: RowChange[] = [];
  for (const { id, number, state, archivedAt } of loaded.content.risks) {
    const set = unchanged.has(id)
      ? state === "proposed" && { state: "accepted", decidedIn: revision.number, decisionWords: null }
      : archivedAt !== null && state === "accepted" && { state: "superseded" };
    if (set) changes.push({ op: "update", table: "risk", id, before: { number, state }, set });
  }
  const uncovered: StoredFinding[] = [];
  for (const finding of loaded.findings) {
    if (finding.state !== "open") continue;
    // What came, or grew, after the submission was read by nobody who decides.
    const frozenAs = revision.findings.get(identityOf(finding));
    if (!frozenAs || hasGrown(frozenAs, finding)) {
      if (isAtLeast(finding.severity, "high") && !isAboutDeciding(finding.ruleId)) uncovered.push(finding);
      continue;
    }
    if (!accepted.some((risk) => isCoveredBy(finding, risk))) continue;
    changes.push({
      op: "update",
      table: "finding",
      id: finding.id,
      before: { number: finding.number, state: "open" },
      set: { state: "accepted", changedSeq: tx.seq },
    });
  }
  return { changes, uncovered };
}
