import type { Action } from "@/lib/identity/policy";
import type { ResidualRisk } from "@/lib/review/content";
import type { FindingItem } from "@/lib/review/finding-list";
import type { RowLink } from "@/lib/review/row-link";
import type { Severity } from "@/lib/review/vocabulary";
import type { ApprovalOutlook, PolicyLink } from "./approval-outlook";
import type { Blocker } from "./blockers";
import type { FrozenSummary } from "./frozen-summary";
import type { BegunRisk } from "./new-risk";
import type { Revocation } from "./risk-decision";
import type { RiskEnding } from "./risk-ending";
import type { WorstCovered } from "./risk-severity";
import type { SignOffTerms } from "./terms";

/** One approver's decision as it is shown. */
export type SignOffView = {
  id: string;
  member: { id: string; name: string };
  decision: "approve" | "reject";
  words: string;
  digest: string;
  method: string;
  authenticatedAt: string;
  decidedAt: string;
  /** Short numbers of what they wrote in the revision. */
  wrote: string[];
};

/** A revision as it is shown: its life, its digest, its decisions, and what the actor may do with it. */
export type RevisionView = {
  id: string;
  number: number;
  state: string;
  openedAt: string;
  requestedBy: { id: string; name: string } | null;
  requestedAt: string | null;
  requestWords: string | null;
  decidedAt: string | null;
  validUntil: string | null;
  endedAt: string | null;
  endedBecause: string | null;
  /** What ended it, where it was in force: an `EndingFact`. */
  endedBy: string | null;
  /** What bears on it since it came into force, without ending it. */
  contestedBecause: string | null;
  /** The last day (YYYY-MM-DD) of the accepted risk that ends first. */
  risksUntil: string | null;
  policyVersion: string | null;
  /** How many approvals it needs, by the policy under which it was submitted. */
  quorum: number | null;
  digest: string | null;
  signOffs: SignOffView[];
  abilities: Action[];
};

/** What of deciding the actor may not do, and why, in the words of the policy. */
export type Refusals = Partial<Record<Action, string>>;

/** A blocker with the rows that it is about. */
export type ShownBlocker = Blocker & { links: RowLink[] };

/** An answer "not applicable, because" with the row and the cell that hold it. */
export type ShownAnswer = { link: RowLink; label: string; reason: string };

/** A finding that an approver dismissed, with the reason. */
export type ShownDismissal = Pick<FindingItem, "id" | "number" | "title" | "severity" | "target"> & {
  dismissal: NonNullable<FindingItem["dismissal"]>;
};

/** A revision that waits for its decision, with what was frozen in it. */
export type WaitingRevision = {
  id: string;
  digest: string;
  frozen: FrozenSummary;
  refusals: Refusals;
  /** The terms under which it is decided: the tighter of those it was submitted under and the present ones. */
  terms: SignOffTerms;
  /** Whose approvals count so far. */
  approvals: { id: string; name: string }[];
  /** Whether the reader has decided about it already. */
  hasDecided: boolean;
  /** Why the reader may not approve it, by the policy of signing off; they may still reject it. */
  approvalRefusal: string | null;
  /** Short numbers of what the reader wrote in it. */
  wrote: string[];
  /** Whether enough people could approve it. */
  outlook: ApprovalOutlook;
};

/** Everything that the page shows on which a review is decided. Times are ISO 8601 in UTC. */
export type DecidePage = {
  reviewId: string;
  seq: number;
  /** The actor's member id. */
  me: string;
  abilities: Action[];
  /** Why the newest revision cannot be submitted, or risks not be written, by this person. */
  refusals: Refusals;
  /** Newest first. */
  revisions: RevisionView[];
  waiting: WaitingRevision | null;
  /** Whether enough people could approve the draft if the reader submitted it now; null without a draft. */
  outlook: ApprovalOutlook | null;
  /** Where an admin changes the terms of signing off; empty for everybody else. */
  policyLinks: PolicyLink[];
  /** Archived ones too. */
  risks: ResidualRisk[];
  /** Where target keys lead that risks, blockers and the frozen content name. */
  links: Record<string, RowLink>;
  members: { id: string; name: string }[];
  /** Open findings of high or above that no residual risk covers, worst first; `uncoveredCount` says how many in all. */
  uncovered: FindingItem[];
  uncoveredCount: number;
  /** The risk that the address begins, when it names rows (`risk=C17,E3,F9`). */
  begun: BegunRisk | null;
  /** How many of high or above a residual risk covers. */
  coveredCount: number;
  /** How many were accepted with a revision in force and are covered still. */
  acceptedCount: number;
  /** Open findings by severity. */
  open: Record<Severity, number>;
  notApplicable: ShownAnswer[];
  /** The newest of the dismissed findings; `dismissedCount` says how many in all. */
  dismissed: ShownDismissal[];
  dismissedCount: number;
  /** Risks that end soon or have ended, by id. */
  ending: Record<string, RiskEnding>;
  /** The worst finding that each risk covers, by the risk's id; it counts where the risk is written as less. */
  worstCovered: Record<string, WorstCovered>;
  /** Who revoked a risk and when, by the risk's id. */
  revocations: Record<string, Revocation>;
  blockers: ShownBlocker[];
};
