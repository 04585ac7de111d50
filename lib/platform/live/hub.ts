import type { EventPayload, EventType } from "@/lib/audit/events";
import { readSql } from "../db/transaction";
import { log } from "../log";
import type { LiveEvent, Person } from "./live-event";
import { listenForNotifications, type Notification } from "./notifications";

/** One open stream: a browser that watches one review. */
export type Stream = {
  reviewId: string;
  workspaceId: string;
  person: Person;
  /** The seq of the last event that was sent. */
  seq: number;
  send(kind: "change" | "people", data: unknown, id?: number): void;
  /** Asks again who this is and what they may see; ends the stream when the answer is no. */
  check(): Promise<void>;
  /** Says that it is over and ends the stream. */
  end(): void;
};

/** How many streams a person has open at most; more are tabs that nobody looks at, or an attack. */
export const MOST_STREAMS = 20;

type Hub = {
  streams: Map<string, Set<Stream>>;
  /** The same streams by person, each set in the order in which they were opened. */
  people: Map<string, Set<Stream>>;
  pumping: Map<string, Promise<void>>;
  isListening: boolean;
};

const shared = globalThis as typeof globalThis & { cordonHub?: Hub };

function hub(): Hub {
  shared.cordonHub ??= { streams: new Map(), people: new Map(), pumping: new Map(), isListening: false };
  const made = shared.cordonHub;
  if (!made.isListening) {
    made.isListening = true;
    listenForNotifications(heard, () => {
      for (const reviewId of made.streams.keys()) pump(reviewId);
    });
  }
  return made;
}

function heard(notification: Notification): void {
  if (notification.kind === "review") {
    pump(notification.reviewId);
    return;
  }
  for (const streams of hub().streams.values()) {
    for (const stream of streams) if (stream.workspaceId === notification.workspaceId) void stream.check();
  }
}

/**
 * Adds a stream; it gets what happened since its seq, then what happens. The oldest stream of a
 * person who has too many ends. Gives the way to end it.
 */
export function openStream(stream: Stream): () => void {
  const { streams, people } = hub();
  const leave = [join(streams, stream.reviewId, stream), join(people, stream.person.id, stream)];
  const own = [...(people.get(stream.person.id) ?? [])];
  for (const old of own.slice(0, Math.max(0, own.length - MOST_STREAMS))) old.end();
  tellPeople(stream.reviewId);
  pump(stream.reviewId);
  return () => {
    for (const each of leave) each();
    tellPeople(stream.reviewId);
  };
}

/** Adds a stream to one of several sets; gives the way out again. */
function join(sets: Map<string, Set<Stream>>, key: string, stream: Stream): () => void {
  const here = sets.get(key) ?? new Set();
  here.add(stream);
  sets.set(key, here);
  return () => {
    here.delete(stream);
    if (here.size === 0 && sets.get(key) === here) sets.delete(key);
  };
}

/** Who has a review open, each person once. */
export function peopleIn(reviewId: string): Person[] {
  const people = new Map<string, Person>();
  for (const { person } of hub().streams.get(reviewId) ?? []) people.set(person.id, person);
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function tellPeople(reviewId: string): void {
  const people = peopleIn(reviewId);
  for (const stream of hub().streams.get(reviewId) ?? []) stream.send("people", people);
}

/**
 * Sends a review's streams what they have not seen. Runs of one review follow each other, so that
 * events go out in order and one burst is one query.
 */
function pump(reviewId: string): void {
  const { pumping } = hub();
  if (!hub().streams.has(reviewId)) return;
  const before = pumping.get(reviewId);
  const run = (before ?? Promise.resolve()).then(() => sendNew(reviewId));
  const mine = run.catch((error: Error) =>
    log.warn({ err: error, reviewId }, "live: events could not be read"),
  );
  pumping.set(reviewId, mine);
  void mine.then(() => {
    if (pumping.get(reviewId) === mine) pumping.delete(reviewId);
  });
}

type EventRow = {
  seq: string;
  at: Date;
  type: EventType;
  actor_id: string;
  actor_name: string;
  payload: EventPayload;
};

/** The most events that are sent to a stream at once; one that missed more is told to read again. */
const MOST_AT_ONCE = 500;

async function sendNew(reviewId: string): Promise<void> {
  const streams = [...(hub().streams.get(reviewId) ?? [])];
  const [first] = streams;
  if (!first) return;
  const since = Math.min(...streams.map(({ seq }) => seq));
  const rows = await readSql(first, (sql) =>
    sql.query<EventRow>(
      `select seq, at, type, actor_id, actor_name, payload from event
       where review_id = $1 and seq > $2 order by seq limit $3`,
      [reviewId, since, MOST_AT_ONCE],
    ),
  );
  for (const row of rows) {
    const event = presentEvent(row);
    for (const stream of streams) {
      if (event.seq <= stream.seq) continue;
      stream.seq = event.seq;
      stream.send("change", event, event.seq);
    }
  }
  if (rows.length === MOST_AT_ONCE) pump(reviewId);
}

const presentEvent = (row: EventRow): LiveEvent => ({
  seq: Number(row.seq),
  at: row.at.toISOString(),
  type: row.type,
  actor: { id: row.actor_id, name: row.actor_name },
  payload: row.payload,
});
