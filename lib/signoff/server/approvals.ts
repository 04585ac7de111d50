import { ROLES } from "@/lib/identity/roles";
import { problem } from "@/lib/kernel/errors";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";
import { approvalRefusal, isAbove, type SignOffTerms } from "../terms";
import type { DecidedRevision } from "./decided-revision";
import { writtenBy } from "./written-by";

/** Whose approvals a revision has. */
export type Approvals = {
  /** Members who approved it and may still approve: role and policy are looked at now. */
  counted: string[];
  /** Everybody who decided about it. */
  decided: Set<string>;
  /** Short numbers of what the actor wrote in it. */
  wrote: string[];
};

const APPROVERS = ROLES.slice(ROLES.indexOf("approver"));

/** The approvals of a revision that count under the terms that hold now. */
export async function approvalsOf(
  tx: Tx,
  revision: DecidedRevision,
  terms: SignOffTerms,
): Promise<Approvals> {
  const rows = await tx.sql.query<{
    id: string;
    role: string;
    removed: boolean;
    decision: string;
    wrote: string[];
  }>(
    `select m.id, m.role, m.removed_at is not null as removed, s.decision, s.wrote
     from sign_off s join member m on m.workspace_id = s.workspace_id and m.id = s.member_id
     where s.review_id = $1 and s.revision_id = $2 order by s.decided_at, s.id`,
    [tx.review.id, revision.id],
  );
  const mayApprove = (row: (typeof rows)[number]) =>
    row.decision === "approve" &&
    !row.removed &&
    (APPROVERS as string[]).includes(row.role) &&
    approvalRefusal(terms, row, row.wrote) === null;
  return {
    counted: rows.filter(mayApprove).map(({ id }) => id),
    decided: new Set(rows.map(({ id }) => id)),
    wrote: await writtenBy(tx.sql, tx.review.id, tx.actor.id, revision.submittedSeq),
  };
}

/** Refuses an approval that the policy does not allow: by this person, or of these risks. */
export async function refuseApproval(
  tx: Tx,
  revision: DecidedRevision,
  terms: SignOffTerms,
  { decided, wrote }: Approvals,
): Promise<void> {
  if (decided.has(tx.actor.id)) {
    throw problem(
      "not-in-this-state",
      `You have approved revision ${revision.number} already; another approver has to.`,
    );
  }
  const refused = approvalRefusal(terms, tx.actor, wrote);
  if (refused) throw problem("forbidden", refused);
  const [above] = risksAbove(revision, terms.highestSeverity);
  if (above) {
    throw problem(
      "not-in-this-state",
      `R${above.number} is ${above.severity}, and by the policy nothing above ${terms.highestSeverity} is accepted. Reject the revision, and have it fixed.`,
    );
  }
}

/**
 * The frozen risks that are above the highest severity that may be accepted. A risk is as severe as
 * it says, or as the worst finding that it names.
 */
export function risksAbove(
  { frozen, findings }: Pick<DecidedRevision, "frozen" | "findings">,
  highest: Severity,
): { number: number; severity: Severity }[] {
  const ofFinding = new Map<string, Severity>();
  for (const finding of findings.values()) {
    ofFinding.set(`finding:${finding.id}`, finding.severity);
    if (finding.target !== "review") {
      const known = ofFinding.get(finding.target);
      if (!known || isAbove(finding.severity, known)) ofFinding.set(finding.target, finding.severity);
    }
  }
  return frozen.risks.flatMap(({ number, cells }) => {
    const covers = (cells.covers?.state === "value" ? cells.covers.value : []) as string[];
    const own = cells.severity?.state === "value" ? (cells.severity.value as Severity) : null;
    const all = [own, ...covers.map((target) => ofFinding.get(target) ?? null)];
    const severity = SEVERITIES.find((word) => all.includes(word));
    return severity && isAbove(severity, highest) ? [{ number, severity }] : [];
  });
}
