import { canonicalJson } from "@/lib/kernel/canonical-json";
import { storedFindings } from "@/lib/platform/unit-of-work/derive-findings";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import { hasGrown, identityOf, type StoredFinding } from "@/lib/rules/diff-findings";
import { isCoveredBy } from "@/lib/rules/uncovered-findings";
import { coveredRisks } from "../snapshot";
import type { DecidedRevision } from "./decided-revision";
import { risksOf } from "./risks-of";

/**
 * Accepts the risks that were frozen into the revision. One that was edited since is another text
 * and keeps waiting; one that was accepted before and is archived now is superseded. Findings count
 * as accepted where an accepted risk covers them.
 *
 * @returns the changes, and the open findings that came or grew since the submission
 */
export async function acceptance(
  tx: Tx,
  revision: DecidedRevision,
): Promise<{ changes: RowChange[]; unread: StoredFinding[] }> {
  const signed = new Map(revision.frozen.risks.map(({ id, cells }) => [id, canonicalJson(cells)]));
  const risks = await risksOf(tx.sql, tx.review.id);
  const unchanged = new Set(
    coveredRisks(risks).flatMap(({ id, cells }) => (signed.get(id) === canonicalJson(cells) ? [id] : [])),
  );
  const accepted = risks
    .filter(({ id, state }) => unchanged.has(id) && (state === "proposed" || state === "accepted"))
    .map((risk) => ({ ...risk, state: "accepted" as const }));
  const changes: RowChange[] = [];
  for (const { id, number, state, archivedAt } of risks) {
    const set = unchanged.has(id)
      ? state === "proposed" && { state: "accepted", decidedIn: revision.number, decisionWords: null }
      : archivedAt !== null && state === "accepted" && { state: "superseded" };
    if (set) changes.push({ op: "update", table: "risk", id, before: { number, state }, set });
  }
  const unread: StoredFinding[] = [];
  for (const finding of await storedFindings(tx.sql, tx.review.id)) {
    if (finding.state !== "open") continue;
    // What came, or grew, after the submission was read by nobody who decides.
    const frozenAs = revision.findings.get(identityOf(finding));
    if (!frozenAs || hasGrown(frozenAs, finding)) {
      unread.push(finding);
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
  return { changes, unread };
}
