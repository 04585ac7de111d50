import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { type ReviewHead, reviewHead } from "@/lib/review/server/access";
import {
  type ChangedRow,
  type Comparison,
  compareRevisions,
  type SectionChanges,
} from "../compare-revisions";
import type { Reading } from "../frozen-reading";
import { partsOf, type ReadRow, readRows, SECTION_IDS, SECTIONS, type SectionId } from "../frozen-sections";
import { inForceBefore } from "../revision-page";
import { contentKey, type ReadRevision, readRevision, remember } from "./revision-reading";
import { oneRevision, revisionsIn } from "./revisions";

/** One page of rows: those of one section, or of all of them one after the other. */
export type RowsQuery = { section?: SectionId | undefined; after: number; limit: number };

export type SectionCount = { id: SectionId; label: string; count: number };

/** A page of a revision's rows; `next` is the `after` of the page behind it. */
export type ContentPage = { sections: SectionCount[]; items: ReadRow[]; next: number | null };

/** A page of what changed since another revision; `since` is null when there is none to compare with. */
export type ChangesPage = {
  since: { id: string; number: number; state: string } | null;
  sections: SectionChanges[];
  total: number;
  items: ChangedRow[];
  next: number | null;
};

/**
 * The content of a revision as it was frozen, in words; of a draft as it is now.
 *
 * @throws ProblemError `not-found` when the actor does not see the review or it has no such revision
 */
export async function revisionContent(
  actor: Actor,
  reviewId: string,
  revisionId: string,
  query: RowsQuery,
): Promise<ContentPage> {
  const head = await reviewHead(actor, reviewId);
  const revision = await oneRevision(actor, reviewId, revisionId);
  return readSql(actor, async (sql) => contentPage(await readRevision(sql, actor, head, revision), query));
}

/** Some rows of a revision that has been read. */
export function contentPage(reading: Reading, { section, after, limit }: RowsQuery): ContentPage {
  const sections = countSections(reading);
  const items: ReadRow[] = [];
  let before = 0;
  for (const { id, count } of sections) {
    if (section && id !== section) continue;
    const from = Math.max(0, after - before);
    const to = Math.min(count, after + limit - before);
    if (from < to) items.push(...readRows(id, reading, from, to));
    before += count;
  }
  return { sections, items, next: after + limit < before ? after + limit : null };
}

/** The sections of a revision with how many rows each has, empty ones too. */
export const countSections = (reading: Reading): SectionCount[] =>
  SECTION_IDS.map((id) => ({ id, label: SECTIONS[id], count: partsOf(id, reading).length }));

/**
 * What changed in a revision since another one.
 *
 * @param since the earlier one; left out, the one that was in force last before this one
 * @throws ProblemError `not-found`
 */
export async function revisionChanges(
  actor: Actor,
  reviewId: string,
  revisionId: string,
  since: string | undefined,
  query: RowsQuery,
): Promise<ChangesPage> {
  const head = await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const revisions = await revisionsIn(sql, actor, head);
    const after = revisions.find(({ id }) => id === revisionId);
    if (!after) throw problem("not-found", "This review has no such revision.");
    const before = since ? revisions.find(({ id }) => id === since) : inForceBefore(revisions, after.number);
    if (since && !before?.digest) {
      throw problem("not-found", "There is no such revision to compare with: nothing was frozen with it.");
    }
    if (!before) return { since: null, sections: [], total: 0, items: [], next: null };
    const compared = await comparisonOf(sql, actor, head, before, after);
    return {
      since: { id: before.id, number: before.number, state: before.state },
      ...changesPage(compared, query),
    };
  });
}

/** Some rows of a comparison. */
export function changesPage(
  { sections, rows }: Comparison,
  { section, after, limit }: RowsQuery,
): Omit<ChangesPage, "since"> {
  const wanted = section ? rows.filter((row) => row.section === section) : rows;
  return {
    sections,
    total: wanted.length,
    items: wanted.slice(after, after + limit),
    next: after + limit < wanted.length ? after + limit : null,
  };
}

const shared = globalThis as typeof globalThis & { cordonComparisons?: Map<string, Comparison> };

/** Compares two revisions; frozen ones compare the same for ever, so the last comparisons are kept. */
export async function comparisonOf(
  sql: Sql,
  actor: Actor,
  head: Pick<ReviewHead, "id" | "seq">,
  before: ReadRevision,
  after: ReadRevision,
): Promise<Comparison> {
  shared.cordonComparisons ??= new Map();
  const kept = shared.cordonComparisons;
  const key = `${contentKey(actor, head, before)} ${contentKey(actor, head, after)}`;
  const comparison =
    kept.get(key) ??
    compareRevisions(
      await readRevision(sql, actor, head, before),
      await readRevision(sql, actor, head, after),
    );
  return remember(kept, key, comparison, 8);
}
