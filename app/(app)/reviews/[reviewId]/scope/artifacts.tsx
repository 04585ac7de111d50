"use client";
import { ARTIFACT_COLUMNS } from "@/components/review/artifact-columns";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Worksheet } from "@/components/worksheet/worksheet";
import type { ArtifactSheet } from "./use-artifacts";

/** The worksheet of what is submitted. */
export function Artifacts({ artifacts, canEdit }: { artifacts: ArtifactSheet; canEdit: boolean }) {
  const { isArchive, archivedCount, onDiscard } = artifacts;
  const canAdd = canEdit && !isArchive;
  return (
    <Worksheet
      label={isArchive ? "Archived artifacts" : "Artifacts"}
      columns={ARTIFACT_COLUMNS}
      rows={artifacts.rows}
      view={artifacts.view}
      onView={artifacts.setView}
      onSaveCell={artifacts.onSaveCell}
      selectable={canEdit}
      lines={2}
      maxHeight={420}
      selectionActions={(chosen, clear) => (
        <Button
          size="small"
          onClick={() => {
            clear();
            void artifacts.setArchived(chosen, !isArchive);
          }}
        >
          {isArchive ? "Restore" : "Archive"} {chosen.length}
        </Button>
      )}
      toolbar={
        <>
          {isArchive ? (
            <Button size="small" variant="quiet" onClick={() => artifacts.showArchive(false)}>
              Back to what is in use
            </Button>
          ) : archivedCount > 0 ? (
            <Button size="small" variant="quiet" onClick={() => artifacts.showArchive(true)}>
              {archivedCount} archived
            </Button>
          ) : null}
          {onDiscard && canAdd ? (
            <Button size="small" variant="quiet" onClick={onDiscard}>
              Discard new row
            </Button>
          ) : null}
          {canAdd ? (
            <Button size="small" variant="primary" onClick={artifacts.add}>
              Add artifact
            </Button>
          ) : null}
        </>
      }
      empty={
        <EmptyState title={isArchive ? "No artifact is archived." : "Nothing is listed yet"}>
          {isArchive
            ? null
            : canEdit
              ? "Add what somebody hands in and the system runs: custom guardrail code, a plugin, a notebook, a CI job."
              : "What is submitted stands here once a reviewer adds it."}
        </EmptyState>
      }
    />
  );
}
