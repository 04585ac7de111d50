import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { newId } from "@/lib/kernel/ids";
import type { NewSystem } from "../systems";

/**
 * Makes a system. Who makes it is put on it, so that a restricted one never shuts its maker out.
 *
 * @throws ProblemError `forbidden`
 */
export async function createSystem(actor: Actor, given: NewSystem): Promise<{ id: string }> {
  return inWorkspace(actor.workspaceId, async ({ sql, record }) => {
    authorize(actor, "system.create");
    const id = newId();
    const name = given.name.trim();
    await sql.query(
      "insert into system (workspace_id, id, name, description, visibility, created_by_id) values ($1, $2, $3, $4, $5, $6)",
      [actor.workspaceId, id, name, given.description, given.visibility, actor.id],
    );
    if (actor.kind !== "system") {
      await sql.query("insert into system_member (workspace_id, system_id, member_id) values ($1, $2, $3)", [
        actor.workspaceId,
        id,
        actor.id,
      ]);
    }
    await record(actor, "system.created", { system: { id, name }, visibility: given.visibility });
    return { id };
  });
}
