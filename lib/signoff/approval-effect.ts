import { dayAfter, dayOf, dayWords } from "@/lib/review/day";
import type { WaitingRevision } from "./decide-page";

const counted = (n: number, one: string, many: string): string => (n === 1 ? one : `${n} ${many}`);

type Effect = Pick<WaitingRevision, "terms" | "approvals"> & {
  frozen: { risks: readonly { expiresAt: string | null }[] };
};

/**
 * What the reader's approval would do: "It comes into force at once, for 90 days, …", or until an earlier
 * day on which the first accepted risk ends.
 */
export function approvalEffect({ terms, approvals, frozen }: Effect, now = new Date()): string {
  const missing = terms.quorum - approvals.length - 1;
  const risks = frozen.risks.length;
  if (missing > 0) {
    return `This is approval ${approvals.length + 1} of ${terms.quorum}. It comes into force once ${counted(missing, "one more approver agrees", "more approvers agree")}.`;
  }
  const accepted =
    risks === 0 ? "" : `, and ${counted(risks, "its residual risk is", "residual risks are")} accepted`;
  const [first] = frozen.risks.flatMap(({ expiresAt }) => expiresAt ?? []).sort();
  if (first !== undefined && first < dayAfter(dayOf(now), terms.validityDays))
    return `It comes into force at once, until ${dayWords(first)}, when its first residual risk ends${accepted}.`;
  return `It comes into force at once, for ${counted(terms.validityDays, "one day", "days")}${accepted}.`;
}

/** How far a revision is on its way: "1 of 2 approvals, by Adam Approver". */
export function approvalsSoFar({ terms, approvals }: Pick<WaitingRevision, "terms" | "approvals">): string {
  const names = approvals.map(({ name }) => name).join(", ");
  const missing = terms.quorum - approvals.length;
  if (approvals.length === 0)
    return terms.quorum === 1 ? "" : `It needs ${terms.quorum} approvals; none is given yet.`;
  return `${approvals.length} of ${terms.quorum} approvals, by ${names}. ${counted(missing, "One more is", "more are")} needed.`;
}
