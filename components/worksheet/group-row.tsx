// biome-ignore-all lint/a11y/useSemanticElements: a windowed ARIA grid cannot be built from table elements.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus roves over cells; rows never take it.
"use client";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { count } from "@/components/ui/count";
import type { RowGroup, WorksheetRow } from "@/components/worksheet/types";

/** A group row: its words, how many rows, and what can be done to all of them. */
export function GroupRow<R extends WorksheetRow>({
  group,
  collapsed,
  line,
  active,
  span,
  column,
  heading,
  actions,
  onToggle,
}: {
  group: RowGroup<R>;
  collapsed: boolean;
  line: number;
  active: boolean;
  span: number;
  column: string;
  heading?: ReactNode;
  actions?: ReactNode;
  onToggle: () => void;
}) {
  return (
    <div role="row" aria-rowindex={line + 2} data-line={line} className="ws-group" data-depth={group.depth}>
      <div
        role="gridcell"
        aria-colspan={span}
        aria-expanded={!collapsed}
        tabIndex={active ? 0 : -1}
        data-column={0}
        data-group
        data-active={active || undefined}
        className="ws-group-cell"
        style={{ paddingLeft: 8 + group.depth * 20 }}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${collapsed ? "Unfold" : "Fold"} ${group.label || "no answer"}`}
          onClick={onToggle}
          className="flex size-6 shrink-0 items-center justify-center text-ink-3"
        >
          <ChevronRight aria-hidden className={classes("size-3.5", !collapsed && "rotate-90")} />
        </button>
        <span className="min-w-0 truncate font-semibold">
          {heading ?? (group.label || <span className="text-ink-3">{column}: no answer</span>)}
        </span>
        <span className="shrink-0 text-ink-3">{count(group.count)}</span>
        {actions ? <span className="ml-2 flex shrink-0 items-center gap-1">{actions}</span> : null}
      </div>
    </div>
  );
}
