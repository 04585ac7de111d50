import { callApi } from "@/lib/platform/http/browser";
import type { RowLink } from "@/lib/review/row-link";

/** Asks what a residual risk of a review can cover. */
export const searchCoverable =
  (reviewId: string) =>
  async (text: string): Promise<RowLink[] | null> => {
    const query = new URLSearchParams(text.trim() ? { q: text.trim().slice(0, 200) } : {});
    const answer = await callApi<{ items: RowLink[] }>("GET", `/reviews/${reviewId}/coverable?${query}`);
    return answer.ok ? answer.value.items : null;
  };
