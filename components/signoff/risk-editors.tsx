"use client";
import { useEffect, useRef, useState } from "react";
import type { Links } from "@/components/signoff/covers-links";
import { CoversPicker, type SearchCoverable } from "@/components/signoff/covers-picker";
import type { RiskRow } from "@/components/signoff/risk-row";
import { Button } from "@/components/ui/button";
import type { EditorProps } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import type { RowLink } from "@/lib/review/row-link";

const listCell = (covers: readonly string[]): Cell =>
  covers.length > 0 ? { state: "value", value: covers } : { state: "unset" };

/** What a cell of targets holds. */
export const coversIn = (cell: Cell): string[] => (cell.state === "value" ? (cell.value as string[]) : []);

/** Picks in a cell of the worksheet. Tab and Ctrl+Enter save, a press elsewhere too, Esc restores. */
export function CoversEditor({
  cell,
  commit,
  cancel,
  draft,
  links,
  onSearch,
  onPicked,
}: EditorProps<RiskRow> & {
  links: Links;
  onSearch: SearchCoverable;
  onPicked: (link: RowLink) => void;
}) {
  const [covers, setCovers] = useState(() => coversIn(cell));
  return (
    <div className="flex w-[28rem] max-w-[calc(100vw-48px)] flex-col gap-2">
      <CoversPicker
        value={covers}
        links={links}
        onSearch={onSearch}
        isOpenAtOnce
        onChange={(next, picked) => {
          if (picked) onPicked(picked);
          setCovers(next);
          draft(listCell(next));
        }}
        onDone={() => commit(listCell(covers))}
      />
      <div className="flex items-center justify-between gap-2">
        <span className="text-small text-ink-3">Enter ticks · Tab saves · Esc restores</span>
        <span className="flex gap-2">
          <Button size="small" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button size="small" onClick={() => commit(listCell(covers))}>
            Save
          </Button>
        </span>
      </div>
    </div>
  );
}

/** A day in a cell of the worksheet: Enter and Tab save, Esc restores. */
export function DayEditor({ cell, commit, draft }: EditorProps<RiskRow>) {
  const [day, setDay] = useState(cell.state === "value" ? String(cell.value) : "");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const dayCell = (value: string): Cell => (value ? { state: "value", value } : { state: "unset" });
  return (
    <div className="flex flex-col gap-1">
      <input
        ref={input}
        type="date"
        aria-label="Expires"
        value={day}
        onChange={(event) => {
          setDay(event.target.value);
          draft(dayCell(event.target.value));
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          commit(dayCell(day));
        }}
        className="control w-44!"
      />
      <span className="text-small text-ink-3">To the end of that day, UTC · Enter saves</span>
    </div>
  );
}
