import { SEVERITY_WORDS } from "@/lib/review/vocabulary";
import type { SignOffTerms } from "./terms";

/** Terms as a short list of facts, in the order in which they are set. */
export function termsInWords(
  terms: SignOffTerms,
  names: ReadonlyMap<string, string>,
): { key: string; value: string }[] {
  const days = (n: number) => (n === 1 ? "1 day" : `${n} days`);
  return [
    { key: "Approvals", value: terms.quorum === 1 ? "One" : `${terms.quorum} by different people` },
    { key: "Who approves", value: approversInWords(terms, names) },
    {
      key: "Own text",
      value: terms.ownText ? "May be approved; it is shown" : "Nobody approves what they wrote in",
    },
    { key: "In force for", value: `${days(terms.validityDays)} at most` },
    { key: "Accepted up to", value: SEVERITY_WORDS[terms.highestSeverity] },
    { key: "Warned", value: `${days(terms.warningDays)} before a risk ends` },
  ];
}

/** The facts in which terms differ from former ones, in the order in which they are set. */
export function changedTerms(
  before: SignOffTerms,
  after: SignOffTerms,
  names: ReadonlyMap<string, string>,
): { key: string; before: string; after: string }[] {
  const former = termsInWords(before, names);
  return termsInWords(after, names).flatMap(({ key, value }, at) =>
    former[at]!.value === value ? [] : [{ key, before: former[at]!.value, after: value }],
  );
}

function approversInWords(
  { approverIds, adminsApprove }: SignOffTerms,
  names: ReadonlyMap<string, string>,
): string {
  if (approverIds.length > 0) return approverIds.map((id) => names.get(id) ?? "Somebody who left").join(", ");
  return adminsApprove
    ? "Everybody with the role approver or admin"
    : "Everybody with the role approver, no admins";
}
