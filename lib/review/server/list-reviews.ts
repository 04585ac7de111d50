import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import type { Prisma } from "@/lib/platform/db/generated/client";
import { type Db, read } from "@/lib/platform/db/transaction";
import { endAllDueSoon } from "@/lib/signoff/server/end-due";
import { OPEN_ITEM_SEVERITIES } from "../open-items";
import { standingOf } from "../standing";
import type { ReviewItem } from "../systems";
import { visibleSystems } from "./access";

/** A page of reviews, newest first; the cursor is the last number that was seen. */
export type ReviewPage = { archived: "true" | "false"; cursor?: number; limit: number };

/** The reviews of all systems that the actor sees, or of one of them. The caller has checked that one. */
export async function listReviews(
  actor: Actor,
  page: ReviewPage,
  systemId?: string,
): Promise<{ items: ReviewItem[]; next: string | null }> {
  authorize(actor, "review.read");
  await endAllDueSoon();
  return read(actor, async (db) => {
    const items = await reviewItems(
      db,
      {
        system: visibleSystems(actor),
        ...(systemId && { systemId }),
        ...(page.cursor && { number: { lt: page.cursor } }),
        archivedAt: page.archived === "true" ? { not: null } : null,
      },
      page.limit + 1,
    );
    const shown = items.slice(0, page.limit);
    return { items: shown, next: items.length > page.limit ? String(shown.at(-1)!.number) : null };
  });
}

/** Reviews as lists show them, newest first, with two queries whatever their number. */
export async function reviewItems(
  db: Db,
  where: Prisma.ReviewWhereInput,
  take?: number,
): Promise<ReviewItem[]> {
  const rows = await db.review.findMany({
    where,
    orderBy: { number: "desc" },
    take,
    include: {
      system: { select: { id: true, name: true } },
      revisions: {
        orderBy: { number: "desc" },
        select: {
          number: true,
          state: true,
          validUntil: true,
          risksUntil: true,
          endedBecause: true,
          contestedBecause: true,
          policy: true,
          _count: { select: { signOffs: { where: { decision: "approve" } } } },
        },
      },
    },
  });
  const counts = await db.finding.groupBy({
    by: ["reviewId"],
    where: {
      reviewId: { in: rows.map(({ id }) => id) },
      state: "open",
      severity: { in: [...OPEN_ITEM_SEVERITIES] },
    },
    _count: { _all: true },
  });
  const openItems = new Map(counts.map(({ reviewId, _count }) => [reviewId, _count._all]));
  return rows.map((row) => {
    const revisions = row.revisions.map(({ validUntil, policy, _count, ...revision }) => ({
      ...revision,
      validUntil: validUntil?.toISOString() ?? null,
      quorum: (policy as { quorum?: number } | null)?.quorum ?? 1,
      approvals: _count.signOffs,
    }));
    return {
      id: row.id,
      number: row.number,
      title: row.title,
      system: row.system,
      isArchived: row.archivedAt !== null,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      ...standingOf(revisions),
      openItems: openItems.get(row.id) ?? 0,
    };
  });
}
