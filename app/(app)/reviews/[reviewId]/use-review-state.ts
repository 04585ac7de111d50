"use client";
import { useEffect, useRef, useState } from "react";
import { callApi } from "@/lib/platform/http/browser";
import type { ReviewFacts, ReviewState } from "@/lib/review/review-state";
import { useReviewEvents } from "./live-provider";

/** How long changes are collected before what follows from them is asked for, in milliseconds. */
const COLLECT = 600;

/** How long to wait for a checklist that is behind the review, in milliseconds. */
const BEHIND = 3_000;

/**
 * Calls back after changes of the review, once for those that come together.
 */
export function useSettledEvents(callback: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(callback);
  latest.current = callback;
  useReviewEvents(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), COLLECT);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/**
 * The review as a whole, kept up to date. The header's facts come with the page; the checklist
 * needs the whole content and follows, so that no page waits for it.
 */
export function useReviewState(reviewId: string, facts: ReviewFacts): ReviewFacts & Partial<ReviewState> {
  const [state, setState] = useState<ReviewState | null>(null);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(again.current), []);
  const load = async () => {
    const answer = await callApi<ReviewState>("GET", `/reviews/${reviewId}/overview`);
    if (!answer.ok) return;
    // An answer that was overtaken by a newer one says nothing.
    setState((known) => (known && known.seq > answer.value.seq ? known : answer.value));
    if (answer.value.computedSeq >= answer.value.seq) return;
    clearTimeout(again.current);
    again.current = setTimeout(() => void load(), BEHIND);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each review.
  useEffect(() => void load(), [reviewId]);
  useSettledEvents(() => void load());
  return state && state.seq >= facts.seq ? state : { ...state, ...facts };
}
