import type { Cell } from "@/lib/review/cell";
import type { FindingItem } from "@/lib/review/finding-list";

/** A residual risk while somebody writes it, before it is stored. "" is nothing written yet. */
export type RiskDraft = {
  title: string;
  covers: string[];
  severity: string | null;
  treatment: string | null;
  rationale: string;
  controls: string;
  owner: string | null;
  expiresAt: string;
};

export const EMPTY_RISK: RiskDraft = {
  title: "",
  covers: [],
  severity: null,
  treatment: "accept",
  rationale: "",
  controls: "",
  owner: null,
  expiresAt: "",
};

const LONGEST_TITLE = 300;

/** A risk begun from an open finding: it covers that finding and is as severe. */
export function riskFromFinding(
  finding: Pick<FindingItem, "id" | "title" | "severity" | "target">,
): RiskDraft {
  const where = finding.target.target === "review" ? "" : ` (${finding.target.label})`;
  return {
    ...EMPTY_RISK,
    title: `${finding.title}${where}`.slice(0, LONGEST_TITLE),
    covers: [`finding:${finding.id}`],
    severity: finding.severity,
  };
}

/** What keeps a risk from being proposed, by field. Only a title is needed; a day that is over covers nothing. */
export function riskErrors(draft: RiskDraft, today: string): Partial<Record<keyof RiskDraft, string>> {
  const errors: Partial<Record<keyof RiskDraft, string>> = {};
  if (draft.title.trim() === "") errors.title = "Say in a few words what stays.";
  if (draft.expiresAt !== "" && draft.expiresAt < today)
    errors.expiresAt = "This day is over. Choose one until which the risk is taken on.";
  return errors;
}

/** The cells to be stored; what nobody wrote is left out and is asked for by RSK-02. */
export function riskCells(draft: RiskDraft): Record<string, Cell> {
  const given: Record<string, unknown> = {
    ...draft,
    title: draft.title.trim(),
    rationale: draft.rationale.trim(),
    controls: draft.controls.trim(),
  };
  const cells: Record<string, Cell> = {};
  for (const [field, value] of Object.entries(given)) {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    cells[field] = { state: "value", value };
  }
  return cells;
}
