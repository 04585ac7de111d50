import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { runUnitOfWork } from "@/lib/platform/unit-of-work/run";
import { afterCommand, inState } from "../risk-life";
import { endInForce } from "./end-in-force";
import { loadRisk } from "./load-risk";
import type { RiskDone } from "./propose-risk";

/**
 * Takes an acceptance back: the risk covers nothing any more, what it covered is open again, and the
 * revision in force, which rests on it, ends.
 *
 * @param words why; they are kept with the risk
 * @throws ProblemError `not-found`, `forbidden`, `reauthentication-required`, `not-in-this-state`
 */
export async function revokeRisk(
  actor: Actor,
  reviewId: string,
  riskId: string,
  words: string,
): Promise<RiskDone> {
  const { value, seq } = await runUnitOfWork(actor, reviewId, async (tx) => {
    const risk = await loadRisk(tx, riskId);
    const permit = tx.authorize("risk.revoke");
    const state = afterCommand("revoke", risk.state);
    if (!state)
      throw problem(
        "not-in-this-state",
        `${inState(risk.number, risk.state)} Only an accepted risk is revoked.`,
      );
    tx.write(permit, {
      type: "risk.revoked",
      words: `R${risk.number} ${risk.title}`,
      more: { risk: risk.id, note: words },
      // A decision, not an edit: the next edit opens the next draft.
      keepDraft: true,
      changes: [
        {
          op: "update",
          table: "risk",
          id: risk.id,
          before: { number: risk.number, state: risk.state },
          set: { state, decisionWords: words },
        },
        ...(await endInForce(tx, {
          by: "risk-revoked",
          because: `R${risk.number} ${risk.title.slice(0, 100)} was revoked`,
        })),
      ],
    });
    return { id: risk.id, state };
  });
  return { ...value, seq: seq! };
}
