import type { Actor } from "@/lib/identity/actor";
import type { Sql } from "@/lib/platform/db/sql";
import type { ApprovalOutlook } from "../approval-outlook";
import type { RevisionView, WaitingRevision } from "../decide-page";
import { type SignOffTerms, tighter } from "../terms";
import { approvalsOf, refusedApproval, submissionSeq } from "./approvals";
import { frozenOf } from "./frozen";
import { outlookOf } from "./outlook";
import { refusalsOf, subjectOf } from "./refusals";
import { termsOf } from "./terms";

/** The revision that waits for its decision, as somebody reads it before deciding; null when none does. */
export async function waitingOf(
  sql: Sql,
  actor: Actor,
  head: { id: string; isArchived: boolean; system: { id: string } },
  revisions: readonly RevisionView[],
): Promise<WaitingRevision | null> {
  const revision = revisions.find(({ state }) => state === "submitted");
  if (!revision?.digest) return null;
  const { id, number, digest } = revision;
  const frozen = await frozenOf(sql, actor.workspaceId, head.id, id, digest);
  const { terms, submittedSeq, outlook } = await asDecidedNow(sql, actor, head, revision);
  const of = { reviewId: head.id, revisionId: id, memberId: actor.id, submittedSeq };
  const approvals = await approvalsOf(sql, of, terms);
  const severities = new Map(frozen.risks.map((risk) => [risk.number, risk.severity]));
  const refused = refusedApproval({ number, severities }, terms, actor, approvals);
  return {
    id,
    digest,
    frozen,
    terms,
    approvals: approvals.counted,
    hasDecided: approvals.decided.has(actor.id),
    wrote: approvals.wrote,
    approvalRefusal: refused?.[1] ?? null,
    outlook,
    refusals: refusalsOf(actor, ["revision.sign", "revision.withdraw"], subjectOf(head.isArchived, revision)),
  };
}

/**
 * The terms under which a waiting revision is decided, the tighter of those it was submitted under
 * and the present ones, and whether enough people could approve it under them.
 */
export async function asDecidedNow(
  sql: Sql,
  actor: Actor,
  head: { id: string; system: { id: string } },
  { id, digest, requestedBy }: Pick<RevisionView, "id" | "digest" | "requestedBy">,
): Promise<{ terms: SignOffTerms; submittedSeq: number; outlook: ApprovalOutlook }> {
  const [row] = await sql.query<{ policy: SignOffTerms | null }>(
    "select policy from revision where review_id = $1 and id = $2",
    [head.id, id],
  );
  const present = await termsOf(sql, actor.workspaceId, head.system.id);
  const terms = row?.policy ? tighter(row.policy, present.terms) : present.terms;
  const submittedSeq = await submissionSeq(sql, head.id, digest ?? "");
  const of = { requesterId: requestedBy?.id ?? null, seq: submittedSeq };
  return { terms, submittedSeq, outlook: await outlookOf(sql, head, terms, of) };
}
