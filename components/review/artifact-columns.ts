import type { Column, WorksheetRow } from "@/components/worksheet/types";
import type { Artifact } from "@/lib/review/content";
import { type CellRow, rowCells } from "@/lib/review/row-cells";
import { SUBMITTERS } from "@/lib/review/vocabulary";

export interface ArtifactRow extends WorksheetRow {
  canEdit: boolean;
  /** Null while the row is new and has no name yet. */
  artifact: Artifact | null;
}

const editable = (row: ArtifactRow): boolean => row.canEdit;
/** A row that is not stored yet takes a name first. */
const editableOnceStored = (row: ArtifactRow): boolean => row.canEdit && row.artifact !== null;

export const SUBMITTER_OPTIONS = Object.entries(SUBMITTERS).map(([value, label]) => ({ value, label }));

export const ARTIFACT_COLUMNS: Column<ArtifactRow>[] = [
  { id: "number", header: "No.", width: 56, kind: "read-only" },
  {
    id: "name",
    header: "Artifact",
    description: "A thing that somebody hands in and the system runs",
    width: 240,
    kind: "text",
    editable,
    required: true,
  },
  {
    id: "description",
    header: "What it is",
    width: 360,
    kind: "long-text",
    editable: editableOnceStored,
  },
  {
    id: "submitters",
    header: "Submitters",
    description: "Who may submit it, or replace it later",
    width: 280,
    kind: "multi-choice",
    options: SUBMITTER_OPTIONS,
    editable: editableOnceStored,
    unknown: true,
  },
];

/** The row of an artifact; `id` is the grid's identity, which a row keeps from before it was stored. */
export function artifactRow(artifact: Artifact, id: string, canEdit: boolean): ArtifactRow {
  return {
    id,
    number: `A${artifact.number}`,
    cells: rowCells("artifact", artifact as unknown as CellRow),
    versions: artifact.versions,
    canEdit: canEdit && artifact.archivedAt === null,
    artifact,
  };
}

/** The row of an artifact that is being added. */
export const newArtifactRow = (id: string, canEdit: boolean): ArtifactRow => ({
  id,
  cells: {},
  canEdit,
  artifact: null,
});
