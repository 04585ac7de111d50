import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import type { Actor } from "@/lib/identity/actor";
import { type Digest, piecewiseSha256 } from "@/lib/kernel/digest";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import { printedBeside } from "@/lib/report/beside";
import { dayOf } from "@/lib/review/day";
import { RULE_SET_VERSION } from "@/lib/rules/rules";
import { submissionBlockers } from "../blockers";
import { frozenPieces } from "../snapshot";
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
    const beside = gzipped(JSON.stringify(await besideOf(tx, loaded)), LIGHTLY);
    const [frozen, besideBytes] = await Promise.all([
      compressedPieces(frozenPieces({ ...loaded, revision, ruleSetVersion: RULE_SET_VERSION })),
      beside,
    ]);
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
            bytes: bytea(frozen.bytes),
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
  };
}

const gzipped = promisify(gzip);

/** The review is locked meanwhile. */
const LIGHTLY = { level: 3 };

/** The bytes of some pieces of text, compressed, and their digest. Lets others have their turns between the pieces. */
async function compressedPieces(pieces: Iterable<string>): Promise<{ bytes: Buffer; digest: Digest }> {
  const sum = piecewiseSha256();
  const zip = createGzip(LIGHTLY);
  const bytes = buffer(zip);
  for (const piece of pieces) {
    const part = Buffer.from(piece);
    sum.add(part);
    zip.write(part);
    await new Promise((turn) => setImmediate(turn));
  }
  zip.end();
  return { bytes: await bytes, digest: sum.digest() };
}

/** Bytes as PostgreSQL reads them out of JSON. */
const bytea = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
