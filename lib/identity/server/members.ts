import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { type Page, type PageQuery, pageOf } from "@/lib/platform/http/paging";
import type { Actor } from "../actor";
import { abilities, authorize, type Subject } from "../policy";
import { isAtLeast, type Role } from "../roles";
import type { MemberView } from "../views";

/** A member as the use cases load one; the flags are what the policy looks at. */
export type MemberRow = {
  id: string;
  person_id: string;
  name: string;
  email: string;
  role: Role;
  created_at: Date;
  is_last_admin: boolean;
  is_elsewhere: boolean;
};

const COLUMNS = `m.id, m.person_id, m.name, m.email, m.role, m.created_at,
  m.role = 'admin' and (select count(*) from member a where a.role = 'admin' and a.removed_at is null) = 1 as is_last_admin,
  m.person_id in (select person_id from people_elsewhere()) as is_elsewhere`;

/** The members of the actor's workspace, in the order of their ids. */
export async function listMembers(actor: Actor, page: PageQuery): Promise<Page<MemberView>> {
  authorize(actor, "member.list");
  const rows = await readSql(actor, (sql) =>
    sql.query<MemberRow>(
      `select ${COLUMNS} from member m where m.removed_at is null and ($1::uuid is null or m.id > $1) order by m.id limit $2`,
      [page.after ?? null, page.limit + 1],
    ),
  );
  const { items, next } = pageOf(rows, page.limit);
  return { items: items.map((row) => presentMember(row, actor)), next };
}

/**
 * Loads a member inside the use case's transaction.
 *
 * @throws ProblemError `not-found` for one of another workspace, or who was removed
 */
export async function loadMember(sql: Sql, id: string): Promise<MemberRow> {
  const [row] = isId(id)
    ? await sql.query<MemberRow>(`select ${COLUMNS} from member m where m.id = $1 and m.removed_at is null`, [
        id,
      ])
    : [];
  if (!row)
    throw problem("not-found", "There is no such member in this workspace. They may have been removed.");
  return row;
}

/** What the policy looks at in a member. */
export const memberSubject = (row: MemberRow): Subject => ({
  memberId: row.id,
  isLastAdmin: row.is_last_admin,
  isElsewhere: row.is_elsewhere,
});

/**
 * A member as the API and the pages show one. Below reviewer nobody needs to write to the others:
 * contributors come from outside, and get names only.
 */
export function presentMember(row: MemberRow, actor: Actor): MemberView {
  const isYou = row.id === actor.id;
  return {
    id: row.id,
    name: row.name,
    email: isYou || isAtLeast(actor.role, "reviewer") ? row.email : null,
    role: row.role,
    joinedAt: row.created_at.toISOString(),
    isYou,
    abilities: abilities(
      actor,
      ["member.set-role", "member.remove", "member.reset-password"],
      memberSubject(row),
    ),
  };
}
