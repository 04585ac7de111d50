"use client";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo } from "react";
import { riskColumns } from "@/components/signoff/risk-columns";
import { type RiskRow, riskRow } from "@/components/signoff/risk-row";
import { useWorksheetView } from "@/components/worksheet/use-worksheet-view";
import { rowActs } from "../entry-points/row-acts";
import { saveCellsAt } from "../save-cell";
import { searchCoverable } from "./search-coverable";
import type { Decide } from "./use-decide";

/** The worksheet of residual risks: its rows and columns, and what is done with them. */
export function useRisks({
  reviewId,
  risks,
  links,
  members,
  abilities,
  onPicked,
  ending,
  worstCovered,
}: Decide) {
  const { view, setView } = useWorksheetView();
  const [isArchive, setArchive] = useQueryState("archived", parseAsBoolean.withDefault(false));
  const canEdit = abilities.includes("risk.edit");
  const path = `/reviews/${reviewId}/risks`;
  const save = useMemo(() => saveCellsAt((rowId) => `${path}/${rowId}`), [path]);
  const acts = useMemo(() => rowActs(path, "R"), [path]);
  const onSearch = useMemo(() => searchCoverable(reviewId), [reviewId]);
  const columns = useMemo(
    () => riskColumns({ links, members, onSearch, onPicked }),
    [links, members, onSearch, onPicked],
  );
  const rows = useMemo(
    () =>
      risks.map((risk) => riskRow(risk, canEdit, { ending: ending[risk.id], worst: worstCovered[risk.id] })),
    [risks, canEdit, ending, worstCovered],
  );
  const live = useMemo(() => rows.filter(({ risk }) => risk.archivedAt === null), [rows]);
  const archived = useMemo(() => rows.filter(({ risk }) => risk.archivedAt !== null), [rows]);
  return {
    view,
    setView,
    save,
    columns,
    onSearch,
    canEdit,
    isArchive,
    archivedCount: archived.length,
    rows: isArchive ? archived : live,
    inspected: rows.find(({ number }) => number === view.row) ?? null,
    showArchive: (on: boolean) => void setArchive(on || null),
    setArchived: (chosen: readonly RiskRow[], to: boolean) =>
      acts.setArchived(
        chosen.map(({ risk: { id, number, title } }) => ({ id, number, name: title })),
        to,
      ),
  };
}

export type RiskSheet = ReturnType<typeof useRisks>;
