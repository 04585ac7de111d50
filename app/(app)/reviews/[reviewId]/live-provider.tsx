"use client";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type LiveState, watchReview } from "@/lib/platform/live/client";
import type { LiveEvent, Person } from "@/lib/platform/live/live-event";

type Listener = (event: LiveEvent) => void;
type Live = { listeners: Set<Listener>; people: Person[]; state: LiveState };

const LiveContext = createContext<Live | null>(null);

/** Watches the review for everything inside. `seq` is the one that the page was read at. */
export function LiveProvider({
  reviewId,
  seq,
  children,
}: {
  reviewId: string;
  seq: number;
  children: ReactNode;
}) {
  const [listeners] = useState(() => new Set<Listener>());
  const [people, setPeople] = useState<Person[]>([]);
  const [state, setState] = useState<LiveState>("connecting");
  const since = useRef(seq);
  useEffect(
    () =>
      watchReview(reviewId, since.current, {
        onEvent(event) {
          since.current = event.seq;
          for (const listener of listeners) listener(event);
        },
        onPeople: setPeople,
        onState: setState,
      }),
    [reviewId, listeners],
  );
  return <LiveContext value={{ listeners, people, state }}>{children}</LiveContext>;
}

/** Hears of every change of the review, one's own too, in order. */
export function useReviewEvents(listener: Listener): void {
  const live = useContext(LiveContext);
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    if (!live) return;
    const hear: Listener = (event) => latest.current(event);
    live.listeners.add(hear);
    return () => void live.listeners.delete(hear);
  }, [live?.listeners, live]);
}

/** Who has the review open, each person once. */
export function usePeople(): Person[] {
  return useContext(LiveContext)?.people ?? [];
}

/** Whether the page hears of changes at the moment. */
export function useLiveState(): LiveState {
  return useContext(LiveContext)?.state ?? "connecting";
}
