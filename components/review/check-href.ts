import { worksheetHref } from "@/components/worksheet/view-url";
import type { StepLink } from "@/lib/review/next-step";

/** The address that a count of the checklist, a fact or the next step leads to. */
export function checkHref(reviewId: string, { page, filters, query }: StepLink): string {
  const path = `/reviews/${reviewId}/${page}`;
  if (filters) return worksheetHref(path, { filters });
  const params = new URLSearchParams(query).toString();
  return params ? `${path}?${params}` : path;
}
