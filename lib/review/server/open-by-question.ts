import type { Actor } from "@/lib/identity/actor";
import type { FindingItem, Question } from "../finding-list";
import { OPEN_ITEM_SEVERITIES } from "../open-items";
import { listFindings } from "./list-findings";

/** The open findings of a question: the worst of the open items, and how many there are. */
export type OpenFindings = { items: FindingItem[]; total: number; minor: number };

/**
 * The open findings of each question, the worst `most` of them in words. The caller has checked that
 * the actor sees the review.
 */
export async function openByQuestion(
  actor: Actor,
  reviewId: string,
  most: number,
): Promise<Record<Question, OpenFindings>> {
  const entries: [Question, OpenFindings][] = [];
  for (const question of [1, 2, 3, 4, 5] as const) {
    const open = { question, state: ["open" as const] };
    const items = await listFindings(
      actor,
      reviewId,
      { ...open, severity: [...OPEN_ITEM_SEVERITIES] },
      { limit: most },
    );
    const minor = await listFindings(actor, reviewId, { ...open, severity: ["low", "info"] }, { limit: 1 });
    entries.push([question, { items: items.items, total: items.total, minor: minor.total }]);
  }
  return Object.fromEntries(entries) as Record<Question, OpenFindings>;
}
