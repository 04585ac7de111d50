import { canonicalJson } from "@/lib/kernel/canonical-json";
import { digestOf, sha256 } from "@/lib/kernel/digest";

/** What an event's hash covers. `at` is ISO 8601 in UTC with milliseconds. */
export type ChainLink = {
  seq: number;
  at: string;
  type: string;
  actorKind: string;
  actorId: string;
  payloadDigest: string;
  previousHash: string;
};

/** The digest of an event's payload; the payload can be erased later and the chain still verifies. */
export const payloadDigest = (payload: unknown): string => digestOf(payload);

/** The hash of an event: SHA-256 over its canonical form with the hash before it. */
export function eventHash(link: ChainLink): string {
  return sha256(`cordon-event-v1\n${canonicalJson(link)}`);
}
