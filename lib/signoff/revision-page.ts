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
  revision: RevisionView & RevisionMore;
  /** The one to compare with, and the others that could be; null when nothing was in force before. */
  since: RevisionName | null;
  others: RevisionName[];
  /** How many rows changed since; null when there is nothing to compare with, or it is not worked out. */
  show: "everything" | "changes";
  sections: SectionRows<ReadRow>[];
  changes: (SectionRows<ChangedRow> & Pick<SectionChanges, "added" | "removed" | "changed">)[];
};

/** What of a revision only its own page tells. */
export type RevisionMore = {
  risksUntil: string | null;
  risksUntilOf: number | null;
  contestedAt: string | null;
  contestedBecause: string | null;
  quorum: number;
  /** Of each sign-off by its id: the approver's role then, and the rows that they wrote in. */
  signed: Record<string, { name: string; role: string; wrote: string[] }>;
};

/** Where a revision is read. */
export const revisionHref = (reviewId: string, number: number, show?: "changes"): string =>
  `/reviews/${reviewId}/decide/revisions/${number}${show ? `?show=${show}` : ""}`;
