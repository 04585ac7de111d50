import { CellWords } from "@/components/signoff/read-rows";
import { LongText } from "@/components/ui/long-text";
import { Tag } from "@/components/ui/tag";
import type { ChangedCell, ChangedRow } from "@/lib/signoff/compare-revisions";
import { partedTexts } from "@/lib/signoff/text-difference";

const DEEDS: Record<ChangedRow["change"], string> = {
  added: "Added",
  removed: "Removed",
  changed: "Changed",
};

/** Texts shorter than this are told whole: all of them is what changed. */
const SHORT = 40;

const CELL = "py-1 pr-4 align-top last:pr-0";

/** What changed in a section: rows with their cells, as they were and as they are. */
export function ChangedRows({
  label,
  before,
  after,
  rows,
}: {
  label: string;
  /** What the two columns are called: "Revision 3", "Draft 4". */
  before: string;
  after: string;
  rows: readonly ChangedRow[];
}) {
  return (
    <table aria-label={`${label}: what changed`} className="w-full table-fixed border-b max-sm:block">
      <thead className={rows.some(({ change }) => change === "changed") ? "max-sm:sr-only" : "sr-only"}>
        <tr>
          <th scope="col" className={`${CELL} w-[24%] text-left text-small font-medium text-ink-3`}>
            Cell
          </th>
          <th scope="col" className={`${CELL} text-left text-small font-medium text-ink-3`}>
            {before}
          </th>
          <th scope="col" className={`${CELL} text-left text-small font-medium text-ink-3`}>
            {after}
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={`${row.change} ${row.key}`} className="border-t max-sm:block max-sm:py-2">
          <Heading row={row} />
          {row.cells.map((cell) => (
            <Cell key={cell.label} cell={cell} isNew={row.change === "added"} before={before} after={after} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Heading({ row: { label, name, change, note, cells } }: { row: ChangedRow }) {
  if (!label && !name && !note) return null;
  return (
    <tr className="max-sm:block">
      <th
        scope="rowgroup"
        colSpan={3}
        className={`py-2 text-left font-medium max-sm:block ${cells.length > 0 ? "pb-1" : ""}`}
      >
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {label ? <span className="font-normal text-ink-2">{label}</span> : null}
          <span className="min-w-0 break-words">{name}</span>
          <Tag>{DEEDS[change]}</Tag>
          {note ? <span className="font-normal text-ink-2">{note}</span> : null}
        </span>
      </th>
    </tr>
  );
}

function Cell({
  cell,
  isNew,
  before,
  after,
}: {
  cell: ChangedCell;
  isNew: boolean;
  before: string;
  after: string;
}) {
  return (
    <tr className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
      <th scope="row" className={`${CELL} text-left font-normal text-ink-3 max-sm:col-span-2`}>
        {cell.label}
      </th>
      {isNew ? (
        <td colSpan={2} className={`${CELL} max-sm:col-span-2`}>
          <CellWords words={cell.after} kind={cell.kind} note={cell.notes?.after} />
        </td>
      ) : (
        <>
          <td className={`${CELL} text-ink-2`}>
            <Narrow>{before}</Narrow>
            <Side cell={cell} of="before" />
          </td>
          <td className={CELL}>
            <Narrow>{after}</Narrow>
            <Side cell={cell} of="after" />
          </td>
        </>
      )}
    </tr>
  );
}

/** The column's name again, where the header row is not seen. */
const Narrow = ({ children }: { children: string }) => (
  <span aria-hidden className="block text-note text-ink-3 sm:hidden">
    {children}
  </span>
);

function Side({ cell, of }: { cell: ChangedCell; of: "before" | "after" }) {
  const words = cell[of];
  if (words === "") return <span className="text-ink-3">No answer</span>;
  const isText = !cell.kind && Math.max(cell.before.length, cell.after.length) > SHORT;
  if (!isText || cell.before === "" || cell.after === "")
    return <CellWords words={words} kind={cell.kind} note={cell.notes?.[of]} />;
  const { head, middle, tail } = partedTexts(cell.before, cell.after)[of];
  return (
    <span className="wrap-anywhere whitespace-pre-wrap">
      {head}
      {middle ? (
        <LongText
          text={middle}
          className=""
          render={(shown) => <mark className="bg-accent-wash text-ink">{shown}</mark>}
        />
      ) : null}
      {tail}
    </span>
  );
}
