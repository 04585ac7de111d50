import { dayOf } from "@/lib/review/day";

/**
 * Whether time has ended a revision that is in force: its own term is over, or the day of a risk that
 * it accepted is past.
 */
export function isOver(
  revision: { state: string; validUntil: string | null; risksUntil: string | null },
  now: Date,
): boolean {
  if (revision.state !== "in-force") return false;
  if (revision.validUntil !== null && Date.parse(revision.validUntil) <= now.getTime()) return true;
  return revision.risksUntil !== null && revision.risksUntil < dayOf(now);
}
