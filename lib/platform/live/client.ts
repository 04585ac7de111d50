import type { LiveEvent, Person } from "./live-event";

/** Whether the page hears of other people's changes at the moment. */
export type LiveState = "connecting" | "live" | "offline" | "over";

type Handlers = {
  onEvent(event: LiveEvent): void;
  onPeople(people: Person[]): void;
  onState(state: LiveState): void;
};

type Message =
  | { kind: "change"; event: LiveEvent }
  | { kind: "people"; people: Person[] }
  | { kind: "state"; state: LiveState }
  | { kind: "hello" };

/** How long a hidden tab keeps the stream before another may have it, in milliseconds. */
const HIDDEN_MS = 30_000;

/**
 * Watches a review. The tabs of one browser share one stream, since HTTP/1.1 allows six connections
 * an origin: whoever holds the lock opens it and passes on what it hears. Gives the way to end it.
 *
 * @param since the seq that the page was read at
 */
export function watchReview(reviewId: string, since: number, handlers: Handlers): () => void {
  let seq = since;
  let last: { people: Person[]; state: LiveState } = { people: [], state: "connecting" };
  const channel = new BroadcastChannel(`cordon-live-${reviewId}`);
  const take = (message: Message) => {
    if (message.kind === "change") {
      if (message.event.seq <= seq) return;
      seq = message.event.seq;
      handlers.onEvent(message.event);
    } else if (message.kind === "people") {
      last = { ...last, people: message.people };
      handlers.onPeople(message.people);
    } else if (message.kind === "state") {
      last = { ...last, state: message.state };
      handlers.onState(message.state);
    }
  };
  const tell = (message: Message) => {
    take(message);
    channel.postMessage(message);
  };
  let isLeading = false;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "hello") return take(data);
    if (isLeading) {
      channel.postMessage({ kind: "people", people: last.people } satisfies Message);
      channel.postMessage({ kind: "state", state: last.state } satisfies Message);
    }
  };
  channel.postMessage({ kind: "hello" } satisfies Message);

  const lead = (signal: AbortSignal) => {
    isLeading = true;
    const source = new EventSource(`/api/live/${reviewId}?since=${seq}`);
    source.onopen = () => tell({ kind: "state", state: "live" });
    source.onerror = () => tell({ kind: "state", state: "offline" });
    source.addEventListener("change", ({ data }) => tell({ kind: "change", event: JSON.parse(data) }));
    source.addEventListener("people", ({ data }) => tell({ kind: "people", people: JSON.parse(data) }));
    source.addEventListener("over", () => {
      source.close();
      tell({ kind: "state", state: "over" });
    });
    return new Promise<void>((done) => {
      signal.addEventListener("abort", () => {
        source.close();
        isLeading = false;
        done();
      });
    });
  };
  return whileVisible(`cordon-live-${reviewId}`, lead, () => channel.close());
}

/** Holds a browser-wide lock, and does `lead` with it, while the tab can be seen. */
function whileVisible(
  name: string,
  lead: (signal: AbortSignal) => Promise<void>,
  ended: () => void,
): () => void {
  let turn: AbortController | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(hiding);
    if (turn) return;
    turn = new AbortController();
    const { signal } = turn;
    navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => {});
  };
  const stop = () => {
    turn?.abort();
    turn = null;
  };
  const seen = () => {
    if (document.visibilityState === "visible") begin();
    else hiding = setTimeout(stop, HIDDEN_MS);
  };
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    clearTimeout(hiding);
    stop();
    ended();
  };
}
