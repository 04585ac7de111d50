"use client";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";

/** Asks why a question does not apply; without a reason there is no such answer. */
export function ReasonForm({
  start,
  onSave,
  onDraft,
}: {
  start: string;
  onSave: (reason: string) => void;
  onDraft: (reason: string) => void;
}) {
  const id = useId();
  const [reason, setReason] = useState(start);
  const trimmed = reason.trim();
  return (
    <div className="flex w-80 max-w-full flex-col gap-2 p-3">
      <label htmlFor={id} className="font-medium">
        Not applicable, because…
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
        autoFocus
        rows={2}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          onDraft(event.target.value.trim());
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (trimmed) onSave(trimmed);
        }}
        className="control resize-none [field-sizing:content]"
      />
      <div className="flex items-center justify-between gap-3">
        <span className="text-small text-ink-3">
          {trimmed ? "Enter saves · Esc restores" : "Say why it does not apply."}
        </span>
        <Button size="small" disabled={!trimmed} onClick={() => onSave(trimmed)}>
          Save
        </Button>
      </div>
    </div>
  );
}
