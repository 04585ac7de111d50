"use client";
import { useState, useSyncExternalStore } from "react";
import type { Links } from "@/components/signoff/covers-links";
import { CoversPicker, type SearchCoverable } from "@/components/signoff/covers-picker";
import { coversIn } from "@/components/signoff/risk-editors";
import { SaveMark } from "@/components/worksheet/save-mark";
import { CellSaves, shownCell } from "@/components/worksheet/save-store";
import type { Column, OnSaveCell, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import type { RowLink } from "@/lib/review/row-link";

/** What a risk covers, outside the grid: each tick is saved at once and says how the save stands. */
export function CoversField({
  rowId,
  field,
  cell,
  version,
  onSave,
  links,
  onSearch,
  onPicked,
}: {
  rowId: string;
  field: string;
  cell: Cell;
  version: number;
  onSave: OnSaveCell;
  links: Links;
  onSearch: SearchCoverable;
  onPicked: (link: RowLink) => void;
}) {
  const [saves] = useState(() => new CellSaves());
  const state = useSyncExternalStore(
    saves.subscribe,
    () => saves.ofRow(rowId)[field],
    () => undefined,
  );
  const shown = shownCell(cell, version, state);
  const save = (value: Cell, from: number) =>
    void saves.save({ rowId, column: field, value, version: from }, onSave);
  const row: WorksheetRow = { id: rowId, cells: { [field]: cell } };
  const words = (one: Cell) =>
    coversIn(one)
      .map((target) => links[target]?.label ?? "…")
      .join(", ");
  const column: Column = { id: field, header: "Covers", width: 0, kind: "custom", text: words };
  return (
    <div className="relative flex flex-col gap-1" data-cell={field}>
      <p className="font-medium">Covers</p>
      {state ? (
        <div className="absolute top-0 right-0 flex h-5 items-center">
          <SaveMark
            state={state}
            column={column}
            row={row}
            onRetry={() => save(state.value, state.phase === "failed" ? state.version : version)}
            onDrop={() => saves.drop(rowId, field)}
            onKeepMine={() => state.phase === "conflict" && save(state.value, state.conflict.version)}
            onTakeTheirs={() => saves.takeTheirs(rowId, field)}
          />
        </div>
      ) : null}
      <CoversPicker
        value={coversIn(shown)}
        links={links}
        onSearch={onSearch}
        onChange={(next, picked) => {
          if (picked) onPicked(picked);
          save(next.length > 0 ? { state: "value", value: next } : { state: "unset" }, version);
        }}
      />
    </div>
  );
}
