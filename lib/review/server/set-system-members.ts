import { inWorkspace } from "@/lib/audit/server/in-workspace";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { loadSystem, refuseArchived } from "./load-system";

type Named = { id: string; name: string };

/**
 * Says who is named on a system: who sees it when it is restricted, and which contributors see it.
 * Somebody who is taken off loses it at once; their live streams end with the next check.
 *
 * @throws ProblemError `not-found`, `forbidden`, `invalid-input` for somebody who is no member
 */
export async function setSystemMembers(
  actor: Actor,
  systemId: string,
  memberIds: readonly string[],
): Promise<{ id: string; members: number }> {
  return inWorkspace(actor.workspaceId, async ({ sql, record }) => {
    const system = await loadSystem(sql, actor, systemId);
    authorize(actor, "system.set-members");
    refuseArchived(system);
    const wanted = [...new Set(memberIds)];
    const present = await sql.query<Named>(
      "select m.id, m.name from system_member sm join member m on m.workspace_id = sm.workspace_id and m.id = sm.member_id where sm.system_id = $1",
      [systemId],
    );
    const added = wanted.filter((id) => !present.some((member) => member.id === id));
    const names = await namesOf(sql, added);
    const removed = present.filter(({ id }) => !wanted.includes(id));
    if (added.length === 0 && removed.length === 0) return { id: systemId, members: wanted.length };
    await sql.query("delete from system_member where system_id = $1 and member_id = any($2::uuid[])", [
      systemId,
      removed.map(({ id }) => id),
    ]);
    await sql.query(
      "insert into system_member (workspace_id, system_id, member_id) select $1, $2, unnest($3::uuid[])",
      [actor.workspaceId, systemId, added],
    );
    await record(actor, "system.members-set", {
      system: { id: systemId, name: system.name },
      added: names,
      removed: removed.map(({ id, name }) => ({ id, name })),
    });
    return { id: systemId, members: wanted.length };
  });
}

async function namesOf(sql: Sql, ids: readonly string[]): Promise<Named[]> {
  const found = await sql.query<Named>(
    "select id, name from member where id = any($1::uuid[]) and removed_at is null",
    [ids],
  );
  if (found.length < ids.length) {
    throw problem("invalid-input", "Somebody on this list is no member of the workspace any more.", {
      fields: [{ pointer: "/memberIds", message: "names somebody who is no member" }],
    });
  }
  return found;
}
