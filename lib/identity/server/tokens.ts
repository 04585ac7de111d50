import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { type Page, type PageQuery, pageOf } from "@/lib/platform/http/paging";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import type { Role } from "../roles";
import type { TokenView } from "../views";

/** A token as the use cases load one; its hash is never read. */
export type TokenRow = {
  id: string;
  member_id: string;
  owner_name: string;
  name: string;
  hint: string;
  role: Role;
  created_by_id: string;
  creator_name: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
};

const SELECT = `select t.id, t.member_id, o.name as owner_name, t.name, t.hint, t.role, t.created_by_id,
    c.name as creator_name, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
  from api_token t
  join member o on o.workspace_id = t.workspace_id and o.id = t.member_id
  left join member c on c.workspace_id = t.workspace_id and c.id = t.created_by_id`;

/** The tokens that were not revoked: one's own, or for an admin everybody's in the workspace; newest first. */
export async function listTokens(
  actor: Actor,
  page: PageQuery,
  whose: "own" | "all" = "own",
): Promise<Page<TokenView>> {
  authorize(actor, whose === "all" ? "token.list-all" : "token.list-own");
  const rows = await readSql(actor, (sql) =>
    sql.query<TokenRow>(
      `${SELECT} where t.revoked_at is null and ($1::uuid is null or t.member_id = $1)
         and ($2::uuid is null or t.id < $2) order by t.id desc limit $3`,
      [whose === "all" ? null : actor.id, page.after ?? null, page.limit + 1],
    ),
  );
  const { items, next } = pageOf(rows, page.limit);
  return { items: items.map(presentToken), next };
}

/**
 * Loads a token inside the use case's transaction.
 *
 * @throws ProblemError `not-found`
 */
export async function loadToken(sql: Sql, id: string): Promise<TokenRow> {
  const [row] = isId(id) ? await sql.query<TokenRow>(`${SELECT} where t.id = $1`, [id]) : [];
  if (!row) throw noSuchToken();
  return row;
}

export const noSuchToken = () => problem("not-found", "There is no such token that you can see.");

/** A token as the API and the pages show one. */
export const presentToken = (row: TokenRow): TokenView => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  role: row.role,
  owner: { id: row.member_id, name: row.owner_name },
  madeBy: row.created_by_id === row.member_id ? null : (row.creator_name ?? "whoever runs Cordon"),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isExpired: row.expires_at.getTime() <= Date.now(),
});
