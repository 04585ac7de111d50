import { systemActor } from "@/lib/platform/actor";
import { callFunction } from "@/lib/platform/db/functions";
import { runUnitOfWork, type Tx } from "@/lib/platform/unit-of-work/run";
import type { RowChange } from "@/lib/review/change";
import { dayAfter, dayOf, dayWords } from "@/lib/review/day";
import { endInForce } from "./end-in-force";
import { termsOf } from "./terms";

type RiskRow = { id: string; number: number; title: string; state: string; expiresAt: string };
type InForceRow = { validUntil: Date; risksUntil: string | null; risksUntilOf: number | null };

/**
 * Writes down what time has ended, in every review: revisions in force whose term is over, accepted
 * risks past their day, and risks whose end has come near. What is due is read from the data, not
 * from a schedule, so after any downtime one run catches up. Gives how many reviews there were.
 */
export async function endAllDue(): Promise<number> {
  const due = await callFunction<{ workspace_id: string; review_id: string }>("due_decisions", [new Date()]);
  for (const { workspace_id, review_id } of due) await endDue(workspace_id, review_id);
  return due.length;
}

const shared = globalThis as typeof globalThis & { cordonDueAt?: number };

/** How long what is due may stay unnoticed by lists, in milliseconds. */
const PATIENCE = 5_000;

/** For lists, which show many reviews at once: ends what is due unless that was done a moment ago. */
export async function endAllDueSoon(): Promise<void> {
  const now = Date.now();
  if (Math.abs(now - (shared.cordonDueAt ?? 0)) < PATIENCE) return;
  shared.cordonDueAt = now;
  await endAllDue();
}

/** The same for one review; writes nothing when nothing is due. What ended stays ended, whatever the clock does next. */
export async function endDue(workspaceId: string, reviewId: string): Promise<void> {
  await runUnitOfWork(systemActor(workspaceId), reviewId, async (tx) => {
    const today = dayOf(tx.now);
    const near = await nearRisks(tx, today);
    const expired = near.filter(({ state, expiresAt }) => state === "accepted" && expiresAt < today);
    const fact = await endingFact(tx, today);
    const ended = fact ? await endInForce(tx, fact) : [];
    if (near.length === 0 && ended.length === 0) return;
    const [first] = expired;
    const only =
      expired.length === 1 && first ? `R${first.number} ${first.title}` : `${expired.length} residual risks`;
    tx.write(tx.authorize("content.edit"), {
      type: ended.length > 0 ? "revision.ended" : first ? "risk.expired" : "findings.derived",
      words: fact
        ? `Revision ${numberOf(ended)}: ${fact.because}`
        : first
          ? only
          : "the end of residual risks is near",
      keepDraft: true,
      touched: near.map(({ id }) => `risk:${id}`),
      changes: [
        ...ended,
        ...expired.map(
          ({ id, number }): RowChange => ({
            op: "update",
            table: "risk",
            id,
            before: { number, state: "accepted" },
            set: { state: "expired" },
          }),
        ),
      ],
    });
  });
}

const numberOf = ([change]: RowChange[]): unknown => (change?.op === "update" ? change.before.number : "");

/** Risks that have ended, or end within the warning time. */
async function nearRisks(tx: Tx, today: string): Promise<RiskRow[]> {
  const { terms } = await termsOf(tx.sql, tx.actor.workspaceId, tx.review.systemId);
  return tx.sql.query<RiskRow>(
    `select id, number, title, state, expires_at as "expiresAt" from risk
     where review_id = $1 and archived_at is null and state in ('proposed', 'accepted') and expires_at < $2
     order by number`,
    [tx.review.id, dayAfter(today, terms.warningDays)],
  );
}

/** What of time has ended the revision in force: its own term, or a risk that it accepted. */
async function endingFact(tx: Tx, today: string): Promise<Parameters<typeof endInForce>[1] | null> {
  const [inForce] = await tx.sql.query<InForceRow>(
    `select valid_until as "validUntil", risks_until as "risksUntil", risks_until_of as "risksUntilOf"
     from revision where review_id = $1 and state = 'in-force'`,
    [tx.review.id],
  );
  if (!inForce) return null;
  const { validUntil, risksUntil, risksUntilOf } = inForce;
  if (risksUntil && risksUntil < today) {
    return { by: "risk-expired", because: `R${risksUntilOf} ended on ${dayWords(risksUntil)}` };
  }
  if (validUntil <= tx.now)
    return { by: "time", because: `its term was over on ${dayWords(validUntil.toISOString())}` };
  return null;
}
