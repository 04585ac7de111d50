import { compareTuples } from "@/lib/authority/wider";
import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { endAllDueSoon } from "@/lib/signoff/server/end-due";
import { inboxCount } from "@/lib/signoff/server/inbox";
import { tuplesAsToday } from "@/lib/signoff/server/tuples-as-today";
import { DEFAULT_TERMS } from "@/lib/signoff/terms";
import type { Week, WeekChange, WeekRevision } from "../week";
import { SEEN_SYSTEM, seer } from "./access";

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7 * DAY;

/** The most of each kind that the page lists. */
const MOST = 50;

/** What changed in the last seven days in the systems that the actor sees, and what needs somebody next. */
export async function weekOf(actor: Actor, now = new Date()): Promise<Week> {
  authorize(actor, "workspace.read");
  await endAllDueSoon();
  const since = new Date(now.getTime() - WEEK);
  const found = await readSql(actor, async (sql) => ({
    changes: await changesOf(sql, actor, since),
    revisions: await revisionsOf(sql, actor, since, now),
  }));
  return { since: since.toISOString(), ...found, waiting: await inboxCount(actor) };
}

const REVIEW = `jsonb_build_object('id', r.id, 'title', r.title, 'system', jsonb_build_object('id', s.id, 'name', s.name)) as review`;
const LIVE = `r.archived_at is null and s.archived_at is null and ${SEEN_SYSTEM}`;

/** Each capture of the week whose authority differs from the one before it in its environment. */
const CHANGED = `select ${REVIEW}, jsonb_build_object('id', k.id, 'number', k.number, 'environment', k.environment) as configuration,
    k.attached_at as "attachedAt", m.name as "attachedBy", before.number as "beforeNumber"
  from configuration k
  join review r on r.workspace_id = k.workspace_id and r.id = k.review_id
  join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  left join member m on m.workspace_id = k.workspace_id and m.id = k.attached_by_id
  cross join lateral (select b.number, b.authority_digest from configuration b where b.workspace_id = k.workspace_id
    and b.review_id = k.review_id and b.environment = k.environment and b.number < k.number order by b.number desc limit 1) before
  where k.attached_at >= $4 and before.authority_digest <> k.authority_digest and ${LIVE}
  order by k.attached_at desc, k.id limit ${MOST}`;

type Changed = Omit<WeekChange, "attachedAt" | "wider" | "narrower"> & {
  attachedAt: Date;
  beforeNumber: number;
};

async function changesOf(sql: Sql, actor: Actor, since: Date): Promise<WeekChange[]> {
  const rows = await sql.query<Changed>(CHANGED, [...seer(actor), since]);
  const changes: WeekChange[] = [];
  for (const { beforeNumber, attachedAt, ...row } of rows) {
    const counts = await countsOf(sql, row, beforeNumber);
    if (counts.wider + counts.narrower > 0)
      changes.push({ ...row, attachedAt: attachedAt.toISOString(), ...counts });
  }
  // What got wider first; what only shrank is good news.
  return changes.sort((a, b) => Number(b.wider > 0) - Number(a.wider > 0));
}

type Counts = Pick<WeekChange, "wider" | "narrower">;
const shared = globalThis as typeof globalThis & { cordonWeekCounts?: Map<string, Counts> };
const MOST_KEPT = 2_000;

/** Configurations never change, so each pair is compared once, as one catalogue reads both. */
async function countsOf(
  sql: Sql,
  { review, configuration }: Pick<WeekChange, "review" | "configuration">,
  beforeNumber: number,
): Promise<Counts> {
  shared.cordonWeekCounts ??= new Map();
  const kept = shared.cordonWeekCounts;
  const key = `${review.id} ${beforeNumber} ${configuration.number}`;
  let counts = kept.get(key);
  if (!counts) {
    const before = await tuplesAsToday(sql, review.id, beforeNumber);
    const after = await tuplesAsToday(sql, review.id, configuration.number);
    const { wider, incomparable, narrower } = compareTuples(before ?? [], after ?? []);
    counts = { wider: wider.length + incomparable.length, narrower: narrower.length };
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, counts);
  }
  return counts;
}

/** In force and ending within the warning days of the policy, contested, or ended in the week and not followed. */
const REVISIONS = `select ${REVIEW}, jsonb_build_object('id', v.id, 'number', v.number) as revision,
    case when v.state = 'ended' then 'ended' when v.contested_at is not null then 'contested' else 'ends-soon' end as state,
    case when v.state = 'ended' then v.ended_at when v.contested_at is not null then v.contested_at else ends.at end as at,
    case when v.state = 'ended' then coalesce(v.ended_because, '') when v.contested_at is not null then coalesce(v.contested_because, '')
      when ends.at < v.valid_until then 'An accepted risk ends first.' else 'Its validity ends.' end as because
  from revision v
  join review r on r.workspace_id = v.workspace_id and r.id = v.review_id
  join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  cross join lateral (select least(v.valid_until, (v.risks_until::date + 1)::timestamptz) as at) ends
  where ${LIVE} and (
    (v.state = 'ended' and v.ended_at >= $4 and coalesce(v.ended_by, '') <> 'superseded'
      and not exists (select 1 from revision f where f.workspace_id = v.workspace_id and f.review_id = v.review_id and f.state = 'in-force'))
    or (v.state = 'in-force' and (v.contested_at is not null
      or ends.at < $5::timestamptz + make_interval(days => coalesce((v.policy->>'warningDays')::int, ${DEFAULT_TERMS.warningDays})))))
  order by at, v.id limit ${MOST}`;

async function revisionsOf(sql: Sql, actor: Actor, since: Date, now: Date): Promise<WeekRevision[]> {
  const rows = await sql.query<Omit<WeekRevision, "at"> & { at: Date }>(REVISIONS, [
    ...seer(actor),
    since,
    now,
  ]);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
