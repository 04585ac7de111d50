import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import { loadToken, noSuchToken } from "./tokens";

/**
 * Revokes a token at once: one's own, or as an admin anybody's. Doing it twice is no error.
 *
 * @throws ProblemError `not-found` when there is no such token that the actor can see
 */
export async function revokeToken(actor: Actor, tokenId: string): Promise<void> {
  await inWorkspace(actor.workspaceId, async (tx) => {
    const token = await loadToken(tx.sql, tokenId);
    const isOwn = token.member_id === actor.id;
    if (!isOwn && actor.role !== "admin") throw noSuchToken();
    authorize(actor, isOwn ? "token.revoke-own" : "token.revoke-any");
    if (token.revoked_at) return;
    await tx.sql.query("update api_token set revoked_at = $2 where id = $1", [token.id, tx.now]);
    await tx.record(actor, "token.revoked", {
      token: token.id,
      name: token.name,
      owner: token.member_id,
      ownerName: token.owner_name,
    });
  });
}
