/**
 * The types of event, with the words that the activity page says. One event a command; a command
 * that changes many rows lists them in its payload.
 */
export const EVENT_TYPES = {
  // Workspace chain
  "workspace.created": "set up the workspace",
  "workspace.edited": "changed the workspace",
  "policy.set": "changed the terms of signing off",
  "member.invited": "invited somebody",
  "member.joined": "joined the workspace",
  "member.renamed": "changed their name",
  "member.role-set": "changed a role",
  "member.removed": "removed a member",
  "member.password-reset": "reset a password",
  "member.password-changed": "changed their password",
  "invitation.revoked": "revoked an invitation",
  "session.opened": "signed in",
  "session.ended": "ended a session",
  "token.created": "made a token",
  "token.revoked": "revoked a token",
  "system.created": "created a system",
  "system.edited": "changed a system",
  "system.members-set": "changed who is on a system",
  "system.archived": "archived a system",
  "system.restored": "restored a system",
  // Review chain
  "review.created": "created the review",
  "review.archived": "archived the review",
  "review.restored": "restored the review",
  "row.created": "added a row",
  "cell.edited": "edited",
  "row.archived": "archived a row",
  "row.restored": "restored a row",
  "configuration.attached": "attached a configuration",
  "capabilities.decided": "decided capabilities",
  "kind.answered": "answered the checklist",
  "findings.derived": "derived findings again",
  "risk.proposed": "proposed the residual risk",
  "risk.revoked": "revoked the residual risk",
  "finding.dismissed": "dismissed the finding",
  "finding.reopened": "opened the finding again",
  "revision.submitted": "submitted the revision",
  "revision.withdrawn": "withdrew the revision",
  "revision.signed": "approved the revision, and others still have to",
  "revision.approved": "approved the revision",
  "revision.rejected": "rejected the revision",
  "revision.revoked": "took the approval back",
  "revision.ended": "found that the revision has ended",
  "risk.expired": "found that a residual risk has ended",
} as const;

export type EventType = keyof typeof EVENT_TYPES;

/** One cell or row that an event changed, as activity, live updates and exports read it. */
export type EventChange = {
  /** The table of the row, as in `RowChange`. */
  table: string;
  id: string;
  number?: number;
  op: "insert" | "update";
  /** What the cells held, and hold now; inserts have no `before`. */
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** The payload of every event of a review. */
export type EventPayload = {
  /** A short sentence where the changes do not speak for themselves. */
  words?: string;
  changes?: EventChange[];
  /** Set instead of `changes` when there are too many to carry: clients fetch again. */
  changed?: number;
  findings?: { opened: FindingMark[]; resolved: FindingMark[]; dismissed?: FindingMark[] };
  [more: string]: unknown;
};

export type FindingMark = { id: string; number: number; ruleId: string; target: string; severity: string };
