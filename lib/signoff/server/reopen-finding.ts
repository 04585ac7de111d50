import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { UNDISMISSED } from "@/lib/rules/diff-findings";
import type { FindingDone } from "./dismiss-finding";
import { loadFinding, markOf } from "./load-finding";

/**
 * Opens a dismissed finding again.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`
 */
export async function reopenFinding(actor: Actor, reviewId: string, findingId: string): Promise<FindingDone> {
  const { seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const finding = await loadFinding(tx, findingId);
    const permit = tx.authorize("finding.reopen");
    if (finding.state !== "dismissed")
      throw problem("not-in-this-state", `F${finding.number} is ${finding.state}, not dismissed.`);
    tx.write(permit, {
      type: "finding.reopened",
      words: `F${finding.number}`,
      more: { findings: { opened: [markOf(finding)], resolved: [] } },
      keepFindings: true,
      changes: [
        {
          op: "update",
          table: "finding",
          id: finding.id,
          before: { number: finding.number, state: finding.state },
          set: {
            state: "open",
            ...UNDISMISSED,
            changedSeq: tx.seq,
          },
        },
      ],
    });
  });
  return { id: findingId, state: "open", seq: seq! };
}
