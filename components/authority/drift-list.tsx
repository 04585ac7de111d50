import Link from "next/link";
import { count, counted } from "@/components/ui/count";
import { Severity } from "@/components/ui/severity";
import type { Compared } from "@/lib/review/authority/compared";
import type { DriftPlace } from "@/lib/review/authority/configuration-drift";
import type { PreviewRow, PreviewSide } from "@/lib/review/authority/preview";

const PARTS = [
  { id: "wider", title: "Wider", words: "grants more than before" },
  { id: "new", title: "New", words: "was not granted before" },
  { id: "gone", title: "Gone", words: "is no longer granted" },
  { id: "narrower", title: "Narrower", words: "grants less than before" },
  { id: "changed", title: "Said otherwise", words: "is as wide as before, under another name or severity" },
] as const;

const sideText = ({ access, extent }: PreviewSide): string =>
  extent.length > 0 ? `${access}: ${extent.slice(0, 12).join(", ")}${extent.length > 12 ? "…" : ""}` : access;

/** What one side grants, where it says so, and the line itself where that is stored. */
function Side({ mark, side, line }: { mark: string; side: PreviewSide; line: string | null | undefined }) {
  return (
    <span className="block min-w-0">
      <span className="text-ink-3">{mark} </span>
      <span className="text-ink-2">{sideText(side)}</span>
      <span className="block font-mono text-small break-all text-ink-3">
        {side.file}:{side.line}
        {line ? <code className="block break-all whitespace-pre-wrap text-ink-2">{line}</code> : null}
      </span>
    </span>
  );
}

function Row({
  row,
  place,
  capabilityHref,
}: {
  row: PreviewRow;
  place: DriftPlace | undefined;
  capabilityHref: ((number: number) => string) | undefined;
}) {
  const side = row.after ?? row.before;
  const { capability = null, lines } = place ?? {};
  return (
    <li className="grid gap-x-4 gap-y-1 border-t py-2 md:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_96px]">
      <span className="min-w-0 break-words">
        {capability && capabilityHref ? (
          <Link href={capabilityHref(capability.number)} className="link">
            C{capability.number}
          </Link>
        ) : null}{" "}
        {row.title}
        <span className="block text-small text-ink-3">
          {row.workload}
          {row.container ? ` · ${row.container}` : ""}
        </span>
      </span>
      <span className="flex min-w-0 flex-col gap-1">
        {row.before ? <Side mark="before" side={row.before} line={lines?.before} /> : null}
        {row.after ? <Side mark="now" side={row.after} line={lines?.after} /> : null}
        {row.comparable ? null : (
          <span className="text-small text-ink-3">Neither contains the other; it counts as wider.</span>
        )}
      </span>
      <span>{side ? <Severity level={side.severity} /> : null}</span>
    </li>
  );
}

/**
 * What one configuration grants other than another: by kind of change, what is wider first.
 *
 * @param places source lines and capabilities of the rows, where both are stored
 * @param capabilityHref where a capability is shown, by its short number
 */
export function DriftList({
  compared: { counts, rows, bounds },
  places,
  capabilityHref,
}: {
  compared: Compared;
  places?: Record<string, DriftPlace>;
  capabilityHref?: (number: number) => string;
}) {
  return (
    <div className="flex flex-col gap-4">
      {PARTS.filter(({ id }) => counts[id] > 0).map(({ id, title, words }) => (
        <details key={id} open={id === "wider" || id === "new" || id === "changed"}>
          <summary className="cursor-pointer py-1 font-semibold">
            {title}{" "}
            <span className="font-normal text-ink-3">
              {count(counts[id])} · what {words}
            </span>
          </summary>
          <ul>
            {rows[id].map((row) => (
              <Row key={row.key} row={row} place={places?.[row.key]} capabilityHref={capabilityHref} />
            ))}
          </ul>
          {counts[id] > rows[id].length ? (
            <p className="border-t py-1.5 text-ink-3">
              {counted(counts[id] - rows[id].length, "more row")} of this kind.
            </p>
          ) : null}
        </details>
      ))}
      {bounds.wider.length > 0 ? <Bounds title="Limits lifted" lines={bounds.wider} /> : null}
      {bounds.narrower.length > 0 ? <Bounds title="Limits set or tightened" lines={bounds.narrower} /> : null}
    </div>
  );
}

function Bounds({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul>
        {lines.map((line) => (
          <li key={line} className="border-t py-1.5 break-words">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
