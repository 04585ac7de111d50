"use client";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { Worksheet } from "@/components/worksheet/worksheet";
import type { RiskSheet } from "./use-risks";

/** The worksheet of residual risks. */
export function RisksSection({
  sheet,
  refusal,
  note,
  onAdd,
}: {
  sheet: RiskSheet;
  /** Why no risk can be written; undefined when it can. */
  refusal: string | undefined;
  /** What an edit does beside editing. */
  note: string;
  onAdd: () => void;
}) {
  const { canEdit, isArchive, archivedCount } = sheet;
  return (
    <Section
      id="risks"
      title="Residual risks"
      description={`What stays, taken on by a named person until a date. An approval accepts them.${note}`}
    >
      <Worksheet
        label={isArchive ? "Archived residual risks" : "Residual risks"}
        columns={sheet.columns}
        rows={sheet.rows}
        view={sheet.view}
        onView={sheet.setView}
        onSaveCell={sheet.save}
        selectable={canEdit}
        lines={2}
        maxHeight={440}
        selectionActions={(chosen, clear) => (
          <Button
            size="small"
            onClick={() => {
              clear();
              void sheet.setArchived(chosen, !isArchive);
            }}
          >
            {isArchive ? "Restore" : "Archive"} {chosen.length}
          </Button>
        )}
        toolbar={
          <>
            {isArchive ? (
              <Button size="small" variant="quiet" onClick={() => sheet.showArchive(false)}>
                Back to what is in use
              </Button>
            ) : archivedCount > 0 ? (
              <Button size="small" variant="quiet" onClick={() => sheet.showArchive(true)}>
                {archivedCount} archived
              </Button>
            ) : null}
            {canEdit && !isArchive ? (
              <Button size="small" onClick={onAdd}>
                Add residual risk
              </Button>
            ) : null}
          </>
        }
        empty={
          <EmptyState title={isArchive ? "No residual risk is archived." : "No residual risk yet"}>
            {isArchive
              ? null
              : canEdit
                ? "Begin one from an open finding below that will not be fixed now, or add one by hand."
                : (refusal ?? "What stays stands here once a reviewer writes it down.")}
          </EmptyState>
        }
      />
    </Section>
  );
}
