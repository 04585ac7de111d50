"use client";
import { DecideMenu } from "@/components/authority/decide-menu";
import type { Deciding } from "@/components/authority/decide-target";
import { Severity } from "@/components/ui/severity";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import { ORIGINS } from "@/lib/review/authority/origin";
import type { Decision } from "@/lib/review/vocabulary";
import type { CoveringRisk } from "@/lib/signoff/covering-risk";

/** One capability in the tree: number, what it is, how grave, where it comes from, what is decided. */
export function CapabilityLine({
  row,
  deciding,
  decided,
  selected,
  canEdit,
  onSelect,
  covered,
  onInspect,
  onDecide,
  onRisk,
}: {
  row: CapabilityRow;
  deciding: Deciding;
  /** The decision in words, or null. */
  decided: string | null;
  selected: boolean;
  canEdit: boolean;
  /** The residual risks that cover it. */
  covered: readonly CoveringRisk[];
  onSelect: () => void;
  onInspect: () => void;
  onDecide: (deciding: Deciding, decision: Decision | "unset") => void;
  onRisk?: (deciding: Deciding) => void;
}) {
  const shared = row.executorId === null && row.holders.length > 1;
  return (
    <div className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 py-1 sm:grid-cols-[auto_52px_minmax(0,1fr)_76px_96px_148px] lg:grid-cols-[auto_52px_minmax(0,1fr)_92px_200px_208px]">
      {canEdit ? (
        <input
          type="checkbox"
          tabIndex={-1}
          className="ws-check"
          aria-label={`Select C${row.number}`}
          checked={selected}
          onChange={onSelect}
        />
      ) : (
        <span />
      )}
      <span className="hidden text-ink-3 sm:block">C{row.number}</span>
      <button
        type="button"
        tabIndex={-1}
        onClick={onInspect}
        className="min-w-0 text-left break-words hover:underline"
      >
        <span className="text-ink-3 sm:hidden">C{row.number} </span>
        {row.title}
        {shared ? (
          <span className="text-ink-3">
            {" "}
            · of the pod, decided once for its {row.holders.length} containers
          </span>
        ) : null}
        {row.layerSays ? <span className="text-ink-3"> · {row.layerSays}</span> : null}
        {covered.length > 0 ? (
          <span className="text-ink-3"> · covered by {covered.map(({ label }) => label).join(", ")}</span>
        ) : null}
      </button>
      <span className="hidden sm:block">
        <Severity level={row.severity} />
      </span>
      <span className="hidden min-w-0 truncate text-ink-3 sm:block" title={placeText(row)}>
        {placeText(row)}
      </span>
      <span className="-my-1 flex min-w-0 justify-end *:max-w-full *:shrink">
        {canEdit && deciding.classes.length > 0 && row.closedAt === null ? (
          <DecideMenu deciding={deciding} onDecide={onDecide} onRisk={onRisk} text={decided ?? "Decide"} />
        ) : (
          <span className="max-w-44 truncate text-ink-3">{decided ?? ""}</span>
        )}
      </span>
      <span className="col-start-2 flex flex-wrap gap-x-3 text-ink-3 sm:hidden">
        <Severity level={row.severity} />
        {placeText(row)}
      </span>
    </div>
  );
}

/** "Granted by silence", or the place that writes it down. */
function placeText({ origin, file, line, byHand }: CapabilityRow): string {
  if (byHand) return "By hand";
  if (origin !== null && origin !== "explicit") return ORIGINS[origin];
  return file === null ? "" : `${file}${line === null ? "" : `:${line}`}`;
}
