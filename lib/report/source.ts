import type { ReviewContent } from "@/lib/review/content";
import type { Severity } from "@/lib/review/vocabulary";
import type { StoredFinding } from "@/lib/rules/diff-findings";

/** What a rule says of itself, as it stood when the revision was frozen. */
export type RuleWords = {
  question: number;
  title: string;
  explanation: string;
  resolve: string[];
  reference: string;
};

/** Why a finding was set aside, by whom and when. */
export type Dismissal = { reason: string; by: string | null; at: string | null };

/** A finding that is not resolved. */
export type ReportFinding = StoredFinding & { dismissal: Dismissal | null };

/** What approvers said of a residual risk of the live draft. */
export type RiskDecision = { decidedIn: number | null; words: string | null };

/** One approver's decision, as it was recorded. */
export type ReportSignOff = {
  id: string;
  name: string;
  role: string;
  decision: "approve" | "reject";
  words: string;
  digest: string;
  method: string;
  authenticatedAt: string;
  decidedAt: string;
  /** Short numbers of the rows that the approver wrote in. */
  wrote: string[];
  /** Of a rejection: the numbers of the residual risks that it names. */
  rejects: number[];
};

/** The terms under which a revision was submitted, as far as they are known. */
type ReportPolicy = {
  quorum?: number;
  approverIds?: string[];
  adminsApprove?: boolean;
  ownText?: boolean;
  validityDays?: number;
  highestSeverity?: Severity;
};

/** The revision that is printed. */
export type ReportRevision = {
  number: number;
  state: string;
  requestedBy: string | null;
  requestedAt: string | null;
  requestWords: string | null;
  decidedAt: string | null;
  validUntil: string | null;
  /** The last day of the accepted risk that expires first, YYYY-MM-DD. */
  risksUntil: string | null;
  endedAt: string | null;
  endedBy: string | null;
  endedBecause: string | null;
  contestedBecause: string | null;
  policyVersion: string | null;
  policy: ReportPolicy | null;
  /** The digest W of the frozen content; null for a draft. */
  digest: string | null;
};

/** One event of the review, said in words. */
export type ReportEvent = { seq: number; at: string; who: string; deed: string; lines: string[] };

/**
 * Everything that a report is made from: the content, live or thawed from a snapshot, and what stands
 * beside it. Times are ISO 8601 in UTC.
 */
export type ReportSource = {
  content: ReviewContent;
  findings: ReportFinding[];
  system: { id: string; name: string };
  /** Names of members by id. */
  people: Record<string, string>;
  rules: Record<string, RuleWords>;
  ruleSetVersion: string;
  revision: ReportRevision;
  signOffs: ReportSignOff[];
  /** By the risk's id; of a draft only, since what a revision decided is in its sign-offs. */
  decisions: Record<string, RiskDecision>;
  /** When the content was read or frozen. */
  takenAt: string;
  /** Oldest first; null when the history was not asked for. */
  events: ReportEvent[] | null;
};
