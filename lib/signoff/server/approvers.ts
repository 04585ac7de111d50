import { ROLES } from "@/lib/identity/roles";
import type { Sql } from "@/lib/platform/db/sql";
import type { Approver } from "../approval-outlook";

/** The roles that may approve. */
export const APPROVER_ROLES = ROLES.slice(ROLES.indexOf("approver"));

/**
 * Every member with a role that may approve, and whether they see a system, as `canSee` says it.
 *
 * @param systemId null where it is about the workspace: everybody sees something there
 */
export const approversOf = (sql: Sql, systemId: string | null): Promise<Approver[]> =>
  sql.query<Approver>(
    `select m.id, m.name, m.role, $2::uuid is null or m.role = 'admin'
       or exists (select 1 from system s where s.id = $2 and s.visibility = 'open')
       or exists (select 1 from system_member n where n.system_id = $2 and n.member_id = m.id) as "seesSystem"
     from member m where m.removed_at is null and m.role = any($1) order by m.name, m.id`,
    [APPROVER_ROLES, systemId],
  );
