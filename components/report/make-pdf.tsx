"use client";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";

/** How far a PDF is that this page is having made. */
export type PdfState =
  | { phase: "idle" }
  | { phase: "waiting"; place: number }
  | { phase: "reading" | "setting" }
  | { phase: "writing"; pages: number }
  | { phase: "receiving"; percent: number }
  | { phase: "done"; name: string; bytes: number }
  | { phase: "failed"; detail: string };

/** The button that makes the document, and how far it is. */
export function MakePdf({
  state,
  withHistory,
  onHistory,
  onMake,
  onCancel,
}: {
  state: PdfState;
  withHistory: boolean;
  onHistory: (withHistory: boolean) => void;
  onMake: () => void;
  onCancel: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const isRunning = !["idle", "done", "failed"].includes(state.phase);
  return (
    <div className="flex max-w-[68ch] flex-col items-start gap-4">
      <Checkbox
        checked={withHistory}
        onChange={onHistory}
        disabled={isRunning}
        hint="Every change with its time and author, at the end of the document."
      >
        With the history
      </Checkbox>
      <Button ref={button} variant="primary" onClick={onMake} busy={isRunning}>
        Make PDF
      </Button>
      {isRunning ? (
        <div className="w-full">
          <Progress
            label={wordsOf(state)}
            value={state.phase === "receiving" ? state.percent : null}
            onCancel={() => {
              onCancel();
              // The way out goes away with what it ends; the keyboard stays where it began.
              button.current?.focus();
            }}
          />
        </div>
      ) : null}
      <div role="status" className="w-full">
        {state.phase === "done" ? (
          <p className="text-ink-2">
            Saved as {state.name}, {size(state.bytes)}.
          </p>
        ) : null}
      </div>
      {state.phase === "failed" ? (
        <div className="w-full">
          <Notice tone="error" title="The PDF was not made">
            {state.detail}
          </Notice>
        </div>
      ) : null}
    </div>
  );
}

function wordsOf(state: PdfState): string {
  if (state.phase === "waiting") {
    return state.place === 1
      ? "Waiting: 1 report is made first"
      : `Waiting: ${state.place} reports are made first`;
  }
  if (state.phase === "setting") return "Setting it in type";
  if (state.phase === "writing") return `Writing ${state.pages} ${state.pages === 1 ? "page" : "pages"}`;
  if (state.phase === "receiving") return "Receiving it";
  return "Reading the review";
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
