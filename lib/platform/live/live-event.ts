import type { EventPayload, EventType } from "@/lib/audit/events";

/** An event of a review as it goes to the browser. */
export type LiveEvent = {
  seq: number;
  at: string;
  type: EventType;
  actor: { id: string; name: string };
  payload: EventPayload;
};

/** Somebody who has the review open. */
export type Person = { id: string; name: string };
