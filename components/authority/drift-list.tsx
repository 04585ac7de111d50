import { count, counted } from "@/components/ui/count";
import { Severity } from "@/components/ui/severity";
import { importWords, type Preview, type PreviewRow, type PreviewSide } from "@/lib/review/authority/preview";

const PARTS = [
  { id: "wider", title: "Wider", words: "grants more than before" },
  { id: "new", title: "New", words: "was not granted before" },
  { id: "gone", title: "Gone", words: "is no longer granted" },
  { id: "narrower", title: "Narrower", words: "grants less than before" },
  { id: "changed", title: "Said otherwise", words: "is as wide as before, under another name or severity" },
] as const;

const sideText = ({ access, extent }: PreviewSide): string =>
  extent.length > 0 ? `${access}: ${extent.slice(0, 12).join(", ")}${extent.length > 12 ? "…" : ""}` : access;
const placeText = ({ file, line }: PreviewSide): string => `${file}:${line}`;

function Row({ row }: { row: PreviewRow }) {
  const side = row.after ?? row.before;
  return (
    <li className="grid gap-x-4 border-t py-1.5 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_96px]">
      <span className="min-w-0 break-words">
        {row.title}
        <span className="block text-small text-ink-3">
          {row.workload}
          {row.container ? ` · ${row.container}` : ""}
        </span>
      </span>
      <span className="min-w-0 break-words text-ink-2">
        {row.before && row.after ? (
          <>
            {sideText(row.before)} → {sideText(row.after)}
            <span className="block font-mono text-small text-ink-3">
              {placeText(row.before)} → {placeText(row.after)}
            </span>
            {row.comparable ? null : (
              <span className="block text-small text-ink-3">Neither contains the other</span>
            )}
          </>
        ) : side ? (
          <>
            {sideText(side)}
            <span className="block font-mono text-small text-ink-3">{placeText(side)}</span>
          </>
        ) : null}
      </span>
      <span>{side ? <Severity level={side.severity} /> : null}</span>
    </li>
  );
}

/** How a configuration differs from the newest one of its environment. */
export function DriftList({ preview }: { preview: Preview }) {
  const { counts, rows, bounds, against } = preview;
  if (!against) return null;
  return (
    <div className="flex flex-col gap-4">
      <p>
        {against.sameConfiguration
          ? `This is configuration ${against.number} again; nothing differs.`
          : against.sameAuthority
            ? `It differs from configuration ${against.number}, and grants the same.`
            : `Compared with configuration ${against.number}: ${importWords(preview)}.`}
      </p>
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
              <Row key={row.key} row={row} />
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
