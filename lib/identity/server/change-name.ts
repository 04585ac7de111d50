import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import type { MemberView } from "../views";
import { loadMember, presentMember } from "./members";

/** Changes the name under which the actor stands in this workspace. Signatures keep the name they had. */
export async function changeName(actor: Actor, name: string): Promise<MemberView> {
  return inWorkspace(actor.workspaceId, async (tx) => {
    const member = await loadMember(tx.sql, actor.id);
    authorize(actor, "account.edit");
    if (name !== member.name) {
      await tx.sql.query("update member set name = $2 where id = $1", [member.id, name]);
      await tx.record(actor, "member.renamed", { member: member.id, before: member.name, after: name });
    }
    return presentMember({ ...member, name }, actor);
  });
}
