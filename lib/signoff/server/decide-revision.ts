import { gunzipSync } from "node:zlib";
import type { Actor } from "@/lib/identity/actor";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { problem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import type { ResidualRisk } from "@/lib/review/content";
import { hasGrown, identityOf, type StoredFinding } from "@/lib/rules/diff-findings";
import { RULE_SET_VERSION } from "@/lib/rules/rules";
import { isCoveredBy } from "@/lib/rules/uncovered-findings";
import { coveredContent } from "../snapshot";
import { POLICY_VERSION, validUntil } from "../validity";
import { loadDecisionContent } from "./load-decision";

/** An approver's decision, on the digest that they read. */
export type DecisionInput = { decision: "approve" | "reject"; words: string; digest: string };

type RevisionRow = {
  beside: Buffer;
  id: string;
  number: number;
  state: string;
  requested_by_id: string;
  digest: string;
  bytes: Buffer;
};

/**
 * Decides a submitted revision: somebody else than the requester, with the approver's role, who has
 * just entered their password. The revision is loaded and checked under the review's lock, so that a
 * withdrawal a millisecond ago is seen.
 *
 * @throws ProblemError `not-found`, `forbidden`, `reauthentication-required`, `not-in-this-state`,
 *   `conflict` when the digest is not the revision's
 */
export async function decideRevision(
  actor: Actor,
  reviewId: string,
  revisionId: string,
  input: DecisionInput,
): Promise<{ revisionId: string; state: string }> {
  const { value } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const revision = await loadRevision(tx, revisionId);
    refuseUnlessWaiting(revision);
    const permit = tx.authorize("revision.sign", {
      revisionState: revision.state,
      requestedById: revision.requested_by_id,
    });
    if (input.digest !== revision.digest) {
      throw problem(
        "conflict",
        "What you read is not what was submitted. Load the page again and read it again.",
      );
    }
    const approved = input.decision === "approve";
    const changes: RowChange[] = [
      signOff(tx, revision, input),
      ...(approved ? await inForce(tx, revision) : [rejected(tx, revision)]),
    ];
    tx.write(permit, {
      type: approved ? "revision.approved" : "revision.rejected",
      words: `Revision ${revision.number}`,
      more: { revision: revision.number, digest: revision.digest, note: input.words },
      keepDraft: true,
      keepFindings: true,
      changes,
    });
    return { revisionId, state: approved ? "in-force" : "rejected" };
  });
  return value;
}

async function loadRevision(tx: Tx, revisionId: string): Promise<RevisionRow> {
  const [row] = await tx.sql.query<RevisionRow>(
    `select r.id, r.number, r.state, r.requested_by_id, s.digest, s.bytes, s.beside from revision r
     left join snapshot s on s.workspace_id = r.workspace_id and s.review_id = r.review_id and s.revision_id = r.id
     where r.review_id = $1 and r.id = $2`,
    [tx.review.id, revisionId],
  );
  if (!row) throw problem("not-found", "This review has no such revision.");
  return row;
}

const CLOSED: Record<string, string> = {
  draft: "is a draft that nobody has submitted",
  withdrawn: "was withdrawn",
  rejected: "was rejected already",
  "in-force": "was approved already",
  ended: "was approved and has ended",
};

/** Says what became of a revision while somebody read it; the policy would only say that its state is another. */
export function refuseUnlessWaiting({ number, state }: { number: number; state: string }): void {
  if (state === "submitted") return;
  throw problem(
    "not-in-this-state",
    `Revision ${number} ${CLOSED[state] ?? "is closed"}, so nothing waits to be decided.`,
  );
}

function signOff(tx: Tx, revision: RevisionRow, input: DecisionInput): RowChange {
  const { session } = tx.actor;
  return {
    op: "insert",
    table: "sign_off",
    row: {
      id: newId(),
      revisionId: revision.id,
      memberId: tx.actor.id,
      decision: input.decision,
      words: input.words,
      digest: revision.digest,
      method: session!.method,
      authenticatedAt: session!.authenticatedAt.toISOString(),
      decidedAt: tx.now.toISOString(),
    },
  };
}

const rejected = (tx: Tx, revision: RevisionRow): RowChange => ({
  op: "update",
  table: "revision",
  id: revision.id,
  before: { number: revision.number, state: revision.state },
  set: { state: "rejected", decidedAt: tx.now.toISOString() },
});

/** The revision comes into force; the one before it is superseded; its risks and what they cover are accepted. */
async function inForce(tx: Tx, revision: RevisionRow): Promise<RowChange[]> {
  const changes: RowChange[] = [];
  const [before] = await tx.sql.query<{ id: string; number: number }>(
    "select id, number from revision where review_id = $1 and state = 'in-force'",
    [tx.review.id],
  );
  if (before) {
    changes.push({
      op: "update",
      table: "revision",
      id: before.id,
      before: { number: before.number, state: "in-force" },
      set: {
        state: "ended",
        endedAt: tx.now.toISOString(),
        endedBecause: `superseded by revision ${revision.number}`,
      },
    });
  }
  changes.push({
    op: "update",
    table: "revision",
    id: revision.id,
    before: { number: revision.number, state: revision.state },
    set: { state: "in-force", decidedAt: tx.now.toISOString(), validUntil: validUntil(tx.now).toISOString() },
  });
  return [...changes, ...(await acceptance(tx, revision))];
}

type FrozenRisk = { id: string; cells: unknown };

/**
 * Accepts the risks that were frozen into the revision. One that was edited since is another text
 * and keeps waiting; findings count as accepted where an accepted risk covers them.
 */
async function acceptance(tx: Tx, revision: RevisionRow): Promise<RowChange[]> {
  const frozen = JSON.parse(gunzipSync(revision.bytes).toString("utf8")) as { risks: FrozenRisk[] };
  const signed = new Map(frozen.risks.map(({ id, cells }) => [id, canonicalJson(cells)]));
  const loaded = await loadDecisionContent(tx.sql, tx.review.id);
  const present = coveredContent({
    ...loaded,
    revision,
    ruleSetVersion: RULE_SET_VERSION,
    policyVersion: POLICY_VERSION,
  }).risks as FrozenRisk[];
  const unchanged = new Set(
    present.filter(({ id, cells }) => signed.get(id) === canonicalJson(cells)).map(({ id }) => id),
  );
  const accepted = loaded.content.risks.filter(({ id }) => unchanged.has(id));
  const changes: RowChange[] = [];
  for (const risk of accepted) {
    if (risk.state === "accepted") continue;
    changes.push({
      op: "update",
      table: "risk",
      id: risk.id,
      before: { number: risk.number, state: risk.state },
      set: { state: "accepted" },
    });
  }
  const covering: Pick<ResidualRisk, "covers" | "state" | "archivedAt">[] = accepted;
  const seen = frozenFindings(revision);
  for (const finding of loaded.findings) {
    if (finding.state !== "open" || !covering.some((risk) => isCoveredBy(finding, risk))) continue;
    // What came, or grew, after the submission was read by nobody who decides.
    const frozenAs = seen.get(identityOf(finding));
    if (!frozenAs || hasGrown(frozenAs, finding)) continue;
    changes.push({
      op: "update",
      table: "finding",
      id: finding.id,
      before: { number: finding.number, state: "open" },
      set: { state: "accepted", changedSeq: tx.seq },
    });
  }
  return changes;
}

/** The findings that were frozen with a revision, with the rows that they listed. */
function frozenFindings({ beside }: RevisionRow): Map<string, StoredFinding> {
  const { findings } = JSON.parse(gunzipSync(beside).toString("utf8")) as { findings: StoredFinding[] };
  return new Map(findings.map((finding) => [identityOf(finding), finding]));
}
