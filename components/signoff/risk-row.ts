import type { WorksheetRow } from "@/components/worksheet/types";
import type { ResidualRisk } from "@/lib/review/content";
import { type CellRow, rowCells } from "@/lib/review/row-cells";
import { RISK_STATES, type RiskState, type Severity } from "@/lib/review/vocabulary";
import type { RiskEnding } from "@/lib/signoff/risk-ending";
import { type RiskSeverity, riskSeverity, type WorstCovered } from "@/lib/signoff/risk-severity";

export interface RiskRow extends WorksheetRow {
  canEdit: boolean;
  risk: ResidualRisk;
  /** Where it ends soon, or has ended. */
  ending: RiskEnding | null;
  severity: RiskSeverity;
}

/** A residual risk as the worksheet shows it. */
export const riskRow = (
  risk: ResidualRisk,
  canEdit: boolean,
  { ending, worst }: { ending?: RiskEnding | undefined; worst?: WorstCovered | undefined },
): RiskRow => ({
  id: risk.id,
  number: `R${risk.number}`,
  cells: {
    ...rowCells("risk", risk as unknown as CellRow),
    state: { state: "value", value: risk.state },
  },
  versions: risk.versions,
  canEdit: canEdit && risk.archivedAt === null,
  risk,
  ending: ending ?? null,
  severity: riskSeverity(risk.severity as Severity | null, worst),
});

const TONES: Record<RiskState, "good" | "bad" | "warn" | "open" | "off"> = {
  draft: "open",
  proposed: "open",
  accepted: "good",
  rejected: "bad",
  expired: "warn",
  revoked: "off",
  superseded: "off",
};

/** How a risk's state is marked, and its word. */
export const riskState = (state: RiskState) => ({ tone: TONES[state], word: RISK_STATES[state] });
