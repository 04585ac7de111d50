import { Digest } from "@/components/ui/digest";
import { KeyValue } from "@/components/ui/key-value";
import { LongText } from "@/components/ui/long-text";
import { Severity } from "@/components/ui/severity";
import type { Severity as SeverityWord } from "@/lib/review/vocabulary";
import type { ReadCell, ReadRow, SectionId } from "@/lib/signoff/frozen-sections";

/** What a cell says; digests shortened, severities by mark and word. */
export function CellWords({ words, kind, note }: Omit<ReadCell, "label">) {
  if (kind === "digest") return <Digest value={words} />;
  if (kind === "severity")
    return (
      <>
        <Severity level={words as SeverityWord} />
        {note ? <span className="text-small text-ink-3"> {note}</span> : null}
      </>
    );
  return <LongText text={words} />;
}

/** Sections whose cells are facts that nobody writes, many and short: they run in lines. */
const IN_LINES: readonly SectionId[] = ["capabilities", "findings", "configurations"];

/** A cell that takes the whole width, in characters. */
const LONG = 90;

/** Rows of a frozen revision, each with its cells. */
export function ReadRows({ section, rows }: { section: SectionId; rows: readonly ReadRow[] }) {
  if (section === "scope" || section === "terms") {
    const cells = rows.flatMap((row) => row.cells);
    return (
      <KeyValue
        items={cells.map(({ label, words, kind }) => ({
          key: label,
          value: <CellWords words={words} kind={kind} />,
        }))}
      />
    );
  }
  const Cells = IN_LINES.includes(section) ? CellsInLines : CellsInColumns;
  return (
    <ul className="border-b">
      {rows.map((row) => {
        const severity = row.cells.find(({ kind }) => kind === "severity");
        return (
          <li
            key={row.key}
            className="grid grid-cols-[48px_minmax(0,1fr)] gap-x-3 gap-y-1 border-t py-2.5 sm:grid-cols-[64px_minmax(0,1fr)] sm:gap-x-4"
          >
            <span className="text-ink-2">{row.label}</span>
            <div className="flex min-w-0 flex-col gap-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-6">
                <span className="min-w-0 font-medium break-words">{row.name}</span>
                {severity ? (
                  <span>
                    <CellWords {...severity} />
                  </span>
                ) : null}
              </p>
              <Cells cells={row.cells.filter((cell) => cell !== severity)} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function CellsInLines({ cells }: { cells: readonly ReadCell[] }) {
  if (cells.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-5">
      {cells.map(({ label, words, kind }) => (
        <div key={label} className={words.length > LONG ? "w-full max-w-[92ch]" : "flex min-w-0 gap-x-1.5"}>
          <dt className={words.length > LONG ? "inline text-ink-3" : "shrink-0 text-ink-3"}>{label}</dt>{" "}
          <dd className={words.length > LONG ? "inline" : "min-w-0"}>
            <CellWords words={words} kind={kind} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CellsInColumns({ cells }: { cells: readonly ReadCell[] }) {
  if (cells.length === 0) return null;
  return (
    <dl className="grid gap-x-10 lg:grid-cols-2">
      {cells.map(({ label, words, kind }) => (
        <div
          key={label}
          className={`grid gap-x-4 sm:grid-cols-[176px_minmax(0,1fr)] ${words.length > LONG || cells.length === 1 ? "lg:col-span-2" : ""}`}
        >
          <dt className="text-ink-3">{label}</dt>
          <dd className="max-w-[92ch] min-w-0">
            <CellWords words={words} kind={kind} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
