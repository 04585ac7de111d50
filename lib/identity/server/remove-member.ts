import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import { loadMember, memberSubject } from "./members";

/**
 * Removes a member from the workspace: their sessions end and their tokens stop at once, and they are
 * taken off restricted systems, so that a later invitation does not bring those back. What they
 * wrote and signed stays with their name.
 *
 * @throws ProblemError `not-found`, `not-in-this-state` for the only admin
 */
export async function removeMember(actor: Actor, memberId: string): Promise<void> {
  await inWorkspace(actor.workspaceId, async (tx) => {
    const member = await loadMember(tx.sql, memberId);
    authorize(actor, "member.remove", memberSubject(member));
    const values = [member.id, tx.now];
    await tx.sql.query("update member set removed_at = $2 where id = $1", values);
    await tx.sql.query("update session set ended_at = $2 where member_id = $1 and ended_at is null", values);
    await tx.sql.query(
      "update api_token set revoked_at = $2 where member_id = $1 and revoked_at is null",
      values,
    );
    await tx.sql.query("delete from system_member where member_id = $1", [member.id]);
    await tx.record(actor, "member.removed", {
      member: member.id,
      name: member.name,
      email: member.email,
      role: member.role,
    });
  });
}
