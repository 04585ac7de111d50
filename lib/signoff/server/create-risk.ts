import type { Actor } from "@/lib/identity/actor";
import type { Cell } from "@/lib/review/cell";
import { dayOf } from "@/lib/review/day";
import { type Created, createRow } from "@/lib/review/server/create-row";
import { refusePastDay } from "./propose-risk";

/**
 * Writes a residual risk down: as a draft, which covers nothing and is no part of a submission, or
 * proposed at once.
 *
 * @throws ProblemError `invalid-input` with the cell's place, `forbidden`, `not-in-this-state`
 */
export async function createRisk(
  actor: Actor,
  reviewId: string,
  cells: Record<string, Cell>,
  state: "draft" | "proposed" = "proposed",
): Promise<Created> {
  const { expiresAt } = cells;
  if (state === "proposed" && expiresAt?.state === "value")
    refusePastDay(String(expiresAt.value), dayOf(new Date()), "/cells/expiresAt");
  return createRow(actor, reviewId, "risk", cells, { state });
}
