"use client";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo } from "react";
import {
  ARTIFACT_COLUMNS,
  type ArtifactRow,
  artifactRow,
  newArtifactRow,
} from "@/components/review/artifact-columns";
import { useWorksheetView } from "@/components/worksheet/use-worksheet-view";
import type { Artifact } from "@/lib/review/content";
import { focusRow, nameColumn } from "../entry-points/focus-row";
import { rowActs } from "../entry-points/row-acts";
import { useNewRows } from "../entry-points/use-new-rows";
import { saveCellsAt } from "../save-cell";

/** The worksheet of artifacts: its rows, those that are being added, and what is done with them. */
export function useArtifacts(reviewId: string, artifacts: readonly Artifact[], canEdit: boolean) {
  const { view, setView } = useWorksheetView();
  const [isArchive, setArchive] = useQueryState("archived", parseAsBoolean.withDefault(false));
  const path = `/reviews/${reviewId}/artifacts`;
  const save = useMemo(() => saveCellsAt((rowId) => `${path}/${rowId}`), [path]);
  const acts = useMemo(() => rowActs(path, "A"), [path]);
  const added = useNewRows(path, save);
  const { gridId } = added;
  const rows = useMemo(
    () => artifacts.map((artifact) => artifactRow(artifact, gridId(artifact.id), canEdit)),
    [artifacts, gridId, canEdit],
  );
  const live = useMemo(() => rows.filter(({ artifact }) => artifact?.archivedAt === null), [rows]);
  const archived = useMemo(() => rows.filter(({ artifact }) => artifact?.archivedAt !== null), [rows]);
  const storedIds = useMemo(() => new Set(artifacts.map(({ id }) => id)), [artifacts]);
  const blank = added.blankAmong(storedIds);
  const shown = useMemo(() => {
    if (isArchive) return archived;
    return blank ? [...live, newArtifactRow(blank.id, canEdit)] : live;
  }, [isArchive, archived, live, blank, canEdit]);
  return {
    view,
    setView,
    save,
    rows: shown,
    archivedCount: archived.length,
    isArchive,
    showArchive: (on: boolean) => void setArchive(on || null),
    inspected: rows.find((row) => row.number === view.row) ?? null,
    onSaveCell: added.onSaveCell,
    onDiscard: blank && added.isWaiting ? added.discard : undefined,
    add: () => {
      void setArchive(null);
      setView({ q: "", filters: [], group: [], sort: [] });
      const id = added.begin();
      requestAnimationFrame(() => focusRow(id, nameColumn(ARTIFACT_COLUMNS, view)));
    },
    setArchived: (chosen: readonly ArtifactRow[], to: boolean) =>
      acts.setArchived(
        chosen.flatMap(({ artifact }) => artifact ?? []),
        to,
      ),
  };
}

export type ArtifactSheet = ReturnType<typeof useArtifacts>;
