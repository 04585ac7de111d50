import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";

/** The terms on which a workspace signs off, or, tighter, one system. */
export type SignOffTerms = {
  /** How many distinct approvers have to approve the same revision. */
  quorum: number;
  /** The only members who may approve, provided they have the role; empty: everybody who has it. */
  approverIds: string[];
  /** Whether admins, whose role includes the approver's, may approve. */
  adminsApprove: boolean;
  /** Whether one may approve a revision in which one wrote. */
  ownText: boolean;
  /** The longest that a revision stays in force without being decided again, in days. */
  validityDays: number;
  /** The highest severity of a residual risk that may be accepted. */
  highestSeverity: Severity;
  /** How many days before its end a residual risk is warned of. */
  warningDays: number;
};

/** The terms of a workspace that has set none. */
export const DEFAULT_TERMS: SignOffTerms = {
  quorum: 1,
  approverIds: [],
  adminsApprove: true,
  ownText: true,
  validityDays: 365,
  highestSeverity: "critical",
  warningDays: 30,
};

/** Terms with their version: "3" for the workspace's third, "3.2" with a system's second, "0" for none set. */
export type VersionedTerms = { version: string; terms: SignOffTerms };

/**
 * The terms that meet both: the larger quorum, who may approve under either, the shorter validity,
 * the lower severity, the earlier warning. Used for a workspace and one of its systems, and for what
 * was frozen at submission and what holds when it is decided.
 */
export function tighter(a: SignOffTerms, b: SignOffTerms): SignOffTerms {
  return {
    quorum: Math.max(a.quorum, b.quorum),
    approverIds: namedInBoth(a.approverIds, b.approverIds),
    adminsApprove: a.adminsApprove && b.adminsApprove,
    ownText: a.ownText && b.ownText,
    validityDays: Math.min(a.validityDays, b.validityDays),
    highestSeverity:
      rank(a.highestSeverity) > rank(b.highestSeverity) ? a.highestSeverity : b.highestSeverity,
    warningDays: Math.max(a.warningDays, b.warningDays),
  };
}

/** No person has this id: a list of it lets nobody approve. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";

function namedInBoth(a: string[], b: string[]): string[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const both = a.filter((id) => b.includes(id));
  return both.length > 0 ? both : [NOBODY];
}

/** 0 for the worst. */
const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Whether a severity is above the highest that may be accepted. */
export const isAbove = (severity: Severity, highest: Severity): boolean => rank(severity) < rank(highest);

/** Which rule of the terms keeps somebody from approving. */
export type ApprovalBar = "unnamed" | "admin" | "wrote";

/**
 * Which rule keeps somebody with the role from approving under some terms, or null.
 *
 * @param wrote short numbers of what they wrote in the revision
 */
export function approvalBar(
  terms: SignOffTerms,
  approver: { id: string; role: string },
  wrote: readonly string[],
): ApprovalBar | null {
  if (terms.approverIds.length > 0) {
    if (!terms.approverIds.includes(approver.id)) return "unnamed";
  } else if (approver.role === "admin" && !terms.adminsApprove) return "admin";
  return !terms.ownText && wrote.length > 0 ? "wrote" : null;
}

/**
 * Why somebody may not approve under some terms, in words to them, or null.
 *
 * @param wrote short numbers of what they wrote in the revision
 */
export function approvalRefusal(
  terms: SignOffTerms,
  approver: { id: string; role: string },
  wrote: readonly string[],
): string | null {
  switch (approvalBar(terms, approver, wrote)) {
    case "unnamed":
      return "The policy names who approves, and you are not among them.";
    case "admin":
      return "By the policy admins do not approve: somebody with the role approver has to.";
    case "wrote":
      return `By the policy nobody approves what they wrote themselves, and you wrote in ${firstOf(wrote)}.`;
    default:
      return null;
  }
}

/** The first five of some short numbers, and how many more. */
export const firstOf = (numbers: readonly string[]): string =>
  `${numbers.slice(0, 5).join(", ")}${numbers.length > 5 ? ` and ${numbers.length - 5} more` : ""}`;

/** Until when a revision decided at a time is in force, at most. */
export const validUntil = (decidedAt: Date, { validityDays }: SignOffTerms): Date =>
  new Date(decidedAt.getTime() + validityDays * 86_400_000);
