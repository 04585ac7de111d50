import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { endInForce } from "./end-in-force";

/**
 * Takes the approval of the revision in force back: it ends at once and for good. Its risks stay as
 * they were decided; the next submission is decided anew.
 *
 * @param words why; they are what people read as the reason
 * @throws ProblemError `not-found`, `forbidden`, `reauthentication-required`, `not-in-this-state`
 */
export async function revokeRevision(
  actor: Actor,
  reviewId: string,
  revisionId: string,
  words: string,
): Promise<void> {
  await runUnitOfWork(actor, reviewId, async (tx) => {
    const [revision] = await tx.sql.query<{ number: number; state: string }>(
      "select number, state from revision where review_id = $1 and id = $2",
      [reviewId, revisionId],
    );
    if (!revision) throw problem("not-found", "This review has no such revision.");
    if (revision.state !== "in-force") {
      throw problem(
        "not-in-this-state",
        `Revision ${revision.number} is not in force, so nothing is to be taken back.`,
      );
    }
    const permit = tx.authorize("revision.revoke", { revisionState: revision.state });
    tx.write(permit, {
      type: "revision.revoked",
      words: `Revision ${revision.number}`,
      more: { revision: revision.number, note: words },
      keepDraft: true,
      changes: await endInForce(tx, { by: "revoked", because: `revoked by ${actor.name}: ${words}` }),
    });
  });
}
