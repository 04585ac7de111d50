"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { WorksheetView } from "@/components/worksheet/types";
import { viewToParams } from "@/components/worksheet/view-url";
import { callApi } from "@/lib/platform/http/browser";

export type Order = { seq: number; numbers: readonly number[] };

/** The parts of a view that decide which rows there are and in which order. */
export const orderParams = ({ q, sort, filters }: WorksheetView): string =>
  viewToParams({ q, sort, filters }).toString();

/** The order of the flat view: read again when the view asks for another one, or the person does. */
export function useOrder(reviewId: string, view: WorksheetView, initial: Order) {
  const params = orderParams(view);
  const [order, setOrder] = useState(initial);
  const [isReading, setReading] = useState(false);
  const shown = useRef(params);
  const read = useCallback(
    async (asked: string) => {
      setReading(true);
      const answer = await callApi<Order>("GET", `/reviews/${reviewId}/capabilities/order?${asked}`);
      if (shown.current !== asked) return;
      setReading(false);
      if (answer.ok) setOrder(answer.value);
    },
    [reviewId],
  );
  useEffect(() => {
    if (shown.current === params) return;
    shown.current = params;
    const timer = setTimeout(() => void read(params), 120);
    return () => clearTimeout(timer);
  }, [params, read]);
  const readAgain = useCallback(() => void read(shown.current), [read]);
  return { order, isReading, readAgain };
}
