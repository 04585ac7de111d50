"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { callApi } from "@/lib/platform/http/browser";
import type { ResidualRisk } from "@/lib/review/content";
import { type Cover, coverOf } from "@/lib/signoff/cover-index";
import { useReviewEvents } from "./live-provider";

type Page = { items: ResidualRisk[]; next: string | null };

/**
 * What covers the rows of a page: the review's residual risks, read once for all of them and again
 * when one of them changes. Until they are there nothing is said to be covered.
 */
export function useCover(reviewId: string): Cover {
  const [risks, setRisks] = useState<readonly ResidualRisk[]>([]);
  const [round, setRound] = useState(0);
  const latest = useRef(0);
  const read = useCallback(
    async (isOver: () => boolean) => {
      const items: ResidualRisk[] = [];
      let cursor: string | null = "0";
      while (cursor !== null) {
        const answer: Awaited<ReturnType<typeof callApi<Page>>> = await callApi<Page>(
          "GET",
          `/reviews/${reviewId}/risks?limit=500&cursor=${cursor}`,
        );
        if (!answer.ok || isOver()) return;
        items.push(...answer.value.items);
        cursor = answer.value.next;
      }
      setRisks(items);
    },
    [reviewId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks for another read.
  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    void read(() => mine !== latest.current);
    return () => {
      latest.current += 1;
    };
  }, [read, round]);
  useReviewEvents(({ payload }) => {
    if (payload.changed || payload.changes?.some(({ table }) => table === "risk")) setRound((now) => now + 1);
  });
  return useMemo(() => coverOf(reviewId, risks), [reviewId, risks]);
}
