import { worksheetHref } from "@/components/worksheet/view-url";
import type { CheckLink } from "@/lib/review/checklist";

/** The address that a count of the checklist or the overview leads to. */
export function checkHref(reviewId: string, { page, filters, query }: CheckLink): string {
  const path = `/reviews/${reviewId}/${page}`;
  if (filters) return worksheetHref(path, { filters });
  const params = new URLSearchParams(query).toString();
  return params ? `${path}?${params}` : path;
}
