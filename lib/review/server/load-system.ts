import type { Actor } from "@/lib/identity/actor";
import { type Action, abilities, authorize } from "@/lib/identity/policy";
import { digestOf } from "@/lib/kernel/digest";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { read } from "@/lib/platform/db/transaction";
import { canSee } from "@/lib/platform/unit-of-work/locked-review";
import type { SystemDetail, Visibility } from "../systems";
import { visibleSystems } from "./access";
import { systemItems } from "./list-systems";

const SYSTEM_ACTIONS: readonly Action[] = ["system.edit", "system.set-members", "review.create"];

/**
 * One system that the actor sees.
 *
 * @throws ProblemError `not-found` for a foreign, restricted or invented id alike
 */
export async function systemDetail(actor: Actor, systemId: string): Promise<SystemDetail> {
  authorize(actor, "system.read");
  if (!isId(systemId)) throw notThere();
  return read(actor, async (db) => {
    const row = await db.system.findFirst({
      where: { AND: [{ id: systemId }, visibleSystems(actor)] },
      include: { members: { include: { member: true } } },
    });
    if (!row) throw notThere();
    const [item] = await systemItems(db, [row]);
    return {
      ...item!,
      version: systemVersion(row),
      members: row.members
        .filter(({ member }) => member.removedAt === null)
        .map(({ member: { id, name, email, role } }) => ({ id, name, email, role }))
        .sort((a, b) => a.name.localeCompare(b.name, "en")),
      abilities: row.archivedAt ? abilities(actor, ["system.edit"]) : abilities(actor, SYSTEM_ACTIONS),
    };
  });
}

/** A system as a command loads it, under the workspace's lock. */
export type LoadedSystem = {
  id: string;
  name: string;
  description: string;
  visibility: Visibility;
  isArchived: boolean;
};

/**
 * Loads a system inside a transaction, for a command.
 *
 * @throws ProblemError `not-found`
 */
export async function loadSystem(sql: Sql, actor: Actor, systemId: string): Promise<LoadedSystem> {
  if (!isId(systemId)) throw notThere();
  const [row] = await sql.query<Record<string, unknown>>(
    `select s.*, exists (select 1 from system_member sm
       where sm.workspace_id = s.workspace_id and sm.system_id = s.id and sm.member_id = $2) as on_system
     from system s where s.id = $1`,
    [systemId, actor.id],
  );
  if (!row || !canSee(actor, row)) throw notThere();
  return {
    id: row.id as string,
    name: row.name as string,
    description: row.description as string,
    visibility: row.visibility as Visibility,
    isArchived: row.archived_at !== null,
  };
}

/** Refuses what an archived system does not take. */
export function refuseArchived(system: LoadedSystem): void {
  if (system.isArchived) throw problem("not-in-this-state", "This system is archived. Restore it first.");
}

/** Names a state of a system's own words, so that an edit can say which one it saw. */
export function systemVersion(system: { name: string; description: string; visibility: string }): string {
  const { name, description, visibility } = system;
  return digestOf({ name, description, visibility }).slice(7, 23);
}

const notThere = () => problem("not-found", "There is no such system that you can see.");
