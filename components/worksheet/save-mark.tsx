"use client";
import { Popover } from "@base-ui/react/popover";
import { Check, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { absoluteTime } from "@/components/ui/time-text";
import { cellText } from "@/components/worksheet/cell-text";
import type { SaveState } from "@/components/worksheet/save-store";
import type { Column, WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";

export interface SaveMarkProps<R extends WorksheetRow> {
  state: SaveState;
  column: Column<R>;
  row: R;
  onRetry: () => void;
  onDrop: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Where there is room: sending it again needs no popup. */
  roomy?: boolean;
}

function Said<R extends WorksheetRow>({
  who,
  cell,
  column,
  row,
}: {
  who: string;
  cell: Cell;
  column: Column<R>;
  row: R;
}) {
  return (
    <div className="border-t py-2">
      <div className="text-small text-ink-3">{who}</div>
      <div className="max-h-40 overflow-y-auto whitespace-pre-wrap">
        {cellText(column, row, cell) || <span className="text-ink-3 italic">empty</span>}
      </div>
    </div>
  );
}

/** How the save of a cell stands; failed and conflicting ones open what to do about it. */
export function SaveMark<R extends WorksheetRow>({ state, column, row, roomy, ...acts }: SaveMarkProps<R>) {
  if (state.phase === "saving")
    return <span className="ml-auto shrink-0 pl-1 text-small text-ink-3">Saving…</span>;
  if (state.phase === "saved")
    return (
      <span className="save-done ml-auto shrink-0 pl-1 text-ink-3">
        <Check aria-label="Saved" className="size-3.5" />
      </span>
    );
  const isConflict = state.phase === "conflict";
  const problem = (
    <Popover.Root>
      <Popover.Trigger
        data-save-problem
        className={`save-problem ml-auto flex h-6 shrink-0 items-center gap-1 rounded-control px-1 text-small font-medium ${isConflict ? "text-amber" : "text-red"}`}
      >
        <TriangleAlert aria-hidden className="size-3.5" />
        {isConflict ? "Conflict" : "Not saved"}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup className="popup w-90 p-3 outline-none">
            {state.phase === "conflict" ? (
              <>
                <Popover.Title className="pb-2 font-semibold">
                  {state.conflict.author} changed this while you were writing
                </Popover.Title>
                <Said who="Yours, not saved" cell={state.value} column={column} row={row} />
                <Said
                  who={`${state.conflict.author}, ${absoluteTime(state.conflict.at)}`}
                  cell={state.conflict.value}
                  column={column}
                  row={row}
                />
                <div className="flex justify-end gap-2 border-t pt-3">
                  <Popover.Close render={<Button size="small" onClick={acts.onTakeTheirs} />}>
                    Take theirs
                  </Popover.Close>
                  <Popover.Close render={<Button size="small" onClick={acts.onKeepMine} />}>
                    Keep mine
                  </Popover.Close>
                </div>
              </>
            ) : (
              <>
                <Popover.Title className="font-semibold">Not saved</Popover.Title>
                <p className="pb-2 text-ink-2">{state.error}</p>
                <Said who="Yours, kept here" cell={state.value} column={column} row={row} />
                <div className="flex justify-end gap-2 border-t pt-3">
                  <Popover.Close render={<Button size="small" onClick={acts.onDrop} />}>
                    Discard
                  </Popover.Close>
                  <Popover.Close render={<Button size="small" onClick={acts.onRetry} />}>
                    Try again
                  </Popover.Close>
                </div>
              </>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
  if (!roomy || isConflict) return problem;
  return (
    <>
      {problem}
      <Button size="small" onClick={acts.onRetry}>
        Retry
      </Button>
    </>
  );
}
