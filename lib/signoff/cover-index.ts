import type { ResidualRisk } from "@/lib/review/content";
import { type CoveringRisk, coveringRisk } from "./covering-risk";
import { takesPart } from "./risk-life";

/** Which risks cover any of some targets, by their short numbers. */
export type Cover = (targets: readonly string[]) => readonly CoveringRisk[];

const NONE: readonly CoveringRisk[] = [];

/** Turns the risks of a review round: from what is covered to the risks that name it. */
export function coverOf(reviewId: string, risks: readonly ResidualRisk[]): Cover {
  const byTarget = new Map<string, CoveringRisk[]>();
  for (const risk of [...risks].sort((a, b) => a.number - b.number)) {
    if (risk.archivedAt !== null || !takesPart(risk.state)) continue;
    const shown = coveringRisk(reviewId, risk);
    for (const target of risk.covers ?? []) {
      const list = byTarget.get(target);
      if (list) list.push(shown);
      else byTarget.set(target, [shown]);
    }
  }
  return (targets) => {
    const found = targets.flatMap((target) => byTarget.get(target) ?? []);
    return found.length === 0 ? NONE : [...new Map(found.map((risk) => [risk.target, risk])).values()];
  };
}
