import type { ApprovalOutlook, PolicyLink } from "./approval-outlook";
import type { ChangedRow, SectionChanges } from "./compare-revisions";
import type { RevisionView } from "./decide-page";
import type { ReadRow, SectionId } from "./frozen-sections";

/** A revision that another can be compared with. */
export type RevisionName = { id: string; number: number; state: string };

/** The first rows of a section, and how many it has in all. */
export type SectionRows<R> = { id: SectionId; label: string; total: number; rows: R[] };

/** What the page of one revision shows: all of it, or only what changed since another one. */
export type RevisionPage = {
  reviewId: string;
  /** The seq that it was read at. */
  seq: number;
  revision: RevisionView & RevisionMore;
  /** Of a revision that waits: whether enough people could approve it. */
  outlook: ApprovalOutlook | null;
  policyLinks: PolicyLink[];
  /** The one to compare with, and the others that could be; null when nothing was in force before. */
  since: RevisionName | null;
  others: RevisionName[];
  show: "everything" | "changes";
  sections: SectionRows<ReadRow>[];
  changes: (SectionRows<ChangedRow> & Pick<SectionChanges, "added" | "removed" | "changed">)[];
};

/** What of a revision only its own page tells. */
export type RevisionMore = {
  /** The short number of the accepted risk that ends first. */
  risksUntilOf: number | null;
  contestedAt: string | null;
  /** Of each sign-off by its id: the approver's name and role as they were. */
  signed: Record<string, { name: string; role: string }>;
};

/** Where a revision is read. */
export const revisionHref = (reviewId: string, number: number, show?: "changes"): string =>
  `/reviews/${reviewId}/decide/revisions/${number}${show ? `?show=${show}` : ""}`;

/** The revision that was in force last before another one. */
export const inForceBefore = <R extends { number: number; state: string }>(
  revisions: readonly R[],
  number: number,
): R | undefined =>
  revisions
    .filter((revision) => revision.number < number && ["in-force", "ended"].includes(revision.state))
    .sort((a, b) => b.number - a.number)[0];
