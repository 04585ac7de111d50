import { dayWords as day } from "@/lib/review/day";
import type { Blocker } from "./blockers";
import type { RevisionView } from "./decide-page";

/** Where the decision on a review stands, and what happens next. */
export type DecisionStanding = {
  tone: "good" | "bad" | "warn" | "open" | "neutral" | "off";
  /** The one line that matters most on the page. */
  headline: string;
  next: string;
  /** The revision whose dates, words and digest stand beside it. */
  about: RevisionView | null;
  draft: RevisionView | null;
  waiting: RevisionView | null;
  inForce: RevisionView | null;
};

/**
 * Says where a review's decision stands.
 *
 * @param revisions newest first
 * @param blockers what keeps the draft from being submitted, in a few words; null when nothing does
 * @param firstExpiry the first day on which a risk of the revision in force ends
 * @param me the member who reads it
 */
export function decisionStanding(
  revisions: readonly RevisionView[],
  { blockers, me, firstExpiry = null }: { blockers: string | null; me: string; firstExpiry?: string | null },
): DecisionStanding {
  const of = (state: string) => revisions.find((revision) => revision.state === state) ?? null;
  const [newest = null] = revisions;
  const [draft, waiting, inForce] = [of("draft"), of("submitted"), of("in-force")];
  const known = { draft, waiting, inForce };
  if (waiting) return { ...known, ...waitingWords(waiting, draft, me), about: waiting };
  const closed = revisions.find(({ state }) => state !== "draft") ?? null;
  const about = inForce ?? closed ?? draft;
  const next = draft ? draftWords(draft, inForce, blockers) : newest ? nextEditWords(newest) : "";
  if (inForce)
    return {
      ...known,
      about,
      next,
      tone: "good",
      headline: `Revision ${inForce.number} is in force${untilWords(inForce.validUntil, firstExpiry)}`,
    };
  if (draft) return { ...known, about, next, tone: "open", headline: `Draft ${draft.number}` };
  if (!newest) return { ...known, about, next, tone: "open", headline: "Not started" };
  return { ...known, about, next, ...closedWords(newest) };
}

/** A revision holds until its day, or until the day of the first risk that it accepted, where that is sooner. */
function untilWords(validUntil: string | null, firstExpiry: string | null): string {
  if (!validUntil) return "";
  const isSooner = firstExpiry !== null && firstExpiry < validUntil.slice(0, 10);
  return isSooner ? ` until ${day(firstExpiry)}, when its first risk ends` : ` until ${day(validUntil)}`;
}

/**
 * What has to be settled before a submission, counted as a person counts it: findings by finding.
 *
 * @returns "8 findings", "2 residual risks and the configuration"; null when nothing has to be
 */
export function toSettle(blockers: readonly Pick<Blocker, "code" | "lists">[]): string | null {
  const of = (wanted: Blocker["code"]) => blockers.filter(({ code }) => code === wanted);
  const counted = (code: Blocker["code"], noun: string): string[] => {
    const count = new Set(of(code).flatMap(({ lists }) => lists)).size;
    return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
  };
  const parts = [
    ...(of("no-configuration").length > 0 ? ["the configuration"] : []),
    ...counted("RSK-01", "finding"),
    ...counted("RSK-02", "residual risk"),
  ];
  if (parts.length < 2) return parts[0] ?? null;
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function waitingWords(waiting: RevisionView, draft: RevisionView | null, me: string) {
  const beside = draft
    ? ` Draft ${draft.number} is open beside it and can be submitted once this is decided.`
    : "";
  const next =
    waiting.requestedBy?.id === me
      ? "You asked for this, so somebody else with the approver’s role decides."
      : waiting.abilities.includes("revision.sign")
        ? "Read what was frozen, then approve or reject it."
        : `An approver other than ${waiting.requestedBy?.name ?? "the requester"} decides.`;
  return {
    tone: "neutral" as const,
    headline: `Revision ${waiting.number} waits for a decision`,
    next: next + beside,
  };
}

function draftWords(draft: RevisionView, inForce: RevisionView | null, blockers: string | null): string {
  const which = inForce ? `Draft ${draft.number} is open beside it. ` : "";
  if (blockers !== null) return `${which}To be settled before it can be submitted for approval: ${blockers}.`;
  return `${which}${inForce ? "It" : "Nothing stands in the way: it"} can be submitted for approval${inForce ? ` and then takes the place of revision ${inForce.number}` : ""}.`;
}

/** Nothing is open: what the next edit does. */
const nextEditWords = ({ number, state }: RevisionView): string =>
  state === "in-force"
    ? `Nothing is left to do here. The next edit opens draft ${number + 1} from the same content.`
    : `Work goes on in draft ${number + 1}, which the next edit opens from the same content.`;

function closedWords({
  number,
  state,
  endedBecause,
}: RevisionView): Pick<DecisionStanding, "tone" | "headline"> {
  if (state === "rejected") return { tone: "bad", headline: `Revision ${number} was rejected` };
  if (state === "withdrawn") return { tone: "off", headline: `Revision ${number} was withdrawn` };
  return {
    tone: "warn",
    headline: `Revision ${number} has ended${endedBecause ? `: ${endedBecause}` : ""}`,
  };
}
