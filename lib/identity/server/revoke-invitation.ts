import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import { loadInvitation } from "./invitations";

/**
 * Revokes an invitation, so that its link stops working. Doing it twice is no error.
 *
 * @throws ProblemError `not-found`, `not-in-this-state` when it was accepted already
 */
export async function revokeInvitation(actor: Actor, id: string): Promise<void> {
  await inWorkspace(actor.workspaceId, async (tx) => {
    const invitation = await loadInvitation(tx.sql, id);
    authorize(actor, "invitation.revoke");
    if (invitation.accepted_at) {
      throw problem(
        "not-in-this-state",
        `${invitation.email} has accepted this invitation. Remove the member instead, under Members.`,
      );
    }
    if (invitation.revoked_at) return;
    await tx.sql.query("update invitation set revoked_at = $2 where id = $1", [id, tx.now]);
    await tx.record(actor, "invitation.revoked", { invitation: id, email: invitation.email });
  });
}
