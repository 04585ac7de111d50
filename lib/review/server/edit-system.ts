import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { problem } from "@/lib/kernel/errors";
import type { SystemEdit } from "../systems";
import { loadSystem, refuseArchived, systemVersion } from "./load-system";

/**
 * Changes a system's name, description or visibility. Who restricts it is put on it.
 *
 * @returns the new version
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`, `conflict` with the present words
 */
export async function editSystem(
  actor: Actor,
  systemId: string,
  edit: SystemEdit,
): Promise<{ id: string; version: string }> {
  return inWorkspace(actor.workspaceId, async ({ sql, record }) => {
    const system = await loadSystem(sql, actor, systemId);
    authorize(actor, "system.edit");
    refuseArchived(system);
    const { version, ...asked } = edit;
    const { name, description, visibility } = system;
    const before = { name, description, visibility };
    if (version !== systemVersion(system)) {
      throw problem("conflict", "Somebody changed this system after you opened it. Look at it again.", {
        extra: { present: { ...before, version: systemVersion(system) } },
      });
    }
    const after = { ...before, ...asked, name: (asked.name ?? name).trim() };
    const changed = (["name", "description", "visibility"] as const).filter(
      (key) => before[key] !== after[key],
    );
    if (changed.length === 0) return { id: systemId, version };
    // Who sees a system is decided by whoever names its members, and by no token.
    if (changed.includes("visibility")) authorize(actor, "system.set-members");
    await sql.query("update system set name = $2, description = $3, visibility = $4 where id = $1", [
      systemId,
      after.name,
      after.description,
      after.visibility,
    ]);
    if (after.visibility === "restricted" && actor.kind !== "system") {
      await sql.query(
        "insert into system_member (workspace_id, system_id, member_id) values ($1, $2, $3) on conflict do nothing",
        [actor.workspaceId, systemId, actor.id],
      );
    }
    const pick = (of: typeof before) => Object.fromEntries(changed.map((key) => [key, of[key]]));
    await record(actor, "system.edited", {
      system: { id: systemId, name: after.name },
      before: pick(before),
      after: pick(after),
    });
    return { id: systemId, version: systemVersion(after) };
  });
}
