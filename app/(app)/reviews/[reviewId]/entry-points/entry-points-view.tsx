"use client";
import { useRouter } from "next/navigation";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo } from "react";
import { entryColumns } from "@/components/entry-point/entry-columns";
import { EntryInspector } from "@/components/entry-point/entry-inspector";
import { KindStrip } from "@/components/entry-point/kind-strip";
import { type EntryRow, entryRow, findingsByRow } from "@/components/entry-point/sheet-row";
import { SheetTabs } from "@/components/entry-point/sheet-tabs";
import { Inspector } from "@/components/frame/inspector";
import { ReviewPage } from "@/components/frame/review-page";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { notifyError } from "@/components/ui/toast";
import { useWorksheetView } from "@/components/worksheet/use-worksheet-view";
import { Worksheet } from "@/components/worksheet/worksheet";
import type { Cell } from "@/lib/review/cell";
import type { EntryPointSheet } from "@/lib/review/entry-point-sheet";
import { type ChecklistKind, kindChecklist } from "@/lib/review/kind-checklist";
import { type CellRow, rowCells } from "@/lib/review/row-cells";
import { namesOf } from "@/lib/review/sheet-csv";
import { newRiskHref, TOO_MANY_STARTS } from "@/lib/signoff/new-risk";
import { saveCellsAt } from "../save-cell";
import { useCover } from "../use-cover";
import { csvHref } from "./csv-href";
import { focusRow, nameColumn } from "./focus-row";
import { HistoryOf } from "./history-of";
import { savingReferences } from "./make-reference";
import { rowActs } from "./row-acts";
import { saveKind } from "./save-kind";
import { SheetActions } from "./sheet-actions";
import { useNewRows } from "./use-new-rows";
import { useSheet } from "./use-sheet";

/** The worksheet of entry points with the checklist of kinds above it. */
export function EntryPointsView({ reviewId, data }: { reviewId: string; data: EntryPointSheet }) {
  const sheet = useSheet(data);
  const { view, setView } = useWorksheetView();
  const [isArchive, setArchive] = useQueryState("archived", parseAsBoolean.withDefault(false));
  const path = `/reviews/${reviewId}/entry-points`;
  const canEdit = sheet.abilities.includes("content.edit");
  const added = useNewRows(
    path,
    useMemo(
      () =>
        savingReferences(
          reviewId,
          saveCellsAt((rowId) => `${path}/${rowId}`),
        ),
      [reviewId, path],
    ),
  );
  const acts = useMemo(() => rowActs(path, "E"), [path]);
  const cover = useCover(reviewId);
  const router = useRouter();
  const canWriteRisk = sheet.abilities.includes("risk.edit");
  const writeRisk = (chosen: readonly EntryRow[]) => {
    const href = newRiskHref(
      reviewId,
      chosen.flatMap(({ entry, number }) => (entry && number ? number : [])),
    );
    if (href === null) notifyError(TOO_MANY_STARTS);
    else router.push(href);
  };

  const artifacts = useMemo(() => new Map(sheet.artifacts.map((row) => [row.id, row])), [sheet.artifacts]);
  const executors = useMemo(() => new Map(sheet.executors.map((row) => [row.id, row])), [sheet.executors]);
  const nameOf = useMemo(
    () => namesOf({ artifacts: [...artifacts.values()], executors: [...executors.values()] }),
    [artifacts, executors],
  );
  const columns = useMemo(() => {
    const options = (letter: string, rows: typeof sheet.artifacts | typeof sheet.executors) =>
      rows
        .filter(({ archivedAt }) => archivedAt === null)
        .map(({ id, name, number }) => ({ value: id, label: `${name} (${letter}${number})` }));
    return entryColumns(options("A", sheet.artifacts), options("X", sheet.executors));
  }, [sheet.artifacts, sheet.executors]);
  const findings = useMemo(() => findingsByRow(sheet.findings), [sheet.findings]);

  const { gridId } = added;
  const rows = useMemo(() => {
    const at = { canEdit, reach: sheet.reach, artifacts, findings };
    return sheet.entryPoints.map((entry) => entryRow(entry, { ...at, id: gridId(entry.id) }));
  }, [sheet.entryPoints, canEdit, sheet.reach, artifacts, findings, gridId]);
  const live = useMemo(() => rows.filter(({ entry }) => entry?.archivedAt === null), [rows]);
  const archived = useMemo(() => rows.filter(({ entry }) => entry?.archivedAt !== null), [rows]);
  const storedIds = useMemo(() => new Set(sheet.entryPoints.map(({ id }) => id)), [sheet.entryPoints]);
  const blank = added.blankAmong(storedIds);
  const shown = useMemo(() => {
    if (isArchive) return archived;
    return blank ? [...live, blankRow(blank.id, blank.cells, canEdit)] : live;
  }, [isArchive, archived, live, blank, canEdit]);
  const kinds = useMemo(
    () => kindChecklist(sheet.entryPoints, sheet.kindAnswers),
    [sheet.entryPoints, sheet.kindAnswers],
  );

  const add = (kind?: ChecklistKind) => {
    void setArchive(null);
    setView({ q: "", filters: [], group: [], sort: [] });
    const id = added.begin(kind ? { kind: { state: "value", value: kind } } : undefined);
    requestAnimationFrame(() => focusRow(id, nameColumn(columns, view)));
  };
  const duplicate = async (row: EntryRow) => {
    if (!row.entry) return;
    const number = await acts.duplicate(row.entry, rowCells("entryPoint", row.entry as unknown as CellRow));
    if (number !== null) setView({ row: `E${number}` });
  };
  const setRowsArchived = (chosen: readonly EntryRow[], to: boolean) =>
    acts.setArchived(
      chosen.flatMap(({ entry }) => entry ?? []),
      to,
    );

  const inspected = rows.find((row) => row.number === view.row && row.entry);
  const entry = inspected?.entry;
  const executor = entry?.executorId ? executors.get(entry.executorId) : undefined;
  return (
    <ReviewPage
      title="Entry points"
      lead="Each way in which submitted code reaches something that runs it."
      fill
      inspector={
        <Inspector
          open={entry !== undefined && entry !== null}
          number={inspected?.number}
          title={entry?.name}
          onClose={() => setView({ row: null })}
        >
          {entry && inspected ? (
            <EntryInspector
              key={entry.id}
              reviewId={reviewId}
              entry={entry}
              executor={executor}
              artifact={inspected.artifact}
              siblings={live.flatMap((row) =>
                row.entry && entry.artifactId && row.entry.artifactId === entry.artifactId ? [row.entry] : [],
              )}
              reach={executor ? sheet.reach[executor.id] : undefined}
              findings={inspected.findings}
              rules={sheet.rules}
              nameOf={nameOf}
              actions={
                canEdit ? (
                  entry.archivedAt === null ? (
                    <>
                      <Button size="small" onClick={() => void duplicate(inspected)}>
                        Duplicate
                      </Button>
                      <Button size="small" onClick={() => void setRowsArchived([inspected], true)}>
                        Archive
                      </Button>
                      {canWriteRisk ? (
                        <Button size="small" onClick={() => writeRisk([inspected])}>
                          Write a residual risk…
                        </Button>
                      ) : null}
                    </>
                  ) : (
                    <Button size="small" onClick={() => void setRowsArchived([inspected], false)}>
                      Restore
                    </Button>
                  )
                ) : null
              }
              covered={cover([`entry:${entry.id}`, ...inspected.findings.map(({ id }) => `finding:${id}`)])}
              history={
                <HistoryOf
                  path={`${path}/${entry.id}`}
                  entity="entryPoint"
                  version={Math.max(0, ...Object.values(entry.versions))}
                  nameOf={nameOf}
                />
              }
            />
          ) : null}
        </Inspector>
      }
    >
      <SheetTabs
        reviewId={reviewId}
        current="entry-points"
        counts={{
          entryPoints: live.length,
          executors: sheet.executors.filter(({ archivedAt }) => archivedAt === null).length,
        }}
      />
      <KindStrip
        reviewId={reviewId}
        items={kinds}
        canEdit={canEdit}
        onSave={saveKind(reviewId)}
        onAdd={add}
      />
      <div className="flex min-h-0 flex-1 flex-col pt-3">
        <Worksheet
          label={isArchive ? "Archived entry points" : "Entry points"}
          columns={columns}
          rows={shown}
          view={view}
          onView={setView}
          onSaveCell={added.onSaveCell}
          selectable
          fill
          selectionActions={(chosen, clear) =>
            canEdit ? (
              <>
                {canWriteRisk && !isArchive ? (
                  <Button size="small" onClick={() => writeRisk(chosen)}>
                    Write a residual risk…
                  </Button>
                ) : null}
                <Button
                  size="small"
                  onClick={() => {
                    clear();
                    void setRowsArchived(chosen, !isArchive);
                  }}
                >
                  {isArchive ? "Restore" : "Archive"} {chosen.length}
                </Button>
              </>
            ) : null
          }
          toolbar={
            <SheetActions
              csv={csvHref(`${path}.csv`, shown, columns, view)}
              archived={archived.length}
              isArchive={isArchive}
              onArchive={(on) => void setArchive(on || null)}
              canEdit={canEdit}
              noun="entry point"
              onAdd={() => add()}
              onDiscard={added.isWaiting ? added.discard : undefined}
            />
          }
          empty={
            isArchive ? (
              <EmptyState title="Nothing is archived" />
            ) : (
              <EmptyState
                title="No entry point yet"
                action={canEdit ? <Button onClick={() => add("preview")}>Add the preview</Button> : undefined}
              >
                Begin with the path that everybody knows, such as a preview or test run. Then go through the
                kinds above: confinement is usually lost at a sibling of that path.
              </EmptyState>
            )
          }
        />
      </div>
    </ReviewPage>
  );
}

function blankRow(id: string, cells: Record<string, Cell>, canEdit: boolean): EntryRow {
  return { id, cells, canEdit, findings: [], entry: null, reach: {}, artifact: undefined };
}
