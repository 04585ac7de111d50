import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { type Page, type PageQuery, pageOf } from "@/lib/platform/http/paging";
import type { Actor } from "../actor";
import { abilities, authorize } from "../policy";
import type { Role } from "../roles";
import type { InvitationView } from "../views";

/** An invitation as the use cases load one; its hash is never read. */
export type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  systems: { id: string; name: string }[];
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
};

const SELECT = `select i.id, i.email, i.role, i.created_at, i.expires_at, i.accepted_at, i.revoked_at,
    m.name as invited_by,
    coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name)
      from system s where s.id = any(i.system_ids)), '[]') as systems
  from invitation i left join member m on m.workspace_id = i.workspace_id and m.id = i.created_by_id`;

/** The invitations of the workspace that are neither accepted nor revoked; newest first. */
export async function listInvitations(actor: Actor, page: PageQuery): Promise<Page<InvitationView>> {
  authorize(actor, "invitation.list");
  const rows = await readSql(actor, (sql) =>
    sql.query<InvitationRow>(
      `${SELECT} where i.accepted_at is null and i.revoked_at is null
         and ($1::uuid is null or i.id < $1) order by i.id desc limit $2`,
      [page.after ?? null, page.limit + 1],
    ),
  );
  const { items, next } = pageOf(rows, page.limit);
  return { items: items.map((row) => presentInvitation(row, actor)), next };
}

/**
 * Loads an invitation inside the use case's transaction.
 *
 * @throws ProblemError `not-found`
 */
export async function loadInvitation(sql: Sql, id: string): Promise<InvitationRow> {
  const [row] = isId(id) ? await sql.query<InvitationRow>(`${SELECT} where i.id = $1`, [id]) : [];
  if (!row) throw problem("not-found", "There is no such invitation in this workspace.");
  return row;
}

/** An invitation as the API and the pages show one. */
export function presentInvitation(row: InvitationRow, actor: Actor, now = new Date()): InvitationView {
  const state = stateOf(row, now);
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    systems: row.systems,
    invitedBy: row.invited_by ?? "whoever runs Cordon",
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state,
    abilities: state === "accepted" || state === "revoked" ? [] : abilities(actor, ["invitation.revoke"]),
  };
}

function stateOf(row: InvitationRow, now: Date): InvitationView["state"] {
  if (row.accepted_at) return "accepted";
  if (row.revoked_at) return "revoked";
  return row.expires_at <= now ? "expired" : "open";
}
