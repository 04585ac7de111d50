"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { callApi } from "@/lib/platform/http/browser";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import { useReviewEvents } from "../live-provider";

/** How many rows one request asks for. */
const WINDOW = 100;
/** How long wishes are collected before they are asked for, in milliseconds. */
const COLLECT = 20;

/** The rows that this browser has read, by short number; they come in windows and are patched by events. */
export type Rows = {
  /** Changes with every read and patch, for memos. */
  round: number;
  rowOf: (number: number) => CapabilityRow | undefined;
  /** Says that these rows are about to be seen. */
  need: (numbers: readonly number[]) => void;
  /** Reads the rows again that are known. */
  readAgain: () => void;
};

export function useRows(reviewId: string, initial: readonly CapabilityRow[] = []): Rows {
  const [round, setRound] = useState(0);
  const known = useRef(new Map(initial.map((row) => [row.number, row])));
  const stale = useRef(new Set<number>());
  const asked = useRef(new Set<number>());
  const wanted = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const fetchWanted = useCallback(async () => {
    const numbers = [...wanted.current].slice(0, WINDOW);
    for (const number of numbers) {
      wanted.current.delete(number);
      asked.current.add(number);
      stale.current.delete(number);
    }
    if (numbers.length === 0) return;
    if (wanted.current.size > 0) timer.current = setTimeout(() => void fetchWanted(), 0);
    const answer = await callApi<{ items: CapabilityRow[] }>(
      "GET",
      `/reviews/${reviewId}/capabilities?numbers=${numbers.join(",")}`,
    );
    for (const number of numbers) asked.current.delete(number);
    if (!answer.ok) return;
    for (const row of answer.value.items) {
      const mine = known.current.get(row.number);
      // An event may have been quicker than the answer.
      if (!mine || newest(row) >= newest(mine)) known.current.set(row.number, row);
    }
    setRound((now) => now + 1);
  }, [reviewId]);

  const need = useCallback(
    (numbers: readonly number[]) => {
      let isNew = false;
      for (const number of numbers) {
        if (asked.current.has(number) || wanted.current.has(number)) continue;
        if (known.current.has(number) && !stale.current.has(number)) continue;
        wanted.current.add(number);
        isNew = true;
      }
      if (!isNew) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void fetchWanted(), COLLECT);
    },
    [fetchWanted],
  );
  const readAgain = useCallback(() => {
    for (const number of known.current.keys()) stale.current.add(number);
    setRound((now) => now + 1);
  }, []);

  useReviewEvents(({ payload }) => {
    if (payload.changed) return readAgain();
    let isChanged = false;
    for (const change of payload.changes ?? []) {
      const row =
        change.table === "capability" && change.number ? known.current.get(change.number) : undefined;
      if (!row || change.op !== "update") continue;
      known.current.set(row.number, { ...row, ...(change.after as Partial<CapabilityRow>) });
      isChanged = true;
    }
    // A finding about a row came or went: what the row shows of it is read again.
    const { opened = [], resolved = [], dismissed = [] } = payload.findings ?? {};
    const about = [...opened, ...resolved, ...dismissed]
      .map(({ target }) => target)
      .filter((target) => target.startsWith("capability:"));
    for (const row of about.length > 0 ? known.current.values() : []) {
      if (!about.includes(`capability:${row.id}`)) continue;
      stale.current.add(row.number);
      isChanged = true;
    }
    if (isChanged) setRound((now) => now + 1);
  });

  const rowOf = useCallback(
    (number: number) => {
      // What is looked at and out of date is read again; until then its old words stand.
      if (stale.current.has(number)) need([number]);
      return known.current.get(number);
    },
    [need],
  );
  return useMemo(() => ({ round, rowOf, need, readAgain }), [round, rowOf, need, readAgain]);
}

const newest = ({ versions }: CapabilityRow): number => Math.max(0, ...Object.values(versions));
