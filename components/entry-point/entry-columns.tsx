import { FindingMark } from "@/components/entry-point/finding-mark";
import type { EntryRow } from "@/components/entry-point/sheet-row";
import { Verdict } from "@/components/ui/verdict";
import { cellText } from "@/components/worksheet/cell-text";
import { nameToMake } from "@/components/worksheet/choices";
import type { Column, ColumnOption } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import { type ReachField, reachText } from "@/lib/review/entry-point-sheet";
import { type Field, fieldOf } from "@/lib/review/fields";
import { SEVERITIES, SUBMITTERS } from "@/lib/review/vocabulary";

const KINDS: Partial<Record<Field["kind"], Column["kind"]>> = {
  name: "text",
  text: "text",
  choice: "choice",
  choices: "multi-choice",
  reference: "reference",
};

const canEdit = (row: { canEdit: boolean }) => row.canEdit;

const optionsOf = (words: Record<string, string> | undefined): ColumnOption[] =>
  Object.entries(words ?? {}).map(([value, label]) => ({ value, label }));

/** What `ENTITIES` says of a cell, as a column. */
export function fieldColumn<R extends { canEdit: boolean } & EntryRow>(
  field: string,
  width: number,
  more: Partial<Column<R>> = {},
): Column<R> {
  return columnOf<R>("entryPoint", field, width, more);
}

/** A column from the definition of a cell: heading, words, and which answers it takes. */
export function columnOf<R extends { canEdit: boolean; id: string; cells: Readonly<Record<string, Cell>> }>(
  entity: "entryPoint" | "executor",
  field: string,
  width: number,
  more: Partial<Column<R>> = {},
): Column<R> {
  const definition = fieldOf(entity, field);
  if (!definition) throw new RangeError(`${entity} has no field ${field}`);
  return {
    id: field,
    header: definition.label,
    width,
    kind: KINDS[definition.kind] ?? "text",
    options: optionsOf(definition.words),
    editable: canEdit,
    unknown: definition.unknown,
    notApplicable: definition.notApplicable,
    required: definition.kind === "name",
    ...more,
  };
}

const SEVERITY_OPTIONS = SEVERITIES.map((word) => ({
  value: word,
  label: word.charAt(0).toUpperCase() + word.slice(1),
}));

/** The column of findings: the worst severity, by which it is sorted and filtered, and the count. */
export function findingsColumn<R extends Pick<EntryRow, "findings" | "id" | "cells">>(): Column<R> {
  return {
    id: "findings",
    header: "Findings",
    description: "Open findings about this row or that list it",
    width: 108,
    kind: "choice",
    options: SEVERITY_OPTIONS,
    render: (_cell, row) => <FindingMark findings={row.findings} />,
  };
}

function Broker({ cell, row }: { cell: Cell; row: EntryRow }) {
  if (cell.state !== "value") return null;
  if (cell.value === "yes") return <Verdict tone="good">Yes</Verdict>;
  const executes = row.cells.executes;
  const isHarmless = executes?.state === "value" && executes.value === "no";
  return <Verdict tone={isHarmless ? "neutral" : "bad"}>No</Verdict>;
}

function Submitters({ row, text }: { row: EntryRow; text: string }) {
  if (text) return <span className="truncate">{text}</span>;
  const words = row.artifact?.submitters?.map((one) => SUBMITTERS[one]).join(", ");
  if (!words || !row.artifact) return null;
  return (
    <span className="truncate text-ink-3" title={`As A${row.artifact.number} says`}>
      {words} <span className="italic">(A{row.artifact.number})</span>
    </span>
  );
}

function submittersColumn(): Column<EntryRow> {
  const column = fieldColumn<EntryRow>("submitters", 168);
  return {
    ...column,
    description: "Where nothing is said here, the artifact's submitters count",
    render: (cell, row) => (
      <Submitters
        row={row}
        text={cell.state === "value" ? cellText({ ...column, text: undefined }, row, cell) : ""}
      />
    ),
  };
}

function reachColumn(field: ReachField): Column<EntryRow> {
  const derived = (row: EntryRow) => (row.reach[field] ? reachText(row.reach[field]) : "");
  const own = (cell: Cell) => (cell.state === "value" ? String(cell.value) : "");
  return fieldColumn<EntryRow>(field, 280, {
    kind: "long-text",
    description: "Derived from the executor's authority (in italics), and what you add to it",
    text: own,
    render: (cell, row) => (
      <span
        className="truncate"
        title={[own(cell), derived(row) && `Derived: ${derived(row)}`]
          .filter(Boolean)
          .join("\n")
          .slice(0, 600)}
      >
        {own(cell).slice(0, 400)}
        {own(cell) && derived(row) ? " · " : ""}
        {derived(row) ? <span className="text-ink-3 italic">{derived(row)}</span> : null}
      </span>
    ),
  });
}

const referenceText = (options: readonly ColumnOption[]) => (cell: Cell) => {
  if (cell.state !== "value") return "";
  const made = nameToMake(cell.value);
  return made ?? options.find(({ value }) => value === cell.value)?.label ?? "Archived";
};

/** The columns of the worksheet of entry points; the two lists are what its references may lead to. */
export function entryColumns(
  artifacts: readonly ColumnOption[],
  executors: readonly ColumnOption[],
): Column<EntryRow>[] {
  return [
    { id: "number", header: "No.", width: 56, kind: "read-only", groupable: false },
    fieldColumn("name", 180, { groupable: false }),
    findingsColumn(),
    fieldColumn("kind", 110),
    fieldColumn("artifact", 160, { options: artifacts, creates: "artifact", text: referenceText(artifacts) }),
    submittersColumn(),
    fieldColumn("permission", 140),
    fieldColumn("executor", 140, { options: executors, creates: "executor", text: referenceText(executors) }),
    fieldColumn("crossesBroker", 144, { render: (cell, row) => <Broker cell={cell} row={row} /> }),
    fieldColumn("executes", 100),
    reachColumn("files"),
    reachColumn("credentials"),
    reachColumn("network"),
    fieldColumn("approvedDigest", 190, { mono: true, groupable: false }),
    fieldColumn("endsOnRejection", 140),
    fieldColumn("endsOnTimeout", 130),
    fieldColumn("endsOnCancellation", 150),
    fieldColumn("notes", 240, { kind: "long-text" }),
  ];
}
