import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { refuseUnlessWaiting } from "./decided-revision";

/**
 * Withdraws a submitted revision: it is closed, and work goes on in the next draft.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`
 */
export async function withdrawRevision(
  actor: Actor,
  reviewId: string,
  revisionId: string,
  words: string,
): Promise<void> {
  await runUnitOfWork(actor, reviewId, async (tx) => {
    const [revision] = await tx.sql.query<{
      id: string;
      number: number;
      state: string;
      requested_by_id: string | null;
    }>("select id, number, state, requested_by_id from revision where review_id = $1 and id = $2", [
      reviewId,
      revisionId,
    ]);
    if (!revision) throw problem("not-found", "This review has no such revision.");
    refuseUnlessWaiting(revision);
    const permit = tx.authorize("revision.withdraw", {
      revisionState: revision.state,
      requestedById: revision.requested_by_id,
    });
    tx.write(permit, {
      type: "revision.withdrawn",
      words: `Revision ${revision.number}`,
      more: { revision: revision.number, note: words },
      keepDraft: true,
      keepFindings: true,
      changes: [
        {
          op: "update",
          table: "revision",
          id: revisionId,
          before: { number: revision.number, state: revision.state },
          set: { state: "withdrawn", endedAt: tx.now.toISOString(), endedBecause: words || "withdrawn" },
        },
      ],
    });
  });
}
