"use client";
import { parseAsArrayOf, parseAsString, useQueryState } from "nuqs";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AuthorityTabs } from "@/components/authority/authority-tabs";
import type { Deciding } from "@/components/authority/decide-target";
import { KeyHints } from "@/components/authority/key-hints";
import { NeedTree } from "@/components/authority/need-tree";
import { type TreeLine, treeLines } from "@/components/authority/tree-lines";
import { Inspector } from "@/components/frame/inspector";
import { ReviewPage } from "@/components/frame/review-page";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import { LinkButton } from "@/components/ui/link-button";
import { SaveBar } from "@/components/worksheet/save-bar";
import { CellSaves } from "@/components/worksheet/save-store";
import type { PackedPage } from "@/lib/review/authority/pack-page";
import { useReviewEvents } from "../live-provider";
import { saveCellsAt } from "../save-cell";
import { useCover } from "../use-cover";
import { AddCapability } from "./add-capability";
import { CapabilityInspector, coverTargets } from "./capability-inspector";
import { decideWith } from "./decide-with";
import { decidingLine, decidingRows } from "./deciding";
import { JustificationInspector } from "./justification-inspector";
import { NothingGranted } from "./nothing-granted";
import { SelectionBar } from "./selection-bar";
import { TreeLineView } from "./tree-line-view";
import { useDecide } from "./use-decide";
import { usePage } from "./use-page";
import { usePlaces } from "./use-places";
import { useRiskFrom } from "./use-risk-from";
import { useRows } from "./use-rows";

/** Authority read by need: executors, their justifications, and what serves no stated need. */
export function AuthorityView({ reviewId, packed }: { reviewId: string; packed: PackedPage }) {
  const rows = useRows(reviewId);
  const places = usePlaces(reviewId);
  const cover = useCover(reviewId);
  const riskFrom = useRiskFrom(reviewId);
  const { page, read } = usePage(reviewId, packed);
  const [toggled, setToggled] = useQueryState("open", parseAsArrayOf(parseAsString).withDefault([]));
  const [inspectedRef, setInspected] = useQueryState("row", parseAsString);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [moved, setMoved] = useState(0);
  const [saves] = useState(() => new CellSaves());
  const hints = useRef(new Map<string, { purpose: string; limiter: string } | null>());
  const canEdit = page.abilities.includes("content.edit");
  const onRisk = page.abilities.includes("risk.edit") ? riskFrom : undefined;

  const executors = useMemo(() => new Map(page.executors.map((one) => [one.id, one])), [page.executors]);
  const justifications = useMemo(
    () => new Map(page.justifications.map((one) => [one.id, one])),
    [page.justifications],
  );
  const numberOf = useCallback((id: string) => justifications.get(id)?.number, [justifications]);
  const open = useMemo(() => new Set(toggled), [toggled]);
  const lines = useMemo(
    () =>
      treeLines({
        branches: page.byNeed.branches,
        executors,
        justifications,
        toggled: open,
        numbersOf: places.numbersOf,
      }),
    [page.byNeed.branches, executors, justifications, open, places.numbersOf],
  );

  const refresh = useCallback(() => {
    setMoved(0);
    places.readAgain();
    void read();
  }, [places.readAgain, read]);
  const own = useRef(new Set<number>());
  useReviewEvents(({ seq, type, payload }) => {
    if (own.current.has(seq)) return;
    const isDecision = type === "capabilities.decided" || type === "cell.edited";
    const changed = payload.changes?.filter(({ table }) => table === "capability").length ?? 0;
    if (isDecision && changed > 0) setMoved((now) => now + changed);
    else if (payload.changed || changed > 0) refresh();
  });

  const { decide, decideByKey, takeLastBack, dialog } = useDecide({
    reviewId,
    seen: page.seq,
    justifications: page.justifications,
    hintOf: ({ target }) =>
      target.kind === "rows" && target.rows.length === 1
        ? (hints.current.get(target.rows[0]!.id) ?? null)
        : null,
    onDone: ({ seq }) => {
      if (seq !== null) own.current.add(seq);
      setSelected(new Set());
      refresh();
    },
  });

  const save = useMemo(() => saveCellsAt((id) => `/reviews/${reviewId}/justifications/${id}`), [reviewId]);
  const toggle = (line: TreeLine) =>
    void setToggled((now) => {
      const next = now.includes(line.key) ? now.filter((key) => key !== line.key) : [...now, line.key];
      return next.length > 0 ? next : null;
    });
  const select = (number: number) => {
    const next = new Set(selected);
    if (!next.delete(number)) next.add(number);
    setSelected(next);
  };
  const chosen = [...selected].flatMap((number) => rows.rowOf(number) ?? []);
  const decidingAt = (line: TreeLine): Deciding | null =>
    line.kind === "row" && chosen.length > 0 ? decidingRows(chosen) : decidingLine(line, rows.rowOf);

  const onKey = (event: KeyboardEvent, line: TreeLine) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (selected.size > 0) setSelected(new Set());
      else void setInspected(null);
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (line.kind === "row") void setInspected(`C${line.number}`);
      else if (line.kind === "need") void setInspected(`J${line.justification.number}`);
      else toggle(line);
      return;
    }
    if (event.key === " ") {
      event.preventDefault();
      if (line.kind === "row" && canEdit) select(line.number);
      return;
    }
    if (!canEdit || [...event.key].length !== 1) return;
    const acts = { onDecide: decideByKey, onTakeBack: takeLastBack };
    if (decideWith(event.key, decidingAt(line), acts)) event.preventDefault();
  };

  const inSight = useRef<readonly TreeLine[]>([]);
  const { need, round } = rows;
  const { load } = places;
  const readSeen = useCallback(() => {
    need(inSight.current.flatMap((line) => (line.kind === "row" ? [line.number] : [])));
    for (const line of inSight.current)
      if ((line.kind === "need" || line.kind === "place") && line.isOpen)
        void load(line.branch.id, line.place.key);
  }, [need, load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that became stale are read again where they are in sight.
  useEffect(readSeen, [round, readSeen]);

  const render = (line: TreeLine) => (
    <TreeLineView
      line={line}
      reviewId={reviewId}
      canEdit={canEdit}
      rowOf={rows.rowOf}
      numberOf={numberOf}
      isSelected={(number) => selected.has(number)}
      saves={saves}
      onSave={save}
      onToggle={toggle}
      onSelect={select}
      onInspect={(ref) => void setInspected(ref)}
      onDecide={decide}
      onRisk={onRisk}
      coveredBy={(row) => cover(coverTargets(row))}
    />
  );

  // What a line shows besides itself: its row, the justifications, what is selected together with it.
  const drawn = useMemo(
    () => ({ round, page, selected: selected.size, decide, cover }),
    [round, page, selected.size, decide, cover],
  );
  const { open: waiting, live } = page.byNeed;
  const isEmpty = live === 0 && page.byNeed.closed === 0 && page.configurations.length === 0;
  const number = Number(inspectedRef?.slice(1) ?? Number.NaN);
  const isCapability = inspectedRef?.startsWith("C") && Number.isInteger(number);
  const inspectedRow = isCapability ? rows.rowOf(number) : undefined;
  if (isCapability && !inspectedRow) rows.need([number]);
  const inspectedNeed = inspectedRef?.startsWith("J")
    ? page.justifications.find((one) => one.number === number)
    : undefined;
  const importHref = `/reviews/${reviewId}/authority/import`;
  return (
    <ReviewPage
      title="Authority"
      lead={
        isEmpty
          ? "If arbitrary code runs inside, what can it do?"
          : `${counted(live, "capability is", "capabilities are")} granted now; ${waiting === 0 ? "none waits for a decision" : `${counted(waiting, "waits", "wait")} for a decision`}.`
      }
      fill
      actions={
        canEdit ? (
          <LinkButton href={importHref} variant={isEmpty || waiting === 0 ? "primary" : "secondary"}>
            Import configuration
          </LinkButton>
        ) : null
      }
      inspector={
        <Inspector
          open={inspectedRow !== undefined || inspectedNeed !== undefined}
          number={inspectedRef ?? undefined}
          title={inspectedRow?.title ?? "Justification"}
          onClose={() => void setInspected(null)}
        >
          {inspectedRow ? (
            <CapabilityInspector
              key={inspectedRow.id}
              reviewId={reviewId}
              row={inspectedRow}
              executors={executors}
              canEdit={canEdit}
              numberOf={numberOf}
              cover={cover}
              canWriteRisk={onRisk !== undefined}
              onDecide={decide}
              onHint={(id, hint) => hints.current.set(id, hint)}
            />
          ) : null}
          {inspectedNeed ? (
            <JustificationInspector
              key={inspectedNeed.id}
              reviewId={reviewId}
              justification={inspectedNeed}
              branches={page.byNeed.branches}
              executors={executors}
              canEdit={canEdit}
              saves={saves}
              onSave={save}
            />
          ) : null}
        </Inspector>
      }
    >
      <AuthorityTabs reviewId={reviewId} current="need" />
      {isEmpty && page.executors.length === 0 ? (
        <div className="pt-4">
          <NothingGranted importHref={canEdit ? importHref : null} />
        </div>
      ) : (
        <>
          <div className="flex min-h-11 flex-wrap items-center gap-3 py-1.5">
            {selected.size > 0 ? (
              <SelectionBar
                count={selected.size}
                deciding={chosen.length > 0 ? decidingRows(chosen) : null}
                onDecide={decide}
                onRisk={onRisk}
                onClear={() => setSelected(new Set())}
              />
            ) : null}
            {moved > 0 ? (
              <Button size="small" variant="quiet" onClick={refresh}>
                {counted(moved, "row", "rows")} changed · refresh
              </Button>
            ) : null}
            {canEdit ? (
              <span className="ml-auto">
                <AddCapability reviewId={reviewId} executors={page.executors} />
              </span>
            ) : null}
          </div>
          <SaveBar saves={saves} onRetry={() => void saves.retryFailed(save)} />
          <NeedTree
            lines={lines}
            label="Authority by need"
            selected={selected}
            inspected={inspectedRef}
            render={render}
            round={drawn}
            onToggle={toggle}
            onKey={onKey}
            onFocusLine={(line) => {
              // On narrow screens the inspector covers the tree, so there it is only opened on purpose.
              if (inspectedRef === null || !window.matchMedia("(min-width: 1100px)").matches) return;
              if (line.kind === "row") void setInspected(`C${line.number}`);
              else if (line.kind === "need") void setInspected(`J${line.justification.number}`);
            }}
            onSeen={(seen) => {
              inSight.current = seen;
              readSeen();
            }}
          />
          {canEdit ? <KeyHints /> : null}
        </>
      )}
      {dialog}
    </ReviewPage>
  );
}
