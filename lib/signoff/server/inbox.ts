import type { Actor } from "@/lib/identity/actor";
import { authorize, POLICY } from "@/lib/identity/policy";
import { isAtLeast } from "@/lib/identity/roles";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { SEEN_SYSTEM, seer } from "@/lib/review/server/access";
import type { Inbox, InboxItem, InboxReview, LapsedItem, RequestItem } from "../inbox";
import { endAllDueSoon } from "./end-due";

/** The most of each kind that the inbox holds; who has more decides the oldest first. */
const MOST = 100;

/**
 * What waits for the actor, and what became of what they decided or asked: four statements, whatever
 * the number of reviews. Restricted systems show as they do in lists.
 */
export async function inbox(actor: Actor): Promise<Inbox> {
  authorize(actor, "workspace.read");
  await endAllDueSoon();
  return readSql(actor, async (sql) => ({
    waiting: await waitingFor(sql, actor),
    lapsed: await lapsedOf(sql, actor),
    requests: await requestsOf(sql, actor),
  }));
}

/** How many revisions wait for the actor's decision: one statement that reads submitted revisions only. */
export async function inboxCount(actor: Actor): Promise<number> {
  authorize(actor, "workspace.read");
  if (!maySign(actor)) return 0;
  const [row] = await readSql(actor, (sql) => sql.query<{ n: number }>(COUNT, seer(actor)));
  return row!.n;
}

const maySign = (actor: Actor): boolean => isAtLeast(actor.role, POLICY["revision.sign"].least);

/** Revisions of systems that the actor sees: $1 to $3 are `seer`. */
const VISIBLE = `from revision v
  join review r on r.workspace_id = v.workspace_id and r.id = v.review_id
  join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  where r.archived_at is null and s.archived_at is null and ${SEEN_SYSTEM}`;

/** Submitted revisions that $1 may decide under the policy they were submitted with, and has not yet. */
const DECIDABLE = `${VISIBLE} and v.state = 'submitted' and v.requested_by_id is distinct from $1
    and case when coalesce(jsonb_array_length(v.policy->'approverIds'), 0) > 0 then v.policy->'approverIds' ? ($1::uuid)::text
      else not $2 or coalesce((v.policy->>'adminsApprove')::boolean, true) end
    and not exists (select 1 from sign_off o where o.workspace_id = v.workspace_id and o.review_id = v.review_id
      and o.revision_id = v.id and o.member_id = $1)`;

const COUNT = `select count(*)::int as n ${DECIDABLE}`;

const REVIEW = `jsonb_build_object('id', r.id, 'title', r.title, 'system', jsonb_build_object('id', s.id, 'name', s.name)) as review,
  jsonb_build_object('id', v.id, 'number', v.number) as revision`;
const PROGRESS = `(select count(*)::int from sign_off o where o.workspace_id = v.workspace_id and o.review_id = v.review_id
    and o.revision_id = v.id and o.decision = 'approve') as approvals,
  coalesce((v.policy->>'quorum')::int, 1) as quorum`;

const WAITING = `select ${REVIEW}, ${PROGRESS}, v.requested_at as "requestedAt", coalesce(v.request_words, '') as words,
    (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.workspace_id = v.workspace_id and m.id = v.requested_by_id) as "requestedBy"
  ${DECIDABLE} order by v.requested_at, v.id limit ${MOST}`;

async function waitingFor(sql: Sql, actor: Actor): Promise<InboxItem[]> {
  if (!maySign(actor)) return [];
  const rows = await sql.query<Omit<InboxItem, "open" | "high" | "requestedAt"> & { requestedAt: Date }>(
    WAITING,
    seer(actor),
  );
  if (rows.length === 0) return [];
  const counts = await sql.query<{ reviewId: string; open: number; high: number }>(
    `select review_id as "reviewId", count(*)::int as open,
       count(*) filter (where severity in ('critical', 'high'))::int as high
     from finding where review_id = any($1::uuid[]) and state = 'open' and severity in ('critical', 'high', 'medium')
     group by review_id`,
    [rows.map(({ review }) => review.id)],
  );
  const byReview = new Map(counts.map((row) => [row.reviewId, row]));
  return rows.map((row) => {
    const { open = 0, high = 0 } = byReview.get(row.review.id) ?? {};
    return { ...row, requestedAt: row.requestedAt.toISOString(), open, high };
  });
}

/** Only the last one that was in force, and only until another is. */
const LAPSED = `select ${REVIEW}, case v.state when 'ended' then 'ended' else 'contested' end as state,
    coalesce(case v.state when 'ended' then v.ended_because else v.contested_because end, '') as because,
    case v.state when 'ended' then v.ended_at else v.contested_at end as at
  ${VISIBLE}
    and ((v.state = 'ended' and coalesce(v.ended_by, '') <> 'superseded') or (v.state = 'in-force' and v.contested_at is not null))
    and not exists (select 1 from revision later where later.workspace_id = v.workspace_id and later.review_id = v.review_id
      and later.number > v.number and later.state in ('in-force', 'ended'))
    and exists (select 1 from sign_off o where o.workspace_id = v.workspace_id and o.review_id = v.review_id
      and o.revision_id = v.id and o.member_id = $1)
  order by at desc nulls last, v.id limit ${MOST}`;

async function lapsedOf(sql: Sql, actor: Actor): Promise<LapsedItem[]> {
  const rows = await sql.query<Omit<LapsedItem, "at"> & { at: Date | null }>(LAPSED, seer(actor));
  return rows.map((row) => ({ ...row, at: (row.at ?? new Date(0)).toISOString() }));
}

/** A rejected one stays until the review is submitted again. */
const REQUESTS = `select ${REVIEW}, ${PROGRESS}, v.state, v.requested_at as "requestedAt", v.decided_at as "decidedAt",
    coalesce(case v.state when 'submitted' then v.request_words else
      (select o.words from sign_off o where o.workspace_id = v.workspace_id and o.review_id = v.review_id
        and o.revision_id = v.id and o.decision = 'reject' order by o.decided_at desc limit 1) end, '') as words
  ${VISIBLE} and v.requested_by_id = $1
    and (v.state = 'submitted' or (v.state = 'rejected' and not exists (
      select 1 from revision later where later.workspace_id = v.workspace_id and later.review_id = v.review_id
        and later.number > v.number and later.state <> 'draft')))
  order by coalesce(v.decided_at, v.requested_at) desc, v.id limit ${MOST}`;

type RequestRow = Omit<RequestItem, "at"> & {
  review: InboxReview;
  requestedAt: Date;
  decidedAt: Date | null;
};

async function requestsOf(sql: Sql, actor: Actor): Promise<RequestItem[]> {
  const rows = await sql.query<RequestRow>(REQUESTS, seer(actor));
  return rows.map(({ requestedAt, decidedAt, ...row }) => ({
    ...row,
    at: (row.state === "rejected" && decidedAt ? decidedAt : requestedAt).toISOString(),
  }));
}
