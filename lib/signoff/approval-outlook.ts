import { type ApprovalBar, approvalBar, NOBODY, type SignOffTerms } from "./terms";

/** A member whose role lets them approve. */
export type Approver = {
  id: string;
  name: string;
  role: string;
  /** Whether they see the system: a restricted one only its members and admins do. */
  seesSystem: boolean;
};

/** Somebody whose role would let them approve, and what keeps them from it. */
export type BarredApprover = {
  name: string;
  by: ApprovalBar | "requester" | "unseen";
  /** Short numbers of what they wrote in the revision, where that keeps them. */
  wrote: string[];
};

/** Whether enough people could approve a revision, as things are. */
export type ApprovalOutlook = {
  quorum: number;
  /** Names of those who could approve, or have. */
  able: string[];
  barred: BarredApprover[];
  /** How many people the terms name who are no members with the role. */
  lostNames: number;
  /** Whether two policies hold that name people, and nobody is named by both. */
  namesNobody: boolean;
};

/** A page on which terms of signing off are set, and what it is called. */
export type PolicyLink = { label: string; href: string };

/**
 * Who could approve a revision under some terms, and what keeps everybody else who has the role.
 *
 * @param approvers everybody with the role of an approver or above
 * @param of `requesterId` who asks for the approval, null while nobody does; `wrote` short numbers of
 *   what each of them wrote in it
 */
export function approvalOutlook(
  terms: SignOffTerms,
  approvers: readonly Approver[],
  of: { requesterId: string | null; wrote: ReadonlyMap<string, readonly string[]> },
): ApprovalOutlook {
  const able: string[] = [];
  const barred: BarredApprover[] = [];
  for (const approver of approvers) {
    const wrote = of.wrote.get(approver.id) ?? [];
    const by = barOf(approver);
    if (by === null) able.push(approver.name);
    else barred.push({ name: approver.name, by, wrote: by === "wrote" ? [...wrote] : [] });
  }
  const known = new Set(approvers.map(({ id }) => id));
  return {
    quorum: terms.quorum,
    able,
    barred,
    lostNames: terms.approverIds.filter((id) => id !== NOBODY && !known.has(id)).length,
    namesNobody: terms.approverIds.includes(NOBODY),
  };

  function barOf(approver: Approver): BarredApprover["by"] | null {
    if (approver.id === of.requesterId) return "requester";
    // Who is not named would not approve either if they saw it.
    const bar = approvalBar(terms, approver, of.wrote.get(approver.id) ?? []);
    return bar ?? (approver.seesSystem ? null : "unseen");
  }
}

/** Whether too few people could approve. */
export const isOutOfReach = ({ quorum, able }: Pick<ApprovalOutlook, "quorum" | "able">): boolean =>
  able.length < quorum;
