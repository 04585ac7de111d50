import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import type { Severity } from "@/lib/review/vocabulary";
import { isAboutDeciding } from "@/lib/rules/uncovered-findings";
import { isAbove } from "../terms";
import { loadFinding, markOf } from "./load-finding";
import { termsOf } from "./terms";

/** What became of a finding. */
export type FindingDone = { id: string; state: "dismissed" | "open"; seq: number };

/**
 * Dismisses an open finding: an approver, who has just entered their password, says why it is none
 * here. It stays dismissed while it says the same; resolved, graver or about more rows it opens again.
 *
 * @throws ProblemError `not-found`, `forbidden`, `reauthentication-required`, `not-in-this-state`
 */
export async function dismissFinding(
  actor: Actor,
  reviewId: string,
  findingId: string,
  reason: string,
): Promise<FindingDone> {
  const { seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const finding = await loadFinding(tx, findingId);
    const permit = tx.authorize("finding.dismiss");
    if (isAboutDeciding(finding.ruleId)) {
      throw problem(
        "not-in-this-state",
        `${finding.ruleId} speaks of the decision itself. Settle what it names; it cannot be dismissed.`,
      );
    }
    if (finding.state !== "open")
      throw problem("not-in-this-state", `F${finding.number} is ${finding.state}, not open.`);
    const { terms } = await termsOf(tx.sql, actor.workspaceId, tx.review.systemId);
    if (isAbove(finding.severity as Severity, terms.highestSeverity)) {
      throw problem(
        "not-in-this-state",
        `F${finding.number} is ${finding.severity}, and by the policy nothing above ${terms.highestSeverity} is set aside. Fix what it names.`,
      );
    }
    tx.write(permit, {
      type: "finding.dismissed",
      words: `F${finding.number}`,
      more: { note: reason, findings: { opened: [], resolved: [], dismissed: [markOf(finding)] } },
      keepFindings: true,
      changes: [
        {
          op: "update",
          table: "finding",
          id: finding.id,
          before: { number: finding.number, state: finding.state },
          set: {
            state: "dismissed",
            dismissalReason: reason,
            dismissedById: actor.id,
            dismissedAt: tx.now.toISOString(),
            changedSeq: tx.seq,
          },
        },
      ],
    });
  });
  return { id: findingId, state: "dismissed", seq: seq! };
}
