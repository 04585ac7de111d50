import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { dayOf, dayWords } from "@/lib/review/day";
import { afterCommand, inState } from "../risk-life";
import { loadRisk } from "./load-risk";

/** What became of a risk: its state, and the seq of the event that says so. */
export type RiskDone = { id: string; state: string; seq: number };

/**
 * Proposes a risk that is a draft, or was rejected, has expired or was revoked: the approvers decide
 * about it with the next revision. It needs a title, which every risk has, and no day that is over;
 * what else it lacks is asked for by RSK-02 at submission.
 *
 * @throws ProblemError `not-found`, `forbidden`, `not-in-this-state`
 */
export async function proposeRisk(actor: Actor, reviewId: string, riskId: string): Promise<RiskDone> {
  const { value, seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const risk = await loadRisk(tx, riskId);
    const permit = tx.authorize("risk.propose");
    const state = afterCommand("propose", risk.state);
    if (!state) throw problem("not-in-this-state", inState(risk.number, risk.state));
    if (risk.expiresAt !== null) refusePastDay(risk.expiresAt, dayOf(tx.now));
    tx.write(permit, {
      type: "risk.proposed",
      words: `R${risk.number} ${risk.title}`,
      changes: [
        {
          op: "update",
          table: "risk",
          id: risk.id,
          before: { number: risk.number, state: risk.state },
          set: { state },
        },
      ],
    });
    return { id: risk.id, state };
  });
  return { ...value, seq: seq! };
}

/** A risk is taken on until a day that is still to come, or is today. @throws ProblemError `invalid-input` */
export function refusePastDay(day: string, today: string, pointer = "/expiresAt"): void {
  if (day >= today) return;
  throw problem(
    "invalid-input",
    `Its last day, ${dayWords(day)}, is over. Choose one until which the risk is taken on.`,
    { fields: [{ pointer, message: "This day is over." }] },
  );
}
