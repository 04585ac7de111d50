import type { ResidualRisk } from "@/lib/review/content";
import { dayWords } from "@/lib/review/day";
import { type RowLink, rowHref, shortNumber } from "@/lib/review/row-link";

/** A residual risk that covers something, as it is told there. */
export type CoveringRisk = RowLink & Pick<ResidualRisk, "state" | "expiresAt" | "decidedIn">;

/** A risk as it is told at what it covers. */
export const coveringRisk = (
  reviewId: string,
  { id, number, title, state, expiresAt, decidedIn }: ResidualRisk,
): CoveringRisk => ({
  target: `risk:${id}`,
  label: shortNumber("risk", number),
  name: title,
  href: rowHref(reviewId, "risk", number),
  state,
  expiresAt,
  decidedIn,
});

/** "until 1 Mar 2027, accepted in revision 3". */
export function coveringWords({
  state,
  expiresAt,
  decidedIn,
}: Pick<CoveringRisk, "state" | "expiresAt" | "decidedIn">): string {
  const until = expiresAt ? `until ${dayWords(expiresAt)}` : "without a last day yet";
  const decided =
    state === "accepted"
      ? `accepted${decidedIn ? ` in revision ${decidedIn}` : ""}`
      : "proposed, not yet accepted";
  return `${until}, ${decided}`;
}
