import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { problem } from "@/lib/kernel/errors";
import { loadSystem } from "./load-system";

/**
 * Archives a system or takes it back. Its reviews stay as they are and can be read; no new one begins.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`
 */
export async function setSystemArchived(
  actor: Actor,
  systemId: string,
  archived: boolean,
): Promise<{ id: string }> {
  return inWorkspace(actor.workspaceId, async ({ sql, now, record }) => {
    const system = await loadSystem(sql, actor, systemId);
    authorize(actor, "system.edit");
    if (system.isArchived === archived) {
      throw problem(
        "not-in-this-state",
        archived ? "This system is archived already." : "This system is not archived.",
      );
    }
    await sql.query("update system set archived_at = $2 where id = $1", [systemId, archived ? now : null]);
    await record(actor, archived ? "system.archived" : "system.restored", {
      system: { id: systemId, name: system.name },
    });
    return { id: systemId };
  });
}
