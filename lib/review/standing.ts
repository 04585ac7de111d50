import { dayWords as day } from "./day";
import type { ReviewStanding } from "./systems";
import { REVISION_STATES, type RevisionState } from "./vocabulary";

/**
 * Where a review stands, in a word and a tone: what is in force leads, an open draft beside it is
 * said after it.
 */
export function standingWords(standing: ReviewStanding & { isArchived?: boolean }): {
  tone: "good" | "bad" | "warn" | "open" | "neutral" | "off";
  label: string;
} {
  const { revision, inForce } = standing;
  if (standing.isArchived) return { tone: "off", label: "Archived" };
  if (inForce) {
    const until = inForce.validUntil ? `In force until ${day(inForce.validUntil)}` : "In force";
    const next =
      revision && revision.number !== inForce.number
        ? `, ${REVISION_STATES[revision.state as RevisionState].toLowerCase()} ${revision.number}`
        : "";
    return { tone: "good", label: until + next };
  }
  if (!revision) return { tone: "open", label: "Not started" };
  const label = `${REVISION_STATES[revision.state as RevisionState]} ${revision.number}`;
  if (revision.state === "submitted") return { tone: "neutral", label };
  if (revision.state === "rejected") return { tone: "bad", label };
  if (revision.state === "ended") return { tone: "warn", label };
  return { tone: "open", label };
}
