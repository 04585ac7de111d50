import { worksheetHref } from "@/components/worksheet/view-url";
import type { CapabilityGroup } from "@/lib/review/vocabulary";

/** The findings that are about, or list, one row: `about` is its short number. */
export const findingListHref = (reviewId: string, about: string): string =>
  `/reviews/${reviewId}/findings?target=${about}`;

/** The rows of an executor's authority, of one group or of all. */
export const authorityHref = (reviewId: string, executor: string, group?: CapabilityGroup): string =>
  worksheetHref(`/reviews/${reviewId}/authority/flat`, {
    filters: [
      { id: "executor", op: "in", values: [executor] },
      ...(group ? [{ id: "group", op: "in" as const, values: [group] }] : []),
    ],
  });

/** The entry points of one kind, executor or artifact. */
export const entryPointsHref = (reviewId: string, column: string, value: string): string =>
  worksheetHref(`/reviews/${reviewId}/entry-points`, {
    filters: [{ id: column, op: "in", values: [value] }],
  });
