import type { Actor } from "@/lib/identity/actor";
import { type Action, abilities, authorize } from "@/lib/identity/policy";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { canSee } from "@/lib/platform/unit-of-work/locked-review";
import type { PolicyVersionView, PolicyView } from "../policy-view";
import { DEFAULT_TERMS, tighter } from "../terms";
import { approversOf } from "./approvers";
import { newestTerms, termsIn } from "./terms";

/** How many former versions the page shows; the audit chain keeps all of them. */
const MOST_VERSIONS = 50;

/**
 * The policy of the workspace or of one system: its own terms, those that hold, who could approve,
 * and the former versions.
 *
 * @throws ProblemError `not-found` for a system that the actor does not see
 */
export async function policyView(actor: Actor, systemId: string | null = null): Promise<PolicyView> {
  authorize(actor, "policy.read");
  return readSql(actor, async (sql) => {
    const system = systemId ? await visibleSystem(sql, actor, systemId) : null;
    const scopeId = system?.id ?? actor.workspaceId;
    const newest = await newestTerms(sql, [actor.workspaceId, scopeId]);
    const own = newest.get(scopeId);
    const workspace = newest.get(actor.workspaceId);
    const base = workspace ? termsIn(workspace) : DEFAULT_TERMS;
    const able: Action[] = abilities(actor, ["policy.set"]);
    return {
      system,
      version: own?.version ?? 0,
      own: own ? termsIn(own) : null,
      workspace: base,
      effective: system && own ? tighter(base, termsIn(own)) : base,
      approvers: await approversOf(sql, system?.id ?? null),
      versions: await versionsOf(sql, scopeId),
      abilities: able,
    };
  });
}

async function visibleSystem(
  sql: Sql,
  actor: Actor,
  systemId: string,
): Promise<{ id: string; name: string }> {
  const [row] = isId(systemId)
    ? await sql.query<{ id: string; name: string; visibility: string; on_system: boolean }>(
        `select s.id, s.name, s.visibility, exists (select 1 from system_member m
           where m.workspace_id = s.workspace_id and m.system_id = s.id and m.member_id = $2) as on_system
         from system s where s.id = $1`,
        [systemId, actor.id],
      )
    : [];
  if (!row || !canSee(actor, row)) throw problem("not-found", "There is no such system that you can see.");
  return { id: row.id, name: row.name };
}

const versionsOf = (sql: Sql, scopeId: string): Promise<PolicyVersionView[]> =>
  sql.query<PolicyVersionView>(
    `select p.version, p.quorum, p.approver_ids as "approverIds", p.admins_approve as "adminsApprove",
       p.own_text as "ownText", p.validity_days as "validityDays", p.highest_severity as "highestSeverity",
       p.warning_days as "warningDays", m.name as "setBy", to_json(p.set_at) #>> '{}' as "setAt"
     from sign_off_policy p join member m on m.workspace_id = p.workspace_id and m.id = p.set_by_id
     where p.scope_id = $1 order by p.version desc limit ${MOST_VERSIONS}`,
    [scopeId],
  );
