import type { WaitingRevision } from "./decide-page";

const counted = (n: number, one: string, many: string): string => (n === 1 ? one : `${n} ${many}`);

/** What the reader's approval would do: "It comes into force at once, for 90 days at most, …". */
export function approvalEffect({
  terms,
  approvals,
  frozen,
}: Pick<WaitingRevision, "terms" | "approvals"> & { frozen: { risks: readonly unknown[] } }): string {
  const missing = terms.quorum - approvals.length - 1;
  const risks = frozen.risks.length;
  if (missing > 0) {
    return `This is approval ${approvals.length + 1} of ${terms.quorum}. It comes into force once ${counted(missing, "one more approver agrees", "more approvers agree")}.`;
  }
  const accepted =
    risks === 0 ? "" : `, and ${counted(risks, "its residual risk is", "residual risks are")} accepted`;
  return `It comes into force at once, for ${counted(terms.validityDays, "one day", "days")} at most${accepted}.`;
}

/** How far a revision is on its way: "1 of 2 approvals, by Adam Approver". */
export function approvalsSoFar({ terms, approvals }: Pick<WaitingRevision, "terms" | "approvals">): string {
  const names = approvals.map(({ name }) => name).join(", ");
  const missing = terms.quorum - approvals.length;
  if (approvals.length === 0)
    return terms.quorum === 1 ? "" : `It needs ${terms.quorum} approvals; none is given yet.`;
  return `${approvals.length} of ${terms.quorum} approvals, by ${names}. ${counted(missing, "One more is", "more are")} needed.`;
}
