"use client";
import { useState, useSyncExternalStore } from "react";
import { JUSTIFICATION_COLUMNS, type JustificationRow } from "@/components/authority/justification-columns";
import { cellAt, cellText, isEditable } from "@/components/worksheet/cell-text";
import { EditorPopup } from "@/components/worksheet/editor-popup";
import { SaveMark } from "@/components/worksheet/save-mark";
import { type CellSaves, shownCell } from "@/components/worksheet/save-store";
import type { Column, OnSaveCell } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

/**
 * The cells of a justification where it is read: a press on one edits it in its place. `stacked`
 * puts them below each other, each under its heading.
 */
export function JustificationCells({
  row,
  saves,
  onSave,
  stacked = false,
}: {
  row: JustificationRow;
  saves: CellSaves;
  onSave: OnSaveCell;
  stacked?: boolean;
}) {
  return (
    <div
      className={
        stacked
          ? "flex flex-col gap-3"
          : "grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)]"
      }
    >
      {JUSTIFICATION_COLUMNS.map((column) => (
        <OneCell key={column.id} row={row} column={column} saves={saves} onSave={onSave} />
      ))}
    </div>
  );
}

function OneCell({
  row,
  column,
  saves,
  onSave,
}: {
  row: JustificationRow;
  column: Column<JustificationRow>;
  saves: CellSaves;
  onSave: OnSaveCell;
}) {
  const [editing, setEditing] = useState<{ anchor: Element; cell: Cell; version: number } | null>(null);
  const states = useSyncExternalStore(
    saves.subscribe,
    () => saves.ofRow(row.id),
    () => saves.ofRow(row.id),
  );
  const save = states[column.id];
  const version = row.versions?.[column.id] ?? 0;
  const cell = shownCell(cellAt(row, column.id), version, save);
  const text = cellText(column, row, cell);
  const send = (value: Cell, seen: number) =>
    void saves.save({ rowId: row.id, column: column.id, value, version: seen }, onSave);
  const isSettled = save?.phase === "saved" && version > save.version;
  const words = text || "Not written yet";
  return (
    <div className="min-w-0">
      <div className="text-small text-ink-3">{column.header}</div>
      <div className="flex items-start gap-1">
        {isEditable(column, row) ? (
          <button
            type="button"
            data-justification-cell={column.id}
            aria-label={`Edit ${column.header.toLowerCase()} of ${row.number}: ${words.slice(0, 120)}`}
            className={`-mx-1 min-w-0 flex-1 rounded-control px-1 text-left whitespace-pre-wrap break-words hover:bg-paper-3 ${text ? "" : "text-ink-3"}`}
            onClick={(event) => setEditing({ anchor: event.currentTarget, cell, version })}
          >
            {words}
          </button>
        ) : (
          <span className={`min-w-0 whitespace-pre-wrap break-words ${text ? "" : "text-ink-3"}`}>
            {words}
          </span>
        )}
        {save && !isSettled ? (
          <SaveMark
            roomy
            state={save}
            column={column}
            row={row}
            onDrop={() => saves.drop(row.id, column.id)}
            onRetry={() => send(save.value, version)}
            onTakeTheirs={() => saves.takeTheirs(row.id, column.id)}
            onKeepMine={() => send(save.value, save.phase === "conflict" ? save.conflict.version : version)}
          />
        ) : null}
      </div>
      {editing ? (
        <EditorPopup
          anchor={editing.anchor}
          column={column}
          row={row}
          cell={editing.cell}
          onCommit={(value) => {
            setEditing(null);
            if (JSON.stringify(value) !== JSON.stringify(editing.cell)) send(value, editing.version);
            (editing.anchor as HTMLElement).focus();
          }}
          onCancel={() => {
            setEditing(null);
            (editing.anchor as HTMLElement).focus();
          }}
        />
      ) : null}
    </div>
  );
}
