import { inWorkspace } from "@/lib/audit/server/in-workspace";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import type { Actor } from "../actor";
import { abilities, authorize } from "../policy";
import type { WorkspaceView } from "../views";

/** The actor's workspace. */
export async function viewWorkspace(actor: Actor): Promise<WorkspaceView> {
  authorize(actor, "workspace.read");
  return readSql(actor, (sql) => load(sql, actor));
}

/**
 * Renames the workspace.
 *
 * @param was the name that whoever decides saw; where it has changed meanwhile nothing is overwritten
 * @throws ProblemError `conflict`
 */
export async function editWorkspace(
  actor: Actor,
  { name, was }: { name: string; was?: string },
): Promise<WorkspaceView> {
  return inWorkspace(actor.workspaceId, async (tx) => {
    const before = await load(tx.sql, actor);
    authorize(actor, "workspace.edit");
    if (was !== undefined && was !== before.name) {
      throw problem("conflict", `Somebody renamed the workspace to “${before.name}” meanwhile.`, {
        extra: { conflict: { value: before.name } },
      });
    }
    if (name !== before.name) {
      await tx.sql.query("update workspace set name = $2 where id = $1", [actor.workspaceId, name]);
      await tx.record(actor, "workspace.edited", { before: { name: before.name }, after: { name } });
    }
    return { ...before, name };
  });
}

async function load(sql: Sql, actor: Actor): Promise<WorkspaceView> {
  const [row] = await sql.query<{ name: string; created_at: Date; members: number }>(
    `select w.name, w.created_at, (select count(*)::int from member m where m.removed_at is null) as members
     from workspace w where w.id = $1`,
    [actor.workspaceId],
  );
  if (!row) throw problem("not-found", "This workspace is not there any more.");
  return {
    id: actor.workspaceId,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    members: row.members,
    abilities: abilities(actor, ["workspace.edit", "workspace.events", "session.list-all", "token.list-all"]),
  };
}
