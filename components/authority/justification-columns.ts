import type { Column, WorksheetRow } from "@/components/worksheet/types";
import type { AuthorityJustification } from "@/lib/review/authority/page";
import { rowCells } from "@/lib/review/row-cells";
import { ENFORCERS } from "@/lib/review/vocabulary";

/** A justification as the cells around it need it. */
export interface JustificationRow extends WorksheetRow {
  justification: AuthorityJustification;
  canEdit: boolean;
}

export const justificationRow = (
  justification: AuthorityJustification,
  canEdit: boolean,
): JustificationRow => ({
  id: justification.id,
  number: `J${justification.number}`,
  cells: rowCells("justification", justification as never),
  versions: justification.versions,
  justification,
  canEdit,
});

const editable = (row: JustificationRow): boolean => row.canEdit;

/** The four cells of a justification, in the order in which they are read. */
export const JUSTIFICATION_COLUMNS: readonly Column<JustificationRow>[] = [
  { id: "purpose", header: "Why it is needed", width: 240, kind: "long-text", editable },
  { id: "limit", header: "How misuse is limited", width: 240, kind: "long-text", editable },
  {
    id: "enforcer",
    header: "Enforced by",
    width: 140,
    kind: "choice",
    editable,
    options: Object.entries(ENFORCERS).map(([value, label]) => ({ value, label })),
  },
  { id: "evidence", header: "Evidence", width: 120, kind: "text", editable },
];
