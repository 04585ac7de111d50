import { callApi } from "@/lib/platform/http/browser";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";

/** What the server says of a decision. */
export type Decided = {
  seq: number | null;
  decided: number[];
  changed: { number: number; author: { name: string } | null }[];
  skipped: number;
  justification: { number: number } | null;
};

/** How many rows one request reads. */
const WINDOW = 100;

/**
 * Takes a decision back for exactly the rows that it decided. The version that each must still have is
 * the decision's own, so what somebody decided after it is left alone.
 *
 * @returns what came of it, or in words why nothing did
 */
export async function takeBack(reviewId: string, { seq, decided }: Decided): Promise<Decided | string> {
  const rows: { id: string; version: number }[] = [];
  for (let from = 0; from < decided.length; from += WINDOW) {
    const numbers = decided.slice(from, from + WINDOW).join(",");
    const answer = await callApi<{ items: CapabilityRow[] }>(
      "GET",
      `/reviews/${reviewId}/capabilities?numbers=${numbers}`,
    );
    if (!answer.ok) return answer.problem.detail;
    rows.push(...answer.value.items.map(({ id }) => ({ id, version: seq ?? 0 })));
  }
  const answer = await callApi<Decided>("POST", `/reviews/${reviewId}/capabilities/decide`, {
    target: { rows },
    decision: null,
  });
  return answer.ok ? answer.value : answer.problem.detail;
}
