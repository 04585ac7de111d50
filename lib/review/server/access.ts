import type { Actor } from "@/lib/identity/actor";
import { type Action, abilities, authorize } from "@/lib/identity/policy";
import { isAtLeast } from "@/lib/identity/roles";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Prisma } from "@/lib/platform/db/generated/client";
import { readSql } from "@/lib/platform/db/transaction";
import { canSee } from "@/lib/platform/unit-of-work/locked-review";
import { isOver } from "@/lib/signoff/over";
import { endDue } from "@/lib/signoff/server/end-due";
import { type StandingRevision, standingOf } from "../standing";
import type { ReviewStanding } from "../systems";

/**
 * The systems that an actor sees, as a filter for Prisma: open ones for everybody but contributors,
 * restricted ones for who is on them, all for admins.
 */
export function visibleSystems(actor: Actor): Prisma.SystemWhereInput {
  if (actor.kind === "system" || isAtLeast(actor.role, "admin")) return {};
  const named = { members: { some: { memberId: actor.id } } };
  return actor.role === "contributor" ? named : { OR: [{ visibility: "open" }, named] };
}

/**
 * The same as a condition on `s`, a row of `system`, for SQL whose first three values are `seer(actor)`:
 * the member, whether they see all, whether they see open ones.
 */
export const SEEN_SYSTEM = `($2 or exists (select 1 from system_member sm where sm.workspace_id = s.workspace_id
    and sm.system_id = s.id and sm.member_id = $1::uuid) or ($3 and s.visibility = 'open'))`;

/** Who sees, as the values that `SEEN_SYSTEM` asks for. */
export const seer = (actor: Actor): [id: string, all: boolean, open: boolean] => [
  actor.id,
  actor.kind === "system" || isAtLeast(actor.role, "admin"),
  actor.role !== "contributor",
];

/** What pages and routes need to know of a review before they show any of it. */
export type ReviewHead = Omit<ReviewStanding, "revision"> & {
  id: string;
  number: number;
  title: string;
  system: { id: string; name: string; visibility: string };
  isArchived: boolean;
  /** The seq up to which the page reads; a live stream resumes from here. */
  seq: number;
  revision: { id: string; number: number; state: string; requestedById: string | null } | null;
  abilities: Action[];
};

const REVIEW_ACTIONS: readonly Action[] = [
  "content.edit",
  "configuration.attach",
  "risk.edit",
  "risk.propose",
  "risk.revoke",
  "finding.dismiss",
  "finding.reopen",
  "revision.submit",
  "revision.withdraw",
  "revision.sign",
  "review.archive",
  "review.restore",
];

/**
 * Loads the head of a review that the actor sees. Every read of a review goes through here first,
 * so that a foreign, restricted or invented id answers the same 404.
 *
 * @throws ProblemError `not-found`
 */
export async function reviewHead(actor: Actor, reviewId: string): Promise<ReviewHead> {
  authorize(actor, "review.read");
  let row = await headRow(actor, reviewId);
  if (row.revisions.some((revision) => isOver(revision, new Date()))) {
    // The read finds it before the job does. It is written down first: what ended never comes back.
    await endDue(actor.workspaceId, reviewId);
    row = await headRow(actor, reviewId);
  }
  const [revision = null] = row.revisions;
  const subject = {
    isArchived: row.isArchived,
    revisionState: revision?.state ?? null,
    requestedById: revision?.requestedById ?? null,
  };
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    system: { id: row.systemId, name: row.systemName, visibility: row.visibility },
    isArchived: subject.isArchived,
    seq: Number(row.seq),
    ...standingOf(row.revisions),
    revision: revision && {
      id: revision.id,
      number: revision.number,
      state: revision.state,
      requestedById: revision.requestedById,
    },
    abilities: abilities(actor, REVIEW_ACTIONS, subject),
  };
}

async function headRow(actor: Actor, reviewId: string): Promise<HeadRow> {
  const [row] = isId(reviewId)
    ? await readSql(actor, (sql) => sql.query<HeadRow>(HEAD, [reviewId, actor.id]))
    : [];
  if (!row || !canSee(actor, row)) throw problem("not-found", "There is no such review that you can see.");
  return row;
}

type HeadRow = {
  id: string;
  number: number;
  title: string;
  seq: string;
  isArchived: boolean;
  systemId: string;
  systemName: string;
  visibility: string;
  on_system: boolean;
  revisions: (StandingRevision & { id: string; requestedById: string | null })[];
};

// SQL, and one statement: every request about a review begins with it.
const HEAD = `select r.id, r.number, r.title, r.event_seq as seq, r.archived_at is not null as "isArchived",
    s.id as "systemId", s.name as "systemName", s.visibility,
    exists (select 1 from system_member sm where sm.workspace_id = r.workspace_id and sm.system_id = r.system_id
      and sm.member_id = $2) as on_system,
    (select coalesce(json_agg(t), '[]') from (
      select id, number, state, requested_by_id as "requestedById",
        to_char(valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "validUntil", risks_until as "risksUntil",
        ended_because as "endedBecause", contested_because as "contestedBecause",
        coalesce((policy->>'quorum')::int, 1) as quorum,
        case state when 'submitted' then (select count(*)::int from sign_off o where o.workspace_id = v.workspace_id
          and o.review_id = v.review_id and o.revision_id = v.id and o.decision = 'approve') else 0 end as approvals
      from revision v where v.workspace_id = r.workspace_id and v.review_id = r.id
      order by number desc limit 20) t) as revisions
  from review r join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  where r.id = $1`;
