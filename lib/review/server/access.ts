import type { Actor } from "@/lib/identity/actor";
import { type Action, abilities, authorize } from "@/lib/identity/policy";
import { isAtLeast } from "@/lib/identity/roles";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Prisma } from "@/lib/platform/db/generated/client";
import { read } from "@/lib/platform/db/transaction";

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
  const row = isId(reviewId)
    ? await read(actor, (db) =>
        db.review.findFirst({
          where: { id: reviewId, system: visibleSystems(actor) },
          select: {
            id: true,
            number: true,
            title: true,
            eventSeq: true,
            archivedAt: true,
            system: { select: { id: true, name: true, visibility: true } },
            revisions: { orderBy: { number: "desc" }, take: 20, select: REVISION },
          },
        }),
      )
    : null;
  if (!row) throw problem("not-found", "There is no such review that you can see.");
  const [revision = null] = row.revisions;
  const inForce = row.revisions.find(({ state }) => state === "in-force");
  const subject = {
    isArchived: row.archivedAt !== null,
    revisionState: revision?.state ?? null,
    requestedById: revision?.requestedById ?? null,
  };
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    system: row.system,
    isArchived: subject.isArchived,
    seq: Number(row.eventSeq),
    revision: revision && {
      id: revision.id,
      number: revision.number,
      state: revision.state,
      requestedById: revision.requestedById,
    },
    inForce: inForce
      ? { number: inForce.number, validUntil: inForce.validUntil?.toISOString() ?? null }
      : null,
    abilities: abilities(actor, REVIEW_ACTIONS, subject),
  };
}

const REVISION = { id: true, number: true, state: true, requestedById: true, validUntil: true } as const;
