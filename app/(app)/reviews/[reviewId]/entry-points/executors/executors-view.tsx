"use client";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo } from "react";
import { authorityHref, entryPointsHref } from "@/components/entry-point/hrefs";
import { type ExecutorRow, executorRow, findingsByRow } from "@/components/entry-point/sheet-row";
import { SheetTabs } from "@/components/entry-point/sheet-tabs";
import { executorColumns } from "@/components/executor/executor-columns";
import { ExecutorInspector } from "@/components/executor/executor-inspector";
import { Inspector } from "@/components/frame/inspector";
import { ReviewPage } from "@/components/frame/review-page";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useWorksheetView } from "@/components/worksheet/use-worksheet-view";
import { Worksheet } from "@/components/worksheet/worksheet";
import type { Cell } from "@/lib/review/cell";
import type { EntryPoint } from "@/lib/review/content";
import type { EntryPointSheet } from "@/lib/review/entry-point-sheet";
import { type CellRow, rowCells } from "@/lib/review/row-cells";
import { namesOf } from "@/lib/review/sheet-csv";
import { saveCellsAt } from "../../save-cell";
import { csvHref } from "../csv-href";
import { focusRow, nameColumn } from "../focus-row";
import { HistoryOf } from "../history-of";
import { rowActs } from "../row-acts";
import { SheetActions } from "../sheet-actions";
import { useNewRows } from "../use-new-rows";
import { useSheet } from "../use-sheet";

const NONE: readonly EntryPoint[] = [];

/** The worksheet of executors: what runs submitted code, and what stands around it. */
export function ExecutorsView({ reviewId, data }: { reviewId: string; data: EntryPointSheet }) {
  const sheet = useSheet(data);
  const { view, setView } = useWorksheetView();
  const [isArchive, setArchive] = useQueryState("archived", parseAsBoolean.withDefault(false));
  const path = `/reviews/${reviewId}/executors`;
  const canEdit = sheet.abilities.includes("content.edit");
  const added = useNewRows(
    path,
    useMemo(() => saveCellsAt((rowId) => `${path}/${rowId}`), [path]),
  );
  const acts = useMemo(() => rowActs(path, "X"), [path]);
  const nameOf = useMemo(
    () => namesOf({ artifacts: [...sheet.artifacts], executors: [...sheet.executors] }),
    [sheet.artifacts, sheet.executors],
  );
  const columns = useMemo(
    () =>
      executorColumns({
        entryPoints: ({ executor }) => (executor ? entryPointsHref(reviewId, "executor", executor.id) : ""),
        authority: ({ executor }) => (executor ? authorityHref(reviewId, executor.id) : ""),
      }),
    [reviewId],
  );
  const findings = useMemo(() => findingsByRow(sheet.findings), [sheet.findings]);
  const entriesOf = useMemo(() => entriesByExecutor(sheet.entryPoints), [sheet.entryPoints]);

  const { gridId } = added;
  const rows = useMemo(() => {
    const at = { canEdit, reach: sheet.reach, findings };
    return sheet.executors.map((executor) =>
      executorRow(executor, {
        ...at,
        id: gridId(executor.id),
        entryPoints: entriesOf.get(executor.id)?.length ?? 0,
      }),
    );
  }, [sheet.executors, canEdit, sheet.reach, findings, gridId, entriesOf]);
  const live = useMemo(() => rows.filter(({ executor }) => executor?.archivedAt === null), [rows]);
  const archived = useMemo(() => rows.filter(({ executor }) => executor?.archivedAt !== null), [rows]);
  const storedIds = useMemo(() => new Set(sheet.executors.map(({ id }) => id)), [sheet.executors]);
  const blank = added.blankAmong(storedIds);
  const shown = useMemo(() => {
    if (isArchive) return archived;
    return blank ? [...live, blankRow(blank.id, blank.cells, canEdit)] : live;
  }, [isArchive, archived, live, blank, canEdit]);

  const add = () => {
    void setArchive(null);
    setView({ q: "", filters: [], group: [], sort: [] });
    const id = added.begin();
    requestAnimationFrame(() => focusRow(id, nameColumn(columns, view)));
  };
  const duplicate = async ({ executor }: ExecutorRow) => {
    if (!executor) return;
    const number = await acts.duplicate(executor, rowCells("executor", executor as unknown as CellRow));
    if (number !== null) setView({ row: `X${number}` });
  };
  const setRowsArchived = (chosen: readonly ExecutorRow[], to: boolean) =>
    acts.setArchived(
      chosen.flatMap(({ executor }) => executor ?? []),
      to,
    );

  const inspected = rows.find((row) => row.number === view.row && row.executor);
  const executor = inspected?.executor;
  return (
    <ReviewPage
      title="Executors"
      lead="What runs submitted code, as whom, and what stands around it."
      fill
      inspector={
        <Inspector
          open={executor !== undefined && executor !== null}
          number={inspected?.number}
          title={executor?.name}
          onClose={() => setView({ row: null })}
        >
          {executor && inspected ? (
            <ExecutorInspector
              key={executor.id}
              reviewId={reviewId}
              executor={executor}
              entryPoints={entriesOf.get(executor.id) ?? NONE}
              reach={sheet.reach[executor.id]?.groups ?? []}
              findings={inspected.findings}
              rules={sheet.rules}
              nameOf={nameOf}
              actions={
                canEdit ? (
                  executor.archivedAt === null ? (
                    <>
                      <Button size="small" onClick={() => void duplicate(inspected)}>
                        Duplicate
                      </Button>
                      <Button size="small" onClick={() => void setRowsArchived([inspected], true)}>
                        Archive
                      </Button>
                    </>
                  ) : (
                    <Button size="small" onClick={() => void setRowsArchived([inspected], false)}>
                      Restore
                    </Button>
                  )
                ) : null
              }
              history={
                <HistoryOf
                  path={`${path}/${executor.id}`}
                  entity="executor"
                  version={Math.max(0, ...Object.values(executor.versions))}
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
        current="executors"
        counts={{
          entryPoints: sheet.entryPoints.filter(({ archivedAt }) => archivedAt === null).length,
          executors: live.length,
        }}
      />
      <div className="flex min-h-0 flex-1 flex-col pt-3">
        <Worksheet
          label={isArchive ? "Archived executors" : "Executors"}
          columns={columns}
          rows={shown}
          view={view}
          onView={setView}
          onSaveCell={added.onSaveCell}
          selectable
          fill
          selectionActions={(chosen, clear) =>
            canEdit ? (
              <Button
                size="small"
                onClick={() => {
                  clear();
                  void setRowsArchived(chosen, !isArchive);
                }}
              >
                {isArchive ? "Restore" : "Archive"} {chosen.length}
              </Button>
            ) : null
          }
          toolbar={
            <SheetActions
              csv={csvHref(`${path}.csv`, shown, columns, view)}
              archived={archived.length}
              isArchive={isArchive}
              onArchive={(on) => void setArchive(on || null)}
              canEdit={canEdit}
              noun="executor"
              onAdd={add}
              onDiscard={added.isWaiting ? added.discard : undefined}
            />
          }
          empty={
            isArchive ? (
              <EmptyState title="Nothing is archived" />
            ) : (
              <EmptyState
                title="No executor yet"
                action={
                  canEdit ? (
                    <Button variant="primary" onClick={add}>
                      Add executor
                    </Button>
                  ) : undefined
                }
              >
                Attach a configuration under Authority, and its containers appear here. Or add by hand what
                runs submitted code.
              </EmptyState>
            )
          }
        />
      </div>
    </ReviewPage>
  );
}

function entriesByExecutor(entries: readonly EntryPoint[]): Map<string, EntryPoint[]> {
  const found = new Map<string, EntryPoint[]>();
  for (const entry of entries) {
    if (entry.executorId === null || entry.archivedAt !== null) continue;
    const list = found.get(entry.executorId);
    if (list) list.push(entry);
    else found.set(entry.executorId, [entry]);
  }
  return found;
}

function blankRow(id: string, cells: Record<string, Cell>, canEdit: boolean): ExecutorRow {
  const authority = { grants: 0, missingLimits: 0, undecided: 0 };
  return { id, cells, canEdit, findings: [], executor: null, entryPoints: 0, authority };
}
