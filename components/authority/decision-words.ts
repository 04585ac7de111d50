import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import { DECISIONS } from "@/lib/review/vocabulary";

/** What is decided about a row in a few words, or null while nothing is. */
export function decisionWords(
  { decision, justificationId, layer, note }: CapabilityRow,
  numberOf: (justificationId: string) => number | undefined,
): string | null {
  if (justificationId !== null) return `Needed: J${numberOf(justificationId) ?? "?"}`;
  if (decision === null) return null;
  if (decision === "layer" && layer) return `Layer: ${layer}`;
  if (decision === "baseline" && note) return `Baseline: ${note}`;
  return DECISIONS[decision].label;
}
