import { gunzipSync } from "node:zlib";
import { problem } from "@/lib/kernel/errors";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import { identityOf, type StoredFinding } from "@/lib/rules/diff-findings";
import type { FrozenDocument } from "../frozen-summary";
import { afterCommand } from "../risk-life";
import { type RiskSeverity, severityOfRisks } from "../risk-severity";
import type { SignOffTerms } from "../terms";
import { submissionSeq } from "./approvals";

/** An approver's decision, on the digest that they read. */
export type DecisionInput = {
  decision: "approve" | "reject";
  words: string;
  digest: string;
  /** With a rejection: the residual risks that are not acceptable as they are written. */
  rejects?: string[];
};

/** A submitted revision with what was frozen in it, as it is decided about. */
export type DecidedRevision = {
  id: string;
  number: number;
  state: string;
  requestedById: string;
  submittedSeq: number;
  /** The terms that were frozen with it; null for one from before there were any. */
  terms: SignOffTerms | null;
  digest: string;
  frozen: FrozenDocument;
  /** The findings that were frozen beside it with the rows that they listed, by identity. */
  findings: Map<string, StoredFinding>;
  /** How severe each of its risks is, by short number. */
  severities: Map<number, RiskSeverity>;
};

type Row = Omit<DecidedRevision, "frozen" | "findings" | "severities" | "submittedSeq"> & {
  bytes: Buffer | null;
  beside: Buffer | null;
};

/**
 * Loads a revision to be decided about, under the review's lock.
 *
 * @throws ProblemError `not-found`, and `not-in-this-state` for one that was never submitted
 */
export async function loadDecided(tx: Tx, revisionId: string): Promise<DecidedRevision> {
  const [row] = await tx.sql.query<Row>(
    `select r.id, r.number, r.state, r.requested_by_id as "requestedById", r.policy as terms, s.digest, s.bytes, s.beside
     from revision r
     left join snapshot s on s.workspace_id = r.workspace_id and s.review_id = r.review_id and s.revision_id = r.id
     where r.review_id = $1 and r.id = $2`,
    [tx.review.id, revisionId],
  );
  if (!row) throw problem("not-found", "This review has no such revision.");
  const { bytes, beside, ...revision } = row;
  refuseUnlessWaiting(revision);
  const frozen = JSON.parse(gunzipSync(bytes!).toString("utf8")) as FrozenDocument;
  const { findings = [] } = JSON.parse(gunzipSync(beside!).toString("utf8")) as {
    findings?: StoredFinding[];
  };
  return {
    ...revision,
    submittedSeq: await submissionSeq(tx.sql, tx.review.id, revision.digest),
    frozen,
    severities: severityOfRisks(frozen, findings),
    findings: new Map(findings.map((finding) => [identityOf(finding), finding])),
  };
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

/** The revision is rejected, and with it the risks that the approver named. */
export async function rejectionOf(
  tx: Tx,
  revision: DecidedRevision,
  { words, rejects = [] }: DecisionInput,
): Promise<RowChange[]> {
  const wanted = new Set(rejects);
  const inIt = new Set(revision.frozen.risks.map(({ id }) => id));
  if ([...wanted].some((id) => !inIt.has(id))) {
    throw problem("invalid-input", "A risk that is to be rejected is not part of this revision.", {
      fields: [{ pointer: "/rejects", message: "not part of this revision" }],
    });
  }
  const rows = await tx.sql.query<{ id: string; number: number; state: "proposed" }>(
    "select id, number, state from risk where review_id = $1 and id = any($2::uuid[]) order by number",
    [tx.review.id, [...wanted]],
  );
  return [
    {
      op: "update",
      table: "revision",
      id: revision.id,
      before: { number: revision.number, state: revision.state },
      set: { state: "rejected", decidedAt: tx.now.toISOString() },
    },
    ...rows.flatMap(({ id, number, state }): RowChange[] => {
      const to = afterCommand("reject", state);
      if (!to) return [];
      return [
        {
          op: "update",
          table: "risk",
          id,
          before: { number, state },
          set: { state: to, decidedIn: revision.number, decisionWords: words },
        },
      ];
    }),
  ];
}
