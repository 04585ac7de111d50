import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { EVENT_TYPES, type EventType } from "@/lib/audit/events";
import { fieldsOf } from "@/lib/review/fields";
import { type CellRow, cellWords, type NameOf, propertyOf, rowCell } from "@/lib/review/row-cells";

/** One event of the row, as the API tells it. */
export type HistoryEvent = {
  seq: number;
  at: string;
  type: string;
  actor: { id: string; name: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
};

interface RowHistoryProps {
  entity: "entryPoint" | "executor";
  /** Undefined while it is being read. */
  events: readonly HistoryEvent[] | undefined;
  error?: string;
  nameOf: NameOf;
}

/** What happened to a row: who, when, and each cell before and after. */
export function RowHistory({ entity, events, error, nameOf }: RowHistoryProps) {
  return (
    <Section title="History" level={3}>
      {error ? <p className="text-red">{error}</p> : null}
      {!events && !error ? <p className="text-ink-3">Reading…</p> : null}
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
            {changesOf(entity, event, nameOf).map(({ label, before, after }) => (
              <p key={label} className="break-words">
                <span className="text-ink-3">{label}:</span>{" "}
                {before ? (
                  <>
                    <span className="text-ink-2">{before}</span> →{" "}
                  </>
                ) : null}
                {after || <span className="text-ink-3">no answer</span>}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const SHORT = 200;
const short = (words: string) => (words.length > SHORT ? `${words.slice(0, SHORT)}…` : words);

/** The cells that an event changed, in words. */
export function changesOf(
  entity: "entryPoint" | "executor",
  { before, after }: Pick<HistoryEvent, "before" | "after">,
  nameOf: NameOf,
): { label: string; before: string; after: string }[] {
  const words = (row: Record<string, unknown> | null, field: string) => {
    const whole = { answers: {}, ...row } as CellRow;
    return cellWords(entity, field, rowCell(entity, whole, field), nameOf);
  };
  // An event that leaves `answers` alone does not carry them: its cells changed by value only.
  return fieldsOf(entity)
    .filter(([field]) => propertyOf(entity, field) in after)
    .map(([field, { label }]) => ({
      label,
      before: short(words(before, field)),
      after: short(words(after, field)),
    }))
    .filter((change) => change.before !== change.after);
}
