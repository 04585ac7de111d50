import type { Actor } from "@/lib/identity/actor";
import { type Action, abilities, authorize } from "@/lib/identity/policy";
import { isAtLeast } from "@/lib/identity/roles";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Prisma } from "@/lib/platform/db/generated/client";
import { readSql } from "@/lib/platform/db/transaction";
import { canSee } from "@/lib/platform/unit-of-work/locked-review";

/**
 * The systems that an actor sees, as a filter for Prisma: open ones for everybody but contributors,
 * restricted ones for who is on them, all for admins.
 */
export function visibleSystems(actor: Actor): Prisma.SystemWhereInput {
  if (actor.kind === "system" || isAtLeast(actor.role, "admin")) return {};
  const named = { members: { some: { memberId: actor.id } } };
  return actor.role === "contributor" ? named : { OR: [{ visibility: "open" }, named] };
}

/** What pages and routes need to know of a review before they show any of it. */
export type ReviewHead = {
  id: string;
  number: number;
  title: string;
  system: { id: string; name: string; visibility: string };
  isArchived: boolean;
  /** The seq up to which the page reads; a live stream resumes from here. */
  seq: number;
  revision: { id: string; number: number; state: string; requestedById: string | null } | null;
  /** The revision in force, if there is one. */
  inForce: { number: number; validUntil: string | null } | null;
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
  const [row] = isId(reviewId)
    ? await readSql(actor, (sql) => sql.query<HeadRow>(HEAD, [reviewId, actor.id]))
    : [];
  if (!row || !canSee(actor, row)) throw problem("not-found", "There is no such review that you can see.");
  const [revision = null] = row.revisions;
  const inForce = row.revisions.find(({ state }) => state === "in-force");
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
    revision: revision && {
      id: revision.id,
      number: revision.number,
      state: revision.state,
      requestedById: revision.requestedById,
    },
    inForce: inForce
      ? {
          number: inForce.number,
          validUntil: inForce.validUntil && new Date(inForce.validUntil).toISOString(),
        }
      : null,
    abilities: abilities(actor, REVIEW_ACTIONS, subject),
  };
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
  revisions: {
    id: string;
    number: number;
    state: string;
    requestedById: string | null;
    validUntil: string | null;
  }[];
};

// SQL, and one statement: every request about a review begins with it.
const HEAD = `select r.id, r.number, r.title, r.event_seq as seq, r.archived_at is not null as "isArchived",
    s.id as "systemId", s.name as "systemName", s.visibility,
    exists (select 1 from system_member sm where sm.workspace_id = r.workspace_id and sm.system_id = r.system_id
      and sm.member_id = $2) as on_system,
    (select coalesce(json_agg(t), '[]') from (
      select id, number, state, requested_by_id as "requestedById", valid_until as "validUntil"
      from revision v where v.workspace_id = r.workspace_id and v.review_id = r.id
      order by number desc limit 20) t) as revisions
  from review r join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  where r.id = $1`;
