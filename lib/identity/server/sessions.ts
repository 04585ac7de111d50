import { readSql } from "@/lib/platform/db/transaction";
import { type Page, type PageQuery, pageOf } from "@/lib/platform/http/paging";
import type { Actor } from "../actor";
import { authorize } from "../policy";
import type { SessionView } from "../views";

type Row = {
  id: string;
  member_id: string;
  name: string;
  address: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

/** The sessions that are open now: one's own, or for an admin everybody's in the workspace; newest first. */
export async function listSessions(
  actor: Actor,
  page: PageQuery,
  whose: "own" | "all" = "own",
): Promise<Page<SessionView>> {
  authorize(actor, whose === "all" ? "session.list-all" : "session.list-own");
  const rows = await readSql(actor, (sql) =>
    sql.query<Row>(
      `select s.id, s.member_id, m.name, s.address, s.user_agent, s.created_at, s.last_seen_at, s.expires_at
       from session s join member m on m.workspace_id = s.workspace_id and m.id = s.member_id
       where s.ended_at is null and s.expires_at > now()
         and ($1::uuid is null or s.member_id = $1) and ($2::uuid is null or s.id < $2)
       order by s.id desc limit $3`,
      [whose === "all" ? null : actor.id, page.after ?? null, page.limit + 1],
    ),
  );
  const { items, next } = pageOf(rows, page.limit);
  return { items: items.map((row) => present(row, actor)), next };
}

const present = (row: Row, actor: Actor): SessionView => ({
  id: row.id,
  member: { id: row.member_id, name: row.name },
  address: row.address,
  userAgent: row.user_agent,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isPresent: row.id === actor.session?.id,
});
