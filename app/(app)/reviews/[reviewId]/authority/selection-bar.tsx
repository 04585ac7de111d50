import { DecideMenu } from "@/components/authority/decide-menu";
import type { Deciding } from "@/components/authority/decide-target";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import type { Decision } from "@/lib/review/vocabulary";

/** What is selected in the tree, and what can be done with it at once. */
export function SelectionBar({
  count,
  deciding,
  onDecide,
  onRisk,
  onClear,
}: {
  count: number;
  /** Null until the rows are read. */
  deciding: Deciding | null;
  onDecide: (deciding: Deciding, decision: Decision | "unset") => void;
  /** Begins a residual risk, for who can write one. */
  onRisk?: (deciding: Deciding) => void;
  onClear: () => void;
}) {
  return (
    <section aria-label="Selection" className="flex flex-wrap items-center gap-2 bg-accent-wash px-2 py-1">
      <span>{counted(count, "capability", "capabilities")} selected</span>
      {deciding ? <DecideMenu deciding={deciding} onDecide={onDecide} /> : null}
      {deciding && onRisk ? (
        <Button size="small" variant="quiet" onClick={() => onRisk(deciding)}>
          Write a residual risk…
        </Button>
      ) : null}
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
