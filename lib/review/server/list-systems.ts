import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import type { Prisma } from "@/lib/platform/db/generated/client";
import { type Db, read } from "@/lib/platform/db/transaction";
import { endAllDueSoon } from "@/lib/signoff/server/end-due";
import type { EnvironmentItem, SystemItem, Visibility } from "../systems";
import { visibleSystems } from "./access";
import { reviewItems } from "./list-reviews";

/** A page of a list that runs by name. */
export type SystemPage = { archived: "true" | "false"; cursor?: string; limit: number };

/** The systems that the actor sees, by name, each with its reviews and newest configurations. */
export async function listSystems(
  actor: Actor,
  page: SystemPage,
): Promise<{ items: SystemItem[]; next: string | null }> {
  authorize(actor, "system.read");
  await endAllDueSoon();
  return read(actor, async (db) => {
    const rows = await db.system.findMany({
      where: {
        AND: [visibleSystems(actor), { archivedAt: page.archived === "true" ? { not: null } : null }],
      },
      orderBy: [{ name: "asc" }, { id: "asc" }],
      take: page.limit + 1,
      ...(page.cursor && {
        cursor: { workspaceId_id: { workspaceId: actor.workspaceId, id: page.cursor } },
        skip: 1,
      }),
    });
    const shown = rows.slice(0, page.limit);
    const items = await systemItems(db, shown);
    return { items, next: rows.length > page.limit ? shown.at(-1)!.id : null };
  });
}

type SystemRow = Prisma.SystemGetPayload<Record<string, never>>;

/** Turns loaded systems into list items, with three queries whatever their number. */
export async function systemItems(db: Db, rows: readonly SystemRow[]): Promise<SystemItem[]> {
  const ids = rows.map(({ id }) => id);
  const reviews = await reviewItems(db, { systemId: { in: ids }, archivedAt: null });
  const environments = await newestConfigurations(
    db,
    reviews.map(({ id }) => id),
  );
  const systemOf = new Map(reviews.map((review) => [review.id, review.system.id]));
  return rows.map((row) => {
    const own = reviews.filter(({ system }) => system.id === row.id);
    const createdAt = row.createdAt.toISOString();
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      visibility: row.visibility as Visibility,
      isArchived: row.archivedAt !== null,
      createdAt,
      changedAt: [createdAt, ...own.map((review) => review.changedAt)].sort().at(-1)!,
      openItems: own.reduce((sum, { openItems }) => sum + openItems, 0),
      reviews: own,
      environments: newestOf(environments.filter(({ reviewId }) => systemOf.get(reviewId) === row.id)),
    };
  });
}

async function newestConfigurations(db: Db, reviewIds: string[]): Promise<EnvironmentItem[]> {
  const rows = await db.configuration.findMany({
    where: { reviewId: { in: reviewIds }, isNewest: true },
    orderBy: { attachedAt: "desc" },
    select: { environment: true, reviewId: true, provenance: true, authorityDigest: true, attachedAt: true },
  });
  return rows.map((row) => ({ ...row, attachedAt: row.attachedAt.toISOString() }));
}

/** Several reviews of a system may hold the same environment: the capture attached last speaks for it. */
function newestOf(items: EnvironmentItem[]): EnvironmentItem[] {
  const byEnvironment = new Map<string, EnvironmentItem>();
  for (const item of items)
    if (!byEnvironment.has(item.environment)) byEnvironment.set(item.environment, item);
  return [...byEnvironment.values()].sort((a, b) => a.environment.localeCompare(b.environment, "en"));
}
