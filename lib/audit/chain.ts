import { canonicalJson } from "@/lib/kernel/canonical-json";
import { digestOf, sha256 } from "@/lib/kernel/digest";

/**
 * What an event's hash covers: everything that the event says. `at` is ISO 8601 in UTC with
 * milliseconds; `reviewId` is null in the workspace's own chain.
 */
export type ChainLink = {
  workspaceId: string;
  reviewId: string | null;
  seq: number;
  at: string;
  type: string;
  actorKind: string;
  actorId: string;
  actorName: string;
  payloadDigest: string;
  previousHash: string;
};

/** The digest of an event's payload; the payload can be erased later and the chain still verifies. */
export const payloadDigest = (payload: unknown): string => digestOf(payload);

/** The hash of an event: SHA-256 over its canonical form with the hash before it. */
export function eventHash(link: ChainLink): string {
  return sha256(`cordon-event-v2\n${canonicalJson(link)}`);
}
