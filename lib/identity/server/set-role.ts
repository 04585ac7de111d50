import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import type { Role } from "../roles";
import type { MemberView } from "../views";
import { loadMember, memberSubject, presentMember } from "./members";

/**
 * Gives a member another role. It counts from their next request on, and bounds their tokens too.
 *
 * @param was the role that whoever decides saw; where it has changed meanwhile nothing is overwritten
 * @throws ProblemError `not-found`, `conflict`, `not-in-this-state` for the only admin
 */
export async function setRole(
  actor: Actor,
  memberId: string,
  { role, was }: { role: Role; was?: Role },
): Promise<MemberView> {
  return inWorkspace(actor.workspaceId, async (tx) => {
    const member = await loadMember(tx.sql, memberId);
    authorize(actor, "member.set-role", memberSubject(member));
    if (was && was !== member.role) {
      throw problem(
        "conflict",
        `Somebody made ${member.name} ${member.role} meanwhile. Look again, then decide.`,
        {
          extra: { conflict: { value: member.role } },
        },
      );
    }
    if (role !== member.role) {
      await tx.sql.query("update member set role = $2 where id = $1", [member.id, role]);
      await tx.record(actor, "member.role-set", {
        member: member.id,
        name: member.name,
        before: member.role,
        after: role,
      });
    }
    return presentMember(await loadMember(tx.sql, member.id), actor);
  });
}
