import type { Actor } from "@/lib/identity/actor";
import { isAtLeast, type Role } from "@/lib/identity/roles";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { newsOf } from "@/lib/platform/unit-of-work/contest-in-force";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import { dayOf } from "@/lib/review/day";
import { tighter, validUntil } from "../terms";
import { acceptance } from "./acceptance";
import { approvalsOf, confirms, refusedApproval, refusedRejection } from "./approvals";
import {
  type DecidedRevision,
  type DecisionInput,
  loadDecided,
  refuseUnlessWaiting,
  rejectionOf,
} from "./decided-revision";
import { endInForce } from "./end-in-force";
import { termsOf } from "./terms";
import { bearingSince } from "./wider-authority";

/** What a decision came to: `submitted` while more approvals are needed. */
export type Decided = { revisionId: string; state: string; approvals: number; quorum: number };

/**
 * Decides a submitted revision: somebody else than the requester, whom the policy lets approve, who
 * has just entered their password. It comes into force with the approval that makes the quorum; one
 * rejection closes it. Everything is loaded and checked under the review's lock, so that a withdrawal
 * or another approval a millisecond ago is seen.
 *
 * @throws ProblemError `not-found`, `forbidden`, `reauthentication-required`, `not-in-this-state`,
 *   `conflict` when the digest is not the revision's
 */
export async function decideRevision(
  actor: Actor,
  reviewId: string,
  revisionId: string,
  input: DecisionInput,
): Promise<Decided> {
  const { value } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const revision = await loadDecided(tx, revisionId);
    refuseUnlessWaiting(revision);
    const permit = tx.authorize("revision.sign", {
      revisionState: revision.state,
      requestedById: revision.requestedById,
    });
    await refuseUnlessStillApprover(tx);
    if (input.digest !== revision.digest) {
      throw problem(
        "conflict",
        "What you read is not what was submitted. Load the page again and read it again.",
      );
    }
    const present = await termsOf(tx.sql, actor.workspaceId, tx.review.systemId);
    const terms = revision.terms ? tighter(revision.terms, present.terms) : present.terms;
    const of = { reviewId, revisionId, memberId: actor.id, submittedSeq: revision.submittedSeq };
    const approvals = await approvalsOf(tx.sql, of, terms);
    const isApproval = input.decision === "approve";
    const refused = isApproval
      ? refusedApproval(revision, terms, actor, approvals)
      : refusedRejection(revision.number, actor, approvals);
    if (refused) throw problem(...refused);
    if (isApproval && (input.rejects ?? []).length > 0) {
      throw problem("invalid-input", "An approval accepts every risk of the revision; reject it instead.", {
        fields: [{ pointer: "/rejects", message: "belongs to a rejection" }],
      });
    }
    const since = isApproval ? await bearingSince(tx, revision.frozen) : null;
    if (since?.ends) {
      throw problem(
        "not-in-this-state",
        `${since.because}. That was attached while this revision waited, so it would not hold: reject it, or have it withdrawn.`,
      );
    }
    const isAgain = isApproval && confirms(actor, approvals, terms);
    const given = approvals.counted.length + (isApproval && !isAgain ? 1 : 0);
    const isQuorum = isApproval && given >= terms.quorum;
    const outcome = isQuorum
      ? await intoForce(tx, revision, validUntil(tx.now, terms), since?.because ?? null)
      : isApproval
        ? []
        : await rejectionOf(tx, revision, input);
    tx.write(permit, {
      type: isQuorum ? "revision.approved" : isApproval ? "revision.signed" : "revision.rejected",
      words: `Revision ${revision.number}${isApproval && !isQuorum ? `, ${given} of ${terms.quorum} approvals` : ""}`,
      more: {
        revision: revision.number,
        digest: revision.digest,
        note: input.words,
        ...(isApproval ? {} : { rejects: namedIn(revision, input) }),
      },
      keepDraft: true,
      keepFindings: !isQuorum,
      // What was said with the approval stands; it is given once.
      changes: isAgain ? outcome : [signOff(tx, revision, input, approvals.wrote), ...outcome],
    });
    const state = isQuorum ? "in-force" : isApproval ? "submitted" : "rejected";
    return { revisionId, state, approvals: given, quorum: terms.quorum };
  });
  return value;
}

/** The short numbers of the risks that a rejection names. */
const namedIn = ({ frozen }: DecidedRevision, { rejects = [] }: DecisionInput): number[] =>
  frozen.risks.filter(({ id }) => rejects.includes(id)).map(({ number }) => number);

/** Under the lock the role is read again: it may have been lowered after the request was let in. */
async function refuseUnlessStillApprover({ sql, actor }: Tx): Promise<void> {
  const [member] = await sql.query<{ role: Role }>(
    "select role from member where id = $1 and removed_at is null",
    [actor.id],
  );
  if (member && isAtLeast(member.role, "approver")) return;
  throw problem("forbidden", "Your role was changed a moment ago: only an approver decides.");
}

function signOff(tx: Tx, revision: DecidedRevision, input: DecisionInput, wrote: string[]): RowChange {
  const { session, id, name, role } = tx.actor;
  return {
    op: "insert",
    table: "sign_off",
    row: {
      id: newId(),
      revisionId: revision.id,
      memberId: id,
      memberName: name,
      memberRole: role,
      decision: input.decision,
      words: input.words,
      digest: revision.digest,
      method: session!.method,
      authenticatedAt: session!.authenticatedAt.toISOString(),
      decidedAt: tx.now.toISOString(),
      wrote,
    },
  };
}

/** The revision comes into force, the one before it is superseded, its risks and what they cover are accepted. */
async function intoForce(
  tx: Tx,
  revision: DecidedRevision,
  until: Date,
  contestedBecause: string | null,
): Promise<RowChange[]> {
  const first = firstToEnd(revision);
  if (first && first.expiresAt < dayOf(tx.now)) {
    throw problem(
      "not-in-this-state",
      `R${first.number} ended on ${first.expiresAt}, while this revision waited. Reject it, and have the risk extended first.`,
    );
  }
  const accepted = await acceptance(tx, revision);
  const because = contestedBecause ?? newsOf(accepted.unread);
  return [
    ...(await endInForce(tx, { by: "superseded", because: `superseded by revision ${revision.number}` })),
    {
      op: "update",
      table: "revision",
      id: revision.id,
      before: { number: revision.number, state: revision.state },
      set: {
        state: "in-force",
        decidedAt: tx.now.toISOString(),
        validUntil: until.toISOString(),
        risksUntil: first?.expiresAt ?? null,
        risksUntilOf: first?.number ?? null,
        ...(because ? { contestedAt: tx.now.toISOString(), contestedBecause: because } : {}),
      },
    },
    ...accepted.changes,
  ];
}

/** Of the frozen risks the one that ends first. */
function firstToEnd({ frozen }: DecidedRevision): { number: number; expiresAt: string } | null {
  let first: { number: number; expiresAt: string } | null = null;
  for (const { number, cells } of frozen.risks) {
    const expiresAt = cells.expiresAt?.state === "value" ? String(cells.expiresAt.value) : null;
    if (expiresAt && (!first || expiresAt < first.expiresAt)) first = { number, expiresAt };
  }
  return first;
}
