import type { HistoryEvent } from "@/components/entry-point/row-history";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { EVENT_TYPES, type EventType } from "@/lib/audit/events";
import { DECISIONS, type Decision } from "@/lib/review/vocabulary";

/** Cells of a capability that people change or an import changes, with their words. */
const CELLS: Record<string, string> = {
  title: "Granted capability",
  decision: "Decision",
  justificationId: "Justification",
  layer: "Held by layer",
  note: "Note",
  severity: "Severity",
  catalogueId: "Catalogue",
  closedAt: "Closed",
  archivedAt: "Archived",
};

/** What happened to a capability: who, when, before and after. */
export function CapabilityHistory({
  events,
  error,
  numberOf,
}: {
  /** Undefined while they are read. */
  events: readonly HistoryEvent[] | undefined;
  error?: string | undefined;
  numberOf: (justificationId: string) => number | undefined;
}) {
  const words = (cell: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return "nothing";
    if (cell === "decision") return DECISIONS[value as Decision]?.label ?? String(value);
    if (cell === "justificationId") return `J${numberOf(String(value)) ?? "?"}`;
    return String(value).slice(0, 200);
  };
  return (
    <Section title="History" level={3}>
      {error ? <p className="text-red">{error}</p> : null}
      {!events && !error ? <p className="text-ink-3">Reading…</p> : null}
      {events?.length === 0 ? <p className="text-ink-3">Nothing since it was imported.</p> : null}
      <ol className="flex flex-col">
        {events?.map((event) => (
          <li key={event.seq} className="border-b py-1.5 first:border-t">
            <p className="flex flex-wrap justify-between gap-x-3 text-ink-3">
              <span>
                <span className="text-ink">{event.actor.name}</span>{" "}
                {EVENT_TYPES[event.type as EventType] ?? event.type}
              </span>
              <Time value={event.at} />
            </p>
            {Object.entries(CELLS)
              .filter(
                ([cell]) => cell in event.after && event.before && event.before[cell] !== event.after[cell],
              )
              .map(([cell, label]) => (
                <p key={cell} className="break-words">
                  <span className="text-ink-3">{label}:</span>{" "}
                  <span className="text-ink-2">{words(cell, event.before?.[cell])}</span> →{" "}
                  {words(cell, event.after[cell])}
                </p>
              ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}
