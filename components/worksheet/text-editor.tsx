"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cellText } from "@/components/worksheet/cell-text";
import type { CellEditorProps } from "@/components/worksheet/editor-popup";
import { ReasonForm } from "@/components/worksheet/reason-form";
import type { WorksheetRow } from "@/components/worksheet/types";
import { useFocusAtOnce } from "@/components/worksheet/use-focus-at-once";
import type { Cell } from "@/lib/review/cell";

/** What a draft of text amounts to; null when it may not be saved. */
export function textCell(draft: string, required: boolean | undefined): Cell | null {
  const text = draft.trim();
  if (text) return { state: "value", value: text };
  return required ? null : { state: "unset" };
}

/** Text over the cell. Enter saves and goes down, Shift+Enter breaks the line, Tab saves and goes right. */
export function TextEditor<R extends WorksheetRow>(props: CellEditorProps<R>) {
  const { column, row, cell, seed, onDraft, onCommit, onCancel, focusRef } = props;
  const [draft, setDraft] = useState(seed ?? (cell.state === "value" ? cellText(column, row, cell) : ""));
  const [isReason, setReason] = useState(cell.state === "not-applicable" && seed === undefined);
  useFocusAtOnce(focusRef);
  const isLong = column.kind === "long-text";
  const change = (text: string) => {
    setDraft(text);
    onDraft(textCell(text, column.required));
  };
  const settle = (then: "down" | "right" | "left") => {
    const next = textCell(draft, column.required);
    // Nothing written into a cell that was answered otherwise leaves that answer alone.
    if (next && !(next.state === "unset" && cell.state !== "value")) onCommit(next, then);
    else onCancel();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) settle("down");
    else if (event.key === "Tab") settle(event.shiftKey ? "left" : "right");
    else return;
    event.preventDefault();
  };
  if (isReason)
    return (
      <ReasonForm
        start={cell.state === "not-applicable" ? cell.reason : ""}
        onSave={(reason) => onCommit({ state: "not-applicable", reason }, "stay")}
        onDraft={(reason) => onDraft(reason ? { state: "not-applicable", reason } : null)}
      />
    );
  return (
    <>
      <textarea
        ref={(element) => {
          focusRef.current = element;
        }}
        aria-label={column.header}
        aria-invalid={column.required && !draft.trim() ? true : undefined}
        rows={isLong ? 3 : 1}
        value={draft}
        spellCheck={!column.mono}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => event.target.setSelectionRange(draft.length, draft.length)}
        onKeyDown={onKeyDown}
        className={`block max-h-72 w-full shrink resize-none bg-transparent px-2 py-[5px] outline-none [field-sizing:content] ${isLong ? "min-h-[70px] min-w-80" : "min-w-48"} max-w-120 ${column.mono ? "font-mono text-small leading-5!" : ""}`}
      />
      <div className="flex flex-wrap items-center gap-x-1 border-t px-1 py-1 text-small text-ink-3">
        {column.unknown ? (
          <Button size="small" variant="quiet" onClick={() => onCommit({ state: "unknown" }, "stay")}>
            Unknown
          </Button>
        ) : null}
        {column.notApplicable ? (
          <Button size="small" variant="quiet" onClick={() => setReason(true)}>
            Not applicable…
          </Button>
        ) : null}
        <span className="ml-auto px-1 whitespace-nowrap">
          {column.required && !draft.trim() ? "Cannot be empty" : "Enter saves · Esc restores"}
        </span>
      </div>
    </>
  );
}
