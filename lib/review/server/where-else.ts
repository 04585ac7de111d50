import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { readSql } from "@/lib/platform/db/transaction";
import { ENTRY_POINT_KINDS } from "../vocabulary";
import type { Elsewhere, WhereElse } from "../week";
import { SEEN_SYSTEM, seer } from "./access";

/** The longest text that can be searched for, in characters. */
export const LONGEST_SEARCH = 200;

/** The most places that one search lists; the number of all is said. */
const MOST = 200;

/** Lists of reviews that are open, in systems that the actor sees. */
const FROM = `join review r on r.workspace_id = c.workspace_id and r.id = c.review_id
  join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  where c.archived_at is null and r.archived_at is null and s.archived_at is null and ${SEEN_SYSTEM}`;

const FOUND = `with found as (
  select 'capability' as kind, c.number, c.title, concat_ws(' · ', c.workload, c.container) as place, c.severity, r.id as review_id
    from capability c ${FROM} and c.closed_at is null
      and (c.catalogue_id = $4 or c.title ilike $5 or c.anchor ilike $5)
  union all
  select 'entry', c.number, coalesce(c.name, ''), coalesce(c.kind, ''), null, r.id
    from entry_point c ${FROM} and (c.kind = any($6) or c.name ilike $5))
  select f.kind, f.number, f.title, f.place, f.severity, count(*) over ()::int as total,
    jsonb_build_object('id', r.id, 'title', r.title, 'system', jsonb_build_object('id', s.id, 'name', s.name)) as review
  from found f join review r on r.id = f.review_id join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  order by s.name, r.number, f.kind desc, f.number limit ${MOST}`;

/**
 * Where else something is granted or stands: capabilities by the catalogue's id, their title or what they
 * reach (an image, a path, a host, a Secret), entry points by kind or name. One statement over what the
 * actor sees; wildcards in the text are taken as they are written.
 */
export async function whereElse(actor: Actor, text: string): Promise<WhereElse> {
  authorize(actor, "workspace.read");
  const wanted = text.trim();
  if (wanted === "") return { items: [], total: 0 };
  const like = `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await readSql(actor, (sql) =>
    sql.query<Elsewhere & { total: number }>(FOUND, [
      ...seer(actor),
      wanted.toLowerCase(),
      like,
      kindsNamed(wanted),
    ]),
  );
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ total: _, ...row }) =>
      row.kind === "entry" ? { ...row, place: ENTRY_POINT_KINDS[row.place as never] ?? row.place } : row,
    ),
  };
}

/** The kinds of entry point that a text names, by id or by label. */
function kindsNamed(text: string): string[] {
  const wanted = text.toLowerCase();
  return Object.entries(ENTRY_POINT_KINDS).flatMap(([id, label]) =>
    id === wanted || label.toLowerCase() === wanted ? [id] : [],
  );
}
