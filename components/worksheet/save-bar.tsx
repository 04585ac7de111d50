"use client";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import type { CellSaves } from "@/components/worksheet/save-store";

/** The problems in one word, so that it stays the same while they do. */
function problemsOf(saves: CellSaves): string {
  const problems = saves.problems();
  const failed = problems.filter(({ state }) => state.phase === "failed").length;
  return problems.length === 0 ? "" : `${failed} ${problems.length - failed}`;
}

/**
 * Says how many cells are not saved or in conflict, wherever they are, with the way out
 * of it; asks before the page is closed while there are any.
 */
export function SaveBar({
  saves,
  onRetry,
  onShow,
}: {
  saves: CellSaves;
  onRetry: () => void;
  /** Leads to the first cell in conflict; undefined where there is no way to it. */
  onShow?: (rowId: string, column: string) => void;
}) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (saves.unsettled > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [saves]);
  const problems = useSyncExternalStore(
    saves.subscribe,
    () => problemsOf(saves),
    () => "",
  );
  if (problems === "") return null;
  const [failed, conflicts] = problems.split(" ").map(Number) as [number, number];
  const first = saves.problems().find(({ state }) => state.phase === "conflict");
  return (
    <section
      aria-label="Saving"
      className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 border border-line-control px-2 py-1"
    >
      {failed > 0 ? (
        <span className="flex items-center gap-2">
          <span className="text-red">{counted(failed, "cell is", "cells are")} not saved</span>
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        </span>
      ) : null}
      {conflicts > 0 ? (
        <span className="flex items-center gap-2">
          <span className="text-amber">
            {counted(conflicts, "cell was", "cells were")} changed by somebody else meanwhile
          </span>
          {first && onShow ? (
            <Button size="small" onClick={() => onShow(first.rowId, first.column)}>
              Choose
            </Button>
          ) : null}
        </span>
      ) : null}
    </section>
  );
}
