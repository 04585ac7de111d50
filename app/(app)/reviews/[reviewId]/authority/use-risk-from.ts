"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import type { Deciding } from "@/components/authority/decide-target";
import { notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import { newRiskHref, TOO_MANY_STARTS } from "@/lib/signoff/new-risk";

/** Begins a residual risk that covers what somebody points at: some rows, or a group of them. */
export function useRiskFrom(reviewId: string): (deciding: Deciding) => void {
  const router = useRouter();
  return useCallback(
    ({ target }: Deciding) => {
      void numbersOf(reviewId, target).then((numbers) => {
        if (typeof numbers === "string") return notifyError(numbers);
        const href = newRiskHref(
          reviewId,
          numbers.map((number) => `C${number}`),
        );
        if (href === null) notifyError(TOO_MANY_STARTS);
        else router.push(href);
      });
    },
    [reviewId, router],
  );
}

/** The short numbers of what is pointed at, or in words why they could not be read. */
async function numbersOf(reviewId: string, target: Deciding["target"]): Promise<number[] | string> {
  if (target.kind === "rows") return target.rows.map(({ number }) => number);
  if (target.kind !== "place") return "Select the rows that it covers.";
  const of = target.executorId === null ? "" : `&executor=${target.executorId}`;
  const answer = await callApi<{ numbers: number[] }>(
    "GET",
    `/reviews/${reviewId}/capabilities/order?place=${encodeURIComponent(target.key)}${of}`,
  );
  return answer.ok ? answer.value.numbers : answer.problem.detail;
}
