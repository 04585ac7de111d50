"use client";
import { useCallback, useMemo, useRef, useState } from "react";
import { AuthorityTabs } from "@/components/authority/authority-tabs";
import { DecideMenu } from "@/components/authority/decide-menu";
import { type FlatRow, flatColumns, flatRow } from "@/components/authority/flat-columns";
import { Inspector } from "@/components/frame/inspector";
import { ReviewPage } from "@/components/frame/review-page";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import type { RowSource } from "@/components/worksheet/types";
import { useWorksheetView } from "@/components/worksheet/use-worksheet-view";
import { Worksheet } from "@/components/worksheet/worksheet";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import type { PackedPage } from "@/lib/review/authority/pack-page";
import { useReviewEvents } from "../../live-provider";
import { useCover } from "../../use-cover";
import { AddCapability } from "../add-capability";
import { CapabilityInspector } from "../capability-inspector";
import { decidingRows } from "../deciding";
import { useDecide } from "../use-decide";
import { usePage } from "../use-page";
import { useRiskFrom } from "../use-risk-from";
import { useRows } from "../use-rows";
import { saveFlatCells } from "./save-flat-cells";
import { orderParams, useOrder } from "./use-order";

/** Every capability a row; rows come in windows, in an order that the server makes. */
export function FlatView({
  reviewId,
  packed,
  seq,
  numbers,
  rows: firstRows,
}: {
  reviewId: string;
  packed: PackedPage;
  /** The first order: the seq it was read at, and its short numbers. */
  seq: number;
  numbers: string;
  rows: readonly CapabilityRow[];
}) {
  const { view, setView } = useWorksheetView();
  const cover = useCover(reviewId);
  const riskFrom = useRiskFrom(reviewId);
  const { page } = usePage(reviewId, packed);
  const rows = useRows(reviewId, firstRows);
  const [firstOrder] = useState(() => ({ seq, numbers: numbers.split(" ").filter(Boolean).map(Number) }));
  const { order, isReading, readAgain } = useOrder(reviewId, view, firstOrder);
  const [changed, setChanged] = useState(0);
  const canEdit = page.abilities.includes("content.edit");
  const canWriteRisk = page.abilities.includes("risk.edit");
  const refresh = useCallback(() => {
    setChanged(0);
    readAgain();
  }, [readAgain]);
  useReviewEvents(({ payload }) => {
    if (payload.changed) return refresh();
    const touched = payload.changes?.filter(({ table }) => table === "capability") ?? [];
    if (touched.some(({ op, after }) => op === "insert" || "archivedAt" in after)) refresh();
    else if (touched.length > 0) setChanged((now) => now + touched.length);
  });

  const executors = useMemo(() => new Map(page.executors.map((one) => [one.id, one])), [page.executors]);
  const justifications = useMemo(
    () => new Map(page.justifications.map((one) => [one.id, one])),
    [page.justifications],
  );
  const numberOf = useCallback((id: string) => justifications.get(id)?.number, [justifications]);
  const columns = useMemo(
    () => flatColumns(page.executors, page.justifications),
    [page.executors, page.justifications],
  );

  // Rows keep their identity while nothing of theirs changes, so that the grid redraws only what did.
  const made = useRef(new Map<string, { from: unknown[]; row: FlatRow }>());
  const flatOf = useCallback(
    (row: CapabilityRow): FlatRow => {
      const justification =
        row.justificationId === null ? undefined : justifications.get(row.justificationId);
      const from = [row, justification, executors, canEdit];
      const known = made.current.get(row.id);
      if (known?.from.every((part, at) => part === from[at])) return known.row;
      const fresh = flatRow(row, justification, executors, canEdit);
      made.current.set(row.id, { from, row: fresh });
      return fresh;
    },
    [justifications, executors, canEdit],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round of rows makes a new source.
  const source = useMemo<RowSource<FlatRow>>(
    () => ({
      count: order.numbers.length,
      rowAt: (at) => {
        const row = rows.rowOf(order.numbers[at] ?? -1);
        return row && flatOf(row);
      },
      onNeedRange: (from, to) => rows.need(order.numbers.slice(from, to)),
    }),
    [order, rows.rowOf, rows.need, rows.round, flatOf],
  );

  const { decide, dialog } = useDecide({
    reviewId,
    seen: page.seq,
    justifications: page.justifications,
    onDone: () => rows.readAgain(),
  });
  const save = useMemo(() => saveFlatCells(reviewId, (id) => made.current.get(id)?.row), [reviewId]);

  const number = Number(view.row?.slice(1) ?? Number.NaN);
  const inspected = Number.isInteger(number) ? rows.rowOf(number) : undefined;
  if (Number.isInteger(number) && !inspected) rows.need([number]);
  const isNarrowed = orderParams(view) !== "";
  const csv = csvHref(reviewId, orderParams(view), columns, view.hidden);
  return (
    <ReviewPage
      title="Authority"
      lead={
        isNarrowed
          ? `${counted(order.numbers.length, "capability passes", "capabilities pass")} the filters.`
          : `${counted(order.numbers.length, "capability", "capabilities")}, each a row.`
      }
      fill
      inspector={
        <Inspector
          open={inspected !== undefined}
          number={view.row ?? undefined}
          title={inspected?.title}
          onClose={() => setView({ row: null })}
        >
          {inspected ? (
            <CapabilityInspector
              key={inspected.id}
              reviewId={reviewId}
              row={inspected}
              executors={executors}
              canEdit={canEdit}
              numberOf={numberOf}
              cover={cover}
              canWriteRisk={canWriteRisk}
              onDecide={decide}
            />
          ) : null}
        </Inspector>
      }
    >
      <div className="pb-3">
        <AuthorityTabs reviewId={reviewId} current="flat" />
      </div>
      <Worksheet
        label="Every capability"
        columns={columns}
        source={source}
        view={view}
        onView={setView}
        onSaveCell={save}
        selectable={canEdit}
        fill
        selectionActions={(chosen, clear) => (
          <>
            <DecideMenu
              deciding={decidingRows(chosen.flatMap(({ row }) => rows.rowOf(row.number) ?? []))}
              onDecide={(deciding, decision) => {
                clear();
                decide(deciding, decision);
              }}
            />
            {canWriteRisk ? (
              <Button
                size="small"
                variant="quiet"
                onClick={() =>
                  riskFrom(decidingRows(chosen.flatMap(({ row }) => rows.rowOf(row.number) ?? [])))
                }
              >
                Write a residual risk…
              </Button>
            ) : null}
          </>
        )}
        toolbar={
          <>
            {changed > 0 ? (
              <Button size="small" variant="quiet" onClick={refresh} busy={isReading}>
                {counted(changed, "row", "rows")} changed · refresh
              </Button>
            ) : null}
            <LinkButton size="small" variant="quiet" href={csv} prefetch={false} download>
              CSV
            </LinkButton>
            {canEdit ? <AddCapability reviewId={reviewId} executors={page.executors} /> : null}
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState
              title="No capability passes the filters"
              action={
                <Button size="small" onClick={() => setView({ filters: [], q: "" })}>
                  Show all
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="Nothing is known yet of what is granted"
              action={
                <LinkButton href={`/reviews/${reviewId}/authority/import`}>Import a configuration</LinkButton>
              }
            >
              Import what is deployed, or add a capability by hand.
            </EmptyState>
          )
        }
      />
      {dialog}
    </ReviewPage>
  );
}

/** The address of the CSV of the view as it stands. */
function csvHref(
  reviewId: string,
  order: string,
  columns: readonly { id: string; hidden?: boolean }[],
  hidden: readonly string[] | null,
): string {
  const left = hidden ?? columns.filter((column) => column.hidden).map(({ id }) => id);
  const shown = columns.map(({ id }) => id).filter((id) => !left.includes(id));
  const params = new URLSearchParams(order);
  params.set("columns", shown.join(","));
  return `/api/v1/reviews/${reviewId}/capabilities.csv?${params}`;
}
