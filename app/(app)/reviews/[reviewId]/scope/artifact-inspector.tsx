"use client";
import { FindingRows } from "@/components/finding/finding-rows";
import { RowLinks } from "@/components/finding/row-links";
import { Inspector } from "@/components/frame/inspector";
import { type ArtifactRow, SUBMITTER_OPTIONS } from "@/components/review/artifact-columns";
import { CellField } from "@/components/review/cell-field";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import type { OnSaveCell } from "@/components/worksheet/types";
import type { FindingItem } from "@/lib/review/finding-list";
import type { RowLink } from "@/lib/review/row-link";

/** What is known of the selected artifact: its cells, the ways in, the findings about it. */
export function ArtifactInspector({
  reviewId,
  row,
  entries,
  findings,
  canEdit,
  onSave,
  onArchive,
  onClose,
}: {
  reviewId: string;
  row: ArtifactRow | null;
  entries: Record<string, RowLink[]>;
  findings: readonly FindingItem[];
  canEdit: boolean;
  onSave: OnSaveCell;
  onArchive: (rows: readonly ArtifactRow[], to: boolean) => Promise<void>;
  onClose: () => void;
}) {
  const artifact = row?.artifact;
  if (!row || !artifact) return null;
  const links = entries[artifact.id] ?? [];
  const own = findings.filter(({ target }) => target.target === `artifact:${artifact.id}`);
  const field = (name: string) => ({
    entity: "artifact" as const,
    field: name,
    rowId: artifact.id,
    cell: row.cells[name] ?? { state: "unset" as const },
    version: artifact.versions[name] ?? 0,
    editable: row.canEdit,
    onSave,
  });
  return (
    <Inspector open number={row.number} title={artifact.name} onClose={onClose}>
      <div key={artifact.id} className="flex flex-col gap-6">
        <div className="flex flex-col gap-4">
          <CellField {...field("name")} />
          <CellField {...field("description")} />
          <CellField {...field("submitters")} options={SUBMITTER_OPTIONS} />
        </div>
        <section>
          <h3 className="pb-1 font-semibold">Comes in through</h3>
          {links.length > 0 ? (
            <RowLinks links={links} />
          ) : (
            <p className="text-ink-3">No entry point names it yet.</p>
          )}
        </section>
        {own.length > 0 ? (
          <section>
            <h3 className="pb-1 font-semibold">Findings</h3>
            <FindingRows items={own} reviewId={reviewId} isNarrow />
          </section>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <LinkButton size="small" href={`/reviews/${reviewId}/activity?row=${row.number}`}>
            Show history
          </LinkButton>
          {canEdit ? (
            <Button size="small" onClick={() => void onArchive([row], artifact.archivedAt === null)}>
              {artifact.archivedAt === null ? "Archive" : "Restore"}
            </Button>
          ) : null}
        </div>
      </div>
    </Inspector>
  );
}
