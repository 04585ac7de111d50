"use client";
import { Popover } from "@base-ui/react/popover";
import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import { cellAt } from "@/components/worksheet/cell-text";
import { ChoiceEditor } from "@/components/worksheet/choice-editor";
import { TextEditor } from "@/components/worksheet/text-editor";
import type { Column, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

export type AfterEdit = "stay" | "down" | "right" | "left";

export interface CellEditorProps<R extends WorksheetRow> {
  column: Column<R>;
  row: R;
  cell: Cell;
  seed?: string;
  /** Keeps what is to be saved if the editor is left by a press elsewhere. */
  onDraft: (cell: Cell | null) => void;
  onCommit: (cell: Cell, then: AfterEdit) => void;
  onCancel: () => void;
  focusRef: RefObject<HTMLElement | null>;
}

/** The editor of one cell, in a popup that lies over the cell. A press elsewhere saves; Escape restores. */
export function EditorPopup<R extends WorksheetRow>({
  anchor,
  ...props
}: Omit<CellEditorProps<R>, "onDraft" | "focusRef"> & { anchor: Element }) {
  const { column, row, onCommit, onCancel } = props;
  const draft = useRef<Cell | null>(null);
  const focusRef = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (draft.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  const shared = {
    ...props,
    focusRef,
    onDraft: (cell: Cell | null) => {
      draft.current = cell;
    },
  };
  const isChoice = ["choice", "multi-choice", "reference", "tri-state"].includes(column.kind);
  return (
    <Popover.Root
      open
      onOpenChange={(open, details) => {
        if (open) return;
        if (details.reason !== "escape-key" && draft.current) onCommit(draft.current, "stay");
        else onCancel();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={({ anchor: cell }) => -cell.height}
          collisionAvoidance={{ side: "shift", align: "shift", fallbackAxisSide: "none" }}
          className="z-50"
        >
          <Popover.Popup
            aria-label={`${column.header}, ${row.number ?? row.id}`}
            initialFocus={focusRef}
            finalFocus={false}
            className="popup flex max-h-[min(24rem,80dvh)] w-max min-w-(--anchor-width) flex-col border-focus! outline-1 outline-focus"
          >
            {column.editor ? (
              <div className="p-2">
                {column.editor({
                  cell: cellAt(row, column.id),
                  row,
                  seed: props.seed,
                  commit: (cell) => onCommit(cell, "stay"),
                  cancel: onCancel,
                  draft: shared.onDraft,
                })}
              </div>
            ) : isChoice ? (
              <ChoiceEditor {...shared} />
            ) : (
              <TextEditor {...shared} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
