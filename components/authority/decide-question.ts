import { DECISION_KEYS, type Deciding } from "@/components/authority/decide-target";
import { counted } from "@/components/ui/count";
import { type CapabilityClass, DECISIONS, type Decision } from "@/lib/review/vocabulary";

const NOUNS: Record<string, readonly [string, string]> = {
  grant: ["grant", "grants"],
  "missing-limit": ["missing limit", "missing limits"],
};
const MANY = ["capability", "capabilities"] as const;

const nounOf = (classes: readonly CapabilityClass[]): readonly [string, string] =>
  (classes.length === 1 ? NOUNS[classes[0] as string] : undefined) ?? MANY;

/** "6 missing limits", or "the grants among 24 capabilities" where the decision does not fit all of them. */
function whatOf({ classes, count }: Deciding, decision: Decision | "unset"): string {
  const fitting =
    decision === "unset"
      ? classes
      : classes.filter((of) => (DECISIONS[decision].classes as readonly string[]).includes(of));
  if (fitting.length === classes.length) return counted(count, ...nounOf(classes));
  return `the ${nounOf(fitting)[1]} among ${counted(count, ...nounOf(classes))}`;
}

/** What is asked before one key decides many rows, and the deed in a word or two. */
export function decideQuestion(
  deciding: Deciding,
  decision: Decision | "unset",
): { title: string; confirm: string } {
  const what = whatOf(deciding, decision);
  switch (decision) {
    case "remove":
      return { title: `Remove ${what}?`, confirm: "Remove" };
    case "fix":
      return { title: `Fix ${what}?`, confirm: "Fix" };
    case "accept":
      return { title: `Accept ${what} as residual risk?`, confirm: "Accept" };
    case "unset":
      return { title: `Take back what is decided about ${what}?`, confirm: "Take back" };
    default:
      return { title: `${DECISIONS[decision].label}: ${what}?`, confirm: "Decide" };
  }
}

/** Why a key that is a decision does nothing here; null for other keys. */
export function whyNot(key: string, deciding: Deciding | null): string | null {
  const decision = (Object.keys(DECISION_KEYS) as Decision[]).find(
    (one) => DECISION_KEYS[one] === key.toUpperCase(),
  );
  if (!decision) return null;
  const name = DECISIONS[decision].label;
  if (!deciding || deciding.classes.length === 0 || deciding.count === 0)
    return `“${name}” does nothing here: there is nothing to decide on this line.`;
  return `“${name}” does not fit ${nounOf(deciding.classes)[1]}.`;
}
