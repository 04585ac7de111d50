"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import type { CellSave, Conflict, SaveOutcome } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import type { ChecklistItem } from "@/lib/review/kind-checklist";

/** What is being written about a kind; kept by the owner, so that closing the popover loses nothing. */
export type ReasonDraft = { text: string; version: number; error?: string; conflict?: Conflict };

interface KindReasonProps {
  item: ChecklistItem;
  canEdit: boolean;
  draft: ReasonDraft | null;
  onDraft: (draft: ReasonDraft | null) => void;
  onSave: (save: CellSave) => Promise<SaveOutcome>;
  onSaved: () => void;
}

/** "Does not exist here, because…", saved when the person says so. */
export function KindReason({ item, canEdit, draft, onDraft, onSave, onSaved }: KindReasonProps) {
  const [busy, setBusy] = useState(false);
  if (!canEdit) return <p>{item.because ?? <span className="text-ink-3">Nobody has answered yet.</span>}</p>;
  const text = draft?.text ?? item.because ?? "";
  const isSame = text.trim() === (item.because ?? "");
  const send = async (value: Cell, version: number) => {
    setBusy(true);
    const outcome = await onSave({ rowId: item.kind, column: "because", value, version });
    setBusy(false);
    if (outcome.ok) {
      onDraft(null);
      onSaved();
    } else if ("conflict" in outcome) onDraft({ text, version, conflict: outcome.conflict });
    else onDraft({ text, version, error: outcome.error });
  };
  const save = (version = draft?.version ?? item.version) => {
    if (busy || isSame) return;
    const trimmed = text.trim();
    void send(trimmed ? { state: "value", value: trimmed } : { state: "unset" }, version);
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label="Does not exist here, because…" error={draft?.error}>
        <TextArea
          rows={2}
          value={text}
          onChange={(next) => onDraft({ text: next, version: draft?.version ?? item.version })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            save();
          }}
        />
      </Field>
      {draft?.conflict ? (
        <Theirs conflict={draft.conflict} onKeepMine={save} onTakeTheirs={() => onDraft(null)} />
      ) : (
        <div className="flex items-center gap-2">
          <Button size="small" type="submit" busy={busy} disabled={isSame}>
            Save
          </Button>
          {item.because && isSame ? (
            <Button
              size="small"
              variant="quiet"
              onClick={() => void send({ state: "unset" }, draft?.version ?? item.version)}
            >
              Open it again
            </Button>
          ) : null}
        </div>
      )}
    </form>
  );
}

function Theirs({
  conflict,
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: Conflict;
  onKeepMine: (version: number) => void;
  onTakeTheirs: () => void;
}) {
  const { value } = conflict;
  return (
    <Notice tone="warn" title={`${conflict.author} answered meanwhile`}>
      <p className="break-words">{value.state === "value" ? String(value.value) : "Open again"}</p>
      <div className="flex gap-2 pt-2">
        <Button size="small" onClick={() => onKeepMine(conflict.version)}>
          Keep mine
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </Notice>
  );
}
