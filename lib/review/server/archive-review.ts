import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";

/**
 * Archives a review or takes it back. An archived review is read, and nothing of it is changed.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`
 */
export async function setReviewArchived(
  actor: Actor,
  reviewId: string,
  archived: boolean,
): Promise<{ id: string; seq: number }> {
  const { seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    if (archived && tx.review.archivedAt !== null) {
      throw problem("not-in-this-state", "This review is archived already.");
    }
    const permit = tx.authorize(archived ? "review.archive" : "review.restore");
    tx.write(permit, {
      type: archived ? "review.archived" : "review.restored",
      keepDraft: true,
      keepFindings: true,
      changes: [
        {
          op: "update",
          table: "review",
          id: reviewId,
          before: { archivedAt: tx.review.archivedAt?.toISOString() ?? null },
          set: { archivedAt: archived ? tx.now.toISOString() : null },
        },
      ],
    });
  });
  return { id: reviewId, seq: seq! };
}
