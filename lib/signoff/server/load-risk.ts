import { problem } from "@/lib/kernel/errors";
import type { Tx } from "@/lib/platform/unit-of-work/run";
import type { ResidualRisk } from "@/lib/review/content";
import { loadRow } from "@/lib/review/server/rows";

/**
 * Loads a residual risk under the review's lock, to do something with it.
 *
 * @throws ProblemError `not-found`, `not-in-this-state` when it is archived
 */
export async function loadRisk(tx: Tx, riskId: string): Promise<ResidualRisk> {
  const risk = (await loadRow(tx.sql, tx.review.id, "risk", riskId)) as unknown as ResidualRisk;
  if (risk.archivedAt) throw problem("not-in-this-state", `R${risk.number} is archived. Restore it first.`);
  return risk;
}
