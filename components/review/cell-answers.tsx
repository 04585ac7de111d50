"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { ReasonForm } from "@/components/worksheet/reason-form";
import type { Cell } from "@/lib/review/cell";

/** The answers that are no value, below a control: unknown, does not apply, none. */
export function CellAnswers({
  cell,
  label,
  unknown,
  notApplicable,
  clearable,
  onAnswer,
}: {
  cell: Cell;
  label: string;
  unknown?: boolean;
  notApplicable?: boolean;
  clearable: boolean;
  onAnswer: (value: Cell) => void;
}) {
  const [asking, setAsking] = useState(false);
  const canClear = clearable && cell.state !== "unset";
  // One press must not replace what somebody wrote: it is offered once the answer is emptied.
  const offersUnknown = unknown && cell.state !== "value";
  if (!offersUnknown && !notApplicable && !canClear) return null;
  return (
    <div className="-ml-2 flex flex-wrap items-center gap-x-1 pt-1 text-small">
      {cell.state === "not-applicable" ? (
        <p className="basis-full pb-1 pl-2 text-grid whitespace-pre-wrap">
          <span className="text-ink-3">Not applicable, because: </span>
          {cell.reason}
        </p>
      ) : null}
      {offersUnknown ? (
        <Button
          size="small"
          variant="quiet"
          data-unknown
          aria-label={`${label}: unknown`}
          aria-pressed={cell.state === "unknown"}
          className="aria-pressed:text-ink aria-pressed:underline"
          onClick={() => onAnswer({ state: cell.state === "unknown" ? "unset" : "unknown" })}
        >
          {cell.state === "unknown" ? "Answered: unknown" : "Unknown"}
        </Button>
      ) : null}
      {notApplicable ? (
        <Popover
          open={asking}
          onOpenChange={setAsking}
          trigger={
            <Button size="small" variant="quiet" aria-label={`${label}: not applicable`}>
              {cell.state === "not-applicable" ? "Change the reason" : "Not applicable…"}
            </Button>
          }
        >
          <ReasonForm
            start={cell.state === "not-applicable" ? cell.reason : ""}
            onDraft={() => {}}
            onSave={(reason) => {
              setAsking(false);
              onAnswer({ state: "not-applicable", reason });
            }}
          />
        </Popover>
      ) : null}
      {canClear ? (
        <Button
          size="small"
          variant="quiet"
          aria-label={`${label}: clear`}
          onClick={() => onAnswer({ state: "unset" })}
        >
          Clear
        </Button>
      ) : null}
    </div>
  );
}
