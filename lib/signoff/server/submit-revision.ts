import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import { printedBeside } from "@/lib/report/beside";
import { dayOf } from "@/lib/review/day";
import { RULE_SET_VERSION } from "@/lib/rules/rules";
import { submissionBlockers } from "../blockers";
import { freeze } from "../snapshot";
import { type DecisionContent, loadDecisionContent } from "./load-decision";

/** What a submission answers: the revision, and the digest W that approvers decide on. */
export type Submitted = { revisionId: string; number: number; digest: string };

/**
 * Submits the draft: freezes its content for good and asks the approvers for a decision.
 *
 * @param words what the approvers should know
 * @throws ProblemError `not-in-this-state` with `{blockers}` while something has to be covered first,
 *   or while an earlier revision still waits for its decision
 */
export async function submitRevision(actor: Actor, reviewId: string, words: string): Promise<Submitted> {
  const { value } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const permit = tx.authorize("revision.submit");
    const revision = tx.review.revision!;
    await refuseWhileWaiting(tx);
    const loaded = await loadDecisionContent(tx.sql, actor.workspaceId, reviewId);
    const blockers = submissionBlockers({
      ...loaded.content,
      findings: loaded.findings,
      today: dayOf(tx.now),
    });
    if (blockers.length > 0) {
      const first = blockers.map(({ message }) => message).join(" ");
      throw problem("not-in-this-state", `This cannot be submitted yet. ${first}`, { extra: { blockers } });
    }
    // Compressed by other threads while the content is frozen by this one.
    const beside = compressed(JSON.stringify(await besideOf(tx, loaded)));
    const frozen = freeze({ ...loaded, revision, ruleSetVersion: RULE_SET_VERSION });
    const [bytes, besideBytes] = await Promise.all([compressed(frozen.bytes), beside]);
    tx.write(permit, {
      type: "revision.submitted",
      words: `Revision ${revision.number}`,
      more: { revision: revision.number, digest: frozen.digest, note: words },
      keepDraft: true,
      keepFindings: true,
      changes: [
        {
          op: "update",
          table: "revision",
          id: revision.id,
          before: { number: revision.number, state: "draft" },
          set: {
            state: "submitted",
            requestedById: actor.id,
            requestedAt: tx.now.toISOString(),
            requestWords: words,
            policyVersion: loaded.policyVersion,
            policy: loaded.terms,
          },
        },
        {
          op: "insert",
          table: "snapshot",
          row: {
            revisionId: revision.id,
            digest: frozen.digest,
            bytes: bytea(bytes),
            beside: bytea(besideBytes),
            takenAt: tx.now.toISOString(),
          },
        },
      ],
    });
    return { revisionId: revision.id, number: revision.number, digest: frozen.digest };
  });
  return value;
}

async function refuseWhileWaiting(tx: Tx): Promise<void> {
  const [waiting] = await tx.sql.query<{ number: number }>(
    "select number from revision where review_id = $1 and state = 'submitted'",
    [tx.review.id],
  );
  if (waiting) {
    throw problem(
      "not-in-this-state",
      `Revision ${waiting.number} still waits for its decision. Withdraw it first.`,
    );
  }
}

/** Names and states that a printed revision needs; they change without changing what was decided. */
async function besideOf(
  tx: Tx,
  { content, findings, dismissals, system }: DecisionContent,
): Promise<Record<string, unknown>> {
  const people = await tx.sql.query<{ id: string; name: string }>("select id, name from member");
  return {
    system: system.name,
    people: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    risks: content.risks.map(({ id, state }) => ({ id, state })),
    findings: findings.filter(({ state }) => state !== "resolved"),
    dismissals,
    ...printedBeside(content, findings),
    grants: content.capabilities
      .filter(({ grant, closedAt, archivedAt }) => grant && !closedAt && !archivedAt)
      .map(({ id, grant }) => ({
        id,
        explanation: grant!.explanation,
        limits: grant!.limits,
        file: grant!.file,
        line: grant!.line,
      })),
  };
}

const gzipped = promisify(gzip);

/** Compressed beside the event loop, lightly: the review is locked meanwhile. */
const compressed = (bytes: Uint8Array | string): Promise<Buffer> => gzipped(bytes, { level: 3 });

/** Bytes as PostgreSQL reads them out of JSON. */
const bytea = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
