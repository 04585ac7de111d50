import { eventHash, payloadDigest } from "./chain";

/** An event as it stands in the database, as far as the chain is concerned. */
export type ChainEvent = {
  workspaceId: string;
  reviewId: string | null;
  seq: number;
  at: Date;
  type: string;
  actorKind: string;
  actorId: string;
  actorName: string;
  payload: unknown;
  payloadDigest: string;
  previousHash: string;
  hash: string;
};

/** Where a chain ends, as the row that owns it (a review, a workspace) says. */
export type ChainHead = { seq: number; hash: string };

/** What is left of a payload that was erased; its digest still stands in the chain. */
const ERASED = '{"erased":true}';

/**
 * Walks one chain from its first event. The first break is what matters: all that follows hangs on
 * it. Give it the events in the order of `seq`, then ask `end`.
 */
export class ChainCheck {
  private seq = 0;
  private hash = "";
  private problem: string | null = null;

  add(event: ChainEvent): void {
    this.problem ??= this.problemOf(event);
    this.seq = event.seq;
    this.hash = event.hash;
  }

  /** What is wrong with the chain, in words, or null when it is intact. */
  end(head: ChainHead | null): string | null {
    if (this.problem) return this.problem;
    if (head?.seq === this.seq && head.hash === this.hash) return null;
    if (this.seq === 0 && head) return `its ${head.seq} events are missing`;
    return `it ends with event ${this.seq}, but its head is ${head?.seq ?? "gone"}`;
  }

  private problemOf(event: ChainEvent): string | null {
    if (event.seq !== this.seq + 1) return `event ${this.seq + 1} is missing`;
    if (event.previousHash !== this.hash) return `event ${event.seq} does not follow event ${this.seq}`;
    const isErased = JSON.stringify(event.payload) === ERASED;
    if (!isErased && payloadDigest(event.payload) !== event.payloadDigest)
      return `the content of event ${event.seq} was changed`;
    const { workspaceId, reviewId, seq, type, actorKind, actorId, actorName, previousHash } = event;
    const link = {
      workspaceId,
      reviewId,
      seq,
      at: event.at.toISOString(),
      type,
      actorKind,
      actorId,
      actorName,
      payloadDigest: event.payloadDigest,
      previousHash,
    };
    return eventHash(link) === event.hash ? null : `event ${seq} was changed`;
  }
}
