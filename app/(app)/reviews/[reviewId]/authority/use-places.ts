"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "@/lib/platform/http/browser";
import type { PlaceKey } from "@/lib/review/authority/places";

const keyOf = (branchId: string | null, place: PlaceKey): string => `${branchId ?? ""} ${place}`;

/**
 * The short numbers of unfolded places. A row keeps its line when somebody else decides it, until the
 * person asks or decides something themselves.
 */
export function usePlaces(reviewId: string) {
  const [orders, setOrders] = useState<ReadonlyMap<string, readonly number[]>>(new Map());
  const asked = useRef(new Set<string>());
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const load = useCallback(
    async (branchId: string | null, place: PlaceKey) => {
      const key = keyOf(branchId, place);
      if (asked.current.has(key)) return;
      asked.current.add(key);
      const of = branchId === null ? "" : `&executor=${branchId}`;
      const answer = await callApi<{ numbers: number[] }>(
        "GET",
        `/reviews/${reviewId}/capabilities/order?place=${encodeURIComponent(place)}${of}`,
      );
      if (!alive.current) return;
      if (!answer.ok) asked.current.delete(key);
      else setOrders((now) => new Map(now).set(key, answer.value.numbers));
    },
    [reviewId],
  );
  /** Reads the places in sight again; the present lines stay until the answer is there. */
  const readAgain = useCallback(() => {
    asked.current.clear();
    setOrders((now) => new Map(now));
  }, []);
  const numbersOf = useCallback(
    (branchId: string | null, place: PlaceKey) => orders.get(keyOf(branchId, place)),
    [orders],
  );
  const isAsked = useCallback(
    (branchId: string | null, place: PlaceKey) => asked.current.has(keyOf(branchId, place)),
    [],
  );
  return { numbersOf, load, readAgain, isAsked };
}
