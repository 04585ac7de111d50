"use client";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type LiveState, watchReview } from "@/lib/platform/live/client";
import type { LiveEvent, Person } from "@/lib/platform/live/live-event";

type Listener = (event: LiveEvent) => void;
type Live = { listeners: Set<Listener>; recent: LiveEvent[]; people: Person[]; state: LiveState };

/** How many events are kept for a page that was read before they came and mounts after. */
const MOST_RECENT = 200;

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
  const [recent] = useState<LiveEvent[]>(() => []);
  const [people, setPeople] = useState<Person[]>([]);
  const [state, setState] = useState<LiveState>("connecting");
  const since = useRef(seq);
  useEffect(
    () =>
      watchReview(reviewId, since.current, {
        onEvent(event) {
          since.current = event.seq;
          recent.push(event);
          if (recent.length > MOST_RECENT) recent.shift();
          for (const listener of listeners) listener(event);
        },
        onPeople: setPeople,
        onState: setState,
      }),
    [reviewId, listeners, recent],
  );
  return <LiveContext value={{ listeners, recent, people, state }}>{children}</LiveContext>;
}

/**
 * Hears of every change of the review once, one's own too, in order.
 *
 * @param since the seq that the page's rows were read at: what came between that and the page's
 *   mounting is heard first
 */
export function useReviewEvents(listener: Listener, since?: number): void {
  const live = useContext(LiveContext);
  const latest = useRef(listener);
  latest.current = listener;
  const heard = useRef(since);
  const listeners = live?.listeners;
  const recent = live?.recent;
  useEffect(() => {
    if (!listeners || !recent) return;
    heard.current ??= recent.at(-1)?.seq ?? 0;
    const hear: Listener = (event) => {
      if (event.seq <= (heard.current ?? 0)) return;
      heard.current = event.seq;
      latest.current(event);
    };
    for (const event of recent) hear(event);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, [listeners, recent]);
}

/** Who has the review open, each person once. */
export function usePeople(): Person[] {
  return useContext(LiveContext)?.people ?? [];
}

/** Whether the page hears of changes at the moment. */
export function useLiveState(): LiveState {
  return useContext(LiveContext)?.state ?? "connecting";
}
