import Link from "next/link";
import { columnOf, findingsColumn } from "@/components/entry-point/entry-columns";
import type { ExecutorRow } from "@/components/entry-point/sheet-row";
import { LayersEditor } from "@/components/executor/layers-editor";
import type { Column } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import type { Layer } from "@/lib/review/fields";
import { layersWords } from "@/lib/review/row-cells";
import { LAYER_KINDS } from "@/lib/review/vocabulary";

const column = (field: string, width: number, more: Partial<Column<ExecutorRow>> = {}) =>
  columnOf<ExecutorRow>("executor", field, width, more);

const layersOf = (cell: Cell): string => (cell.state === "value" ? layersWords(cell.value as Layer[]) : "");

/** A layer that only filters words holds nothing back by itself, so it is told apart. */
function Layers({ cell }: { cell: Cell }) {
  if (cell.state !== "value") return null;
  const layers = cell.value as Layer[];
  return (
    <span className="truncate" title={layersWords(layers)}>
      {layers.map((layer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: layers have no identity of their own.
        <span key={at}>
          {at > 0 ? <span className="text-ink-3"> › </span> : null}
          <span
            className={LAYER_KINDS[layer.kind].isolation === "language" ? "text-ink-3 italic" : undefined}
          >
            {LAYER_KINDS[layer.kind].label}
          </span>
        </span>
      ))}
    </span>
  );
}

function NumberLink({ value, href, words }: { value: number; href: string; words: string }) {
  if (value === 0) return <span className="text-ink-3">0</span>;
  return (
    <Link href={href} tabIndex={-1} className="link" aria-label={words}>
      {value}
    </Link>
  );
}

/** The columns of the worksheet of executors. */
export function executorColumns(hrefs: {
  entryPoints: (row: ExecutorRow) => string;
  authority: (row: ExecutorRow) => string;
}): Column<ExecutorRow>[] {
  return [
    { id: "number", header: "No.", width: 56, kind: "read-only", groupable: false },
    column("name", 200, { groupable: false }),
    findingsColumn<ExecutorRow>(),
    column("role", 160, {
      description: "Executors made by hand run submitted code unless this says otherwise",
    }),
    column("process", 180),
    column("account", 150),
    column("layers", 260, {
      kind: "custom",
      text: layersOf,
      render: (cell) => <Layers cell={cell} />,
      editor: (props) => <LayersEditor {...props} />,
    }),
    column("reuse", 150),
    column("applicationProcess", 190),
    column("inheritsSecrets", 190),
    {
      id: "entryPoints",
      header: "Entry points",
      width: 104,
      kind: "read-only",
      align: "right",
      groupable: false,
      render: (_cell, row) => (
        <NumberLink
          value={row.entryPoints}
          href={hrefs.entryPoints(row)}
          words={`${row.entryPoints} entry points of ${row.number}`}
        />
      ),
    },
    {
      id: "authority",
      header: "Authority",
      description: "Grants and missing limits, with how many of them nobody has decided",
      width: 150,
      kind: "read-only",
      groupable: false,
      render: (_cell, row) => {
        const total = row.authority.grants + row.authority.missingLimits;
        if (total === 0) return <span className="text-ink-3">None known</span>;
        return (
          <span className="flex gap-1.5">
            <NumberLink value={total} href={hrefs.authority(row)} words={`${total} rows of ${row.number}`} />
            <span className="text-ink-3">
              {row.authority.undecided > 0 ? `${row.authority.undecided} undecided` : "all decided"}
            </span>
          </span>
        );
      },
    },
    { id: "workload", header: "Workload", width: 200, kind: "read-only", mono: true },
    { id: "container", header: "Container", width: 130, kind: "read-only", mono: true },
    column("roleReason", 200, {
      description: "Asked where an executor is out of scope",
      editable: (row) => row.canEdit && row.executor?.role === "out-of-scope",
    }),
    column("reachNotes", 240, { kind: "long-text", description: "What it reaches beyond its authority" }),
  ];
}
