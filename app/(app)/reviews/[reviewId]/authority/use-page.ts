"use client";
import { useCallback, useRef, useState } from "react";
import { callApi } from "@/lib/platform/http/browser";
import { type PackedPage, unpackPage } from "@/lib/review/authority/pack-page";
import type { AuthorityJustification, AuthorityPage } from "@/lib/review/authority/page";
import { useReviewEvents } from "../live-provider";
import { useSettledEvents } from "../use-review-state";

/**
 * The page's counts, executors and justifications, kept up to date: cells of justifications are
 * patched at once, counts follow by a new read.
 */
export function usePage(reviewId: string, packed: PackedPage) {
  const [page, setPage] = useState(() => unpackPage(packed));
  const reading = useRef<Promise<void> | null>(null);
  const read = useCallback(async () => {
    const answer = await callApi<AuthorityPage>("GET", `/reviews/${reviewId}/authority`);
    if (!answer.ok) return;
    setPage((known) => (known.seq > answer.value.seq ? known : answer.value));
  }, [reviewId]);
  useSettledEvents(() => {
    reading.current = read();
  });
  useReviewEvents(({ seq, payload }) => {
    const changes = payload.changes?.filter(({ table }) => table === "justification") ?? [];
    if (changes.length === 0) return;
    setPage((known) => {
      if (seq <= known.seq) return known;
      let { justifications } = known;
      for (const { op, id, number, after } of changes) {
        if (op === "insert" && !justifications.some((one) => one.id === id))
          justifications = [
            ...justifications,
            { ...EMPTY, ...after, id, number: number ?? 0 } as AuthorityJustification,
          ];
        else justifications = justifications.map((one) => (one.id === id ? { ...one, ...after } : one));
      }
      return { ...known, justifications };
    });
  });
  return { page, read };
}

const EMPTY = { purpose: null, limit: null, enforcer: null, evidence: null, answers: {}, versions: {} };
