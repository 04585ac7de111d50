import { CapabilityLine } from "@/components/authority/capability-line";
import { DecideMenu } from "@/components/authority/decide-menu";
import type { Deciding } from "@/components/authority/decide-target";
import { decisionWords } from "@/components/authority/decision-words";
import { JustificationCells } from "@/components/authority/justification-cells";
import { justificationRow } from "@/components/authority/justification-columns";
import { ExecutorHead, Fold, PartHeading, PlaceHead } from "@/components/authority/tree-heads";
import type { TreeLine } from "@/components/authority/tree-lines";
import { count } from "@/components/ui/count";
import { Severity } from "@/components/ui/severity";
import type { CellSaves } from "@/components/worksheet/save-store";
import type { OnSaveCell } from "@/components/worksheet/types";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import type { Decision } from "@/lib/review/vocabulary";
import type { CoveringRisk } from "@/lib/signoff/covering-risk";
import { decidingLine, decidingRows } from "./deciding";

/** What a line of the tree looks like, whatever it is. */
export function TreeLineView({
  line,
  reviewId,
  canEdit,
  rowOf,
  numberOf,
  isSelected,
  saves,
  onSave,
  onToggle,
  onSelect,
  coveredBy,
  onInspect,
  onDecide,
  onRisk,
}: {
  line: TreeLine;
  reviewId: string;
  canEdit: boolean;
  rowOf: (number: number) => CapabilityRow | undefined;
  numberOf: (justificationId: string) => number | undefined;
  isSelected: (number: number) => boolean;
  saves: CellSaves;
  onSave: OnSaveCell;
  onToggle: (line: TreeLine) => void;
  onSelect: (number: number) => void;
  coveredBy: (row: CapabilityRow) => readonly CoveringRisk[];
  /** Given the short number to inspect. */
  onInspect: (ref: string) => void;
  onDecide: (deciding: Deciding, decision: Decision | "unset") => void;
  /** Begins a residual risk, for who can write one. */
  onRisk?: (deciding: Deciding) => void;
}) {
  const deciding = canEdit ? decidingLine(line, rowOf) : null;
  const actions =
    deciding && deciding.classes.length > 0 && deciding.count > 0 ? (
      <DecideMenu
        deciding={deciding}
        onDecide={onDecide}
        onRisk={onRisk}
        text={`Decide ${count(deciding.count)}`}
      />
    ) : null;
  switch (line.kind) {
    case "executor":
      return (
        <ExecutorHead line={line} reviewId={reviewId} actions={actions} onToggle={() => onToggle(line)} />
      );
    case "heading":
      return <PartHeading line={line} />;
    case "place":
      return <PlaceHead line={line} actions={actions} onToggle={() => onToggle(line)} />;
    case "need":
      return (
        <div className="flex items-start gap-2 py-2 pl-5">
          <Fold
            isOpen={line.isOpen}
            label={`what J${line.justification.number} covers`}
            onToggle={() => onToggle(line)}
          />
          <button
            type="button"
            tabIndex={-1}
            className="w-8 shrink-0 text-left text-ink-3 hover:underline"
            onClick={() => onInspect(`J${line.justification.number}`)}
          >
            J{line.justification.number}
          </button>
          <JustificationCells
            row={justificationRow(line.justification, canEdit)}
            saves={saves}
            onSave={onSave}
          />
          <span className="flex w-24 shrink-0 flex-col items-end text-ink-2">
            <span>covers {count(line.place.count)}</span>
            <Severity level={line.place.worst} />
          </span>
        </div>
      );
    case "wait":
      return <p className="py-1 pl-10 text-ink-3">{line.text}</p>;
    default: {
      const row = rowOf(line.number);
      if (!row) return <p className="py-1 text-ink-3">C{line.number}</p>;
      return (
        <CapabilityLine
          row={row}
          deciding={deciding ?? decidingRows([row])}
          decided={decisionWords(row, numberOf)}
          selected={isSelected(row.number)}
          canEdit={canEdit}
          onSelect={() => onSelect(row.number)}
          onInspect={() => onInspect(`C${row.number}`)}
          onDecide={onDecide}
          onRisk={onRisk}
          covered={coveredBy(row)}
        />
      );
    }
  }
}
