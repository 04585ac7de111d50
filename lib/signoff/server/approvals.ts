import type { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { type RiskSeverity, severityNote } from "../risk-severity";
import { approvalRefusal, isAbove, type SignOffTerms } from "../terms";
import { APPROVER_ROLES } from "./approvers";
import { writtenBy } from "./written-by";

/** Whose approvals a revision has. */
export type Approvals = {
  /** Members who approved it and may still approve: role and policy are looked at now. */
  counted: { id: string; name: string }[];
  /** Everybody who decided about it. */
  decided: Set<string>;
  /** Who rejected it. */
  rejected: Set<string>;
  /** Short numbers of what the actor wrote in it. */
  wrote: string[];
};

type ApprovalRow = {
  id: string;
  name: string;
  role: string;
  removed: boolean;
  decision: string;
  wrote: string[];
};

/**
 * The approvals of a revision that count under the terms that hold now.
 *
 * @param of the revision, the member who looks at it, and the seq of its submission
 */
export async function approvalsOf(
  sql: Sql,
  of: { reviewId: string; revisionId: string; memberId: string; submittedSeq: number },
  terms: SignOffTerms,
): Promise<Approvals> {
  const rows = await sql.query<ApprovalRow>(
    `select m.id, m.name, m.role, m.removed_at is not null as removed, s.decision, s.wrote
     from sign_off s join member m on m.workspace_id = s.workspace_id and m.id = s.member_id
     where s.review_id = $1 and s.revision_id = $2 order by s.decided_at, s.id`,
    [of.reviewId, of.revisionId],
  );
  const counts = (row: ApprovalRow) =>
    row.decision === "approve" &&
    !row.removed &&
    (APPROVER_ROLES as string[]).includes(row.role) &&
    approvalRefusal(terms, row, row.wrote) === null;
  return {
    counted: rows.filter(counts).map(({ id, name }) => ({ id, name })),
    decided: new Set(rows.map(({ id }) => id)),
    rejected: new Set(rows.flatMap(({ id, decision }) => (decision === "reject" ? [id] : []))),
    wrote: await writtenBy(sql, of.reviewId, of.memberId, of.submittedSeq),
  };
}

/** Why a rejection is not possible, or null. Who approved may think better of it while the revision waits. */
export function refusedRejection(
  number: number,
  approver: { id: string },
  { rejected }: Approvals,
): Parameters<typeof problem> | null {
  return rejected.has(approver.id)
    ? ["not-in-this-state", `You have rejected revision ${number} already.`]
    : null;
}

/** The seq of the event that submitted a revision with some digest. */
export async function submissionSeq(sql: Sql, reviewId: string, digest: string): Promise<number> {
  const [event] = await sql.query<{ seq: number }>(
    `select seq::int from event where review_id = $1 and type = 'revision.submitted' and payload ->> 'digest' = $2
     order by seq desc limit 1`,
    [reviewId, digest],
  );
  return event?.seq ?? 0;
}

/**
 * Whether an approver who has approved already confirms a quorum that came about without an approval: by
 * a role that was lowered and given back, or by a policy that asks for fewer. Nobody else may be left to.
 */
export const confirms = (approver: { id: string }, { counted }: Approvals, terms: SignOffTerms): boolean =>
  counted.length >= terms.quorum && counted.some(({ id }) => id === approver.id);

/**
 * Why an approval is not possible, or null: this person has given one, the policy does not let them,
 * or it accepts no risk as severe as one of these.
 */
export function refusedApproval(
  { number, severities }: { number: number; severities: Map<number, RiskSeverity> },
  terms: SignOffTerms,
  approver: { id: string; role: string },
  approvals: Approvals,
): Parameters<typeof problem> | null {
  const { decided, wrote } = approvals;
  if (decided.has(approver.id) && !confirms(approver, approvals, terms)) {
    return [
      "not-in-this-state",
      `You have decided about revision ${number} already; another approver has to.`,
    ];
  }
  const refused = approvalRefusal(terms, approver, wrote);
  if (refused) return ["forbidden", refused];
  const above = [...severities].find(([, { counts }]) => counts && isAbove(counts, terms.highestSeverity));
  if (!above) return null;
  const note = severityNote(above[1]);
  return [
    "not-in-this-state",
    `R${above[0]} is ${above[1].counts}${note ? ` (${note})` : ""}, and by the policy nothing above ${terms.highestSeverity} is accepted. Reject the revision, and have it fixed.`,
  ];
}
