import { Severity } from "@/components/ui/severity";
import { nameToMake } from "@/components/worksheet/choices";
import type { Column, ColumnOption, WorksheetRow } from "@/components/worksheet/types";
import type { CapabilityRow } from "@/lib/review/authority/capability-row";
import { FLAT_COLUMNS, type FlatColumn, STATES } from "@/lib/review/authority/flat-view";
import { ORIGINS } from "@/lib/review/authority/origin";
import type { AuthorityExecutor, AuthorityJustification } from "@/lib/review/authority/page";
import type { Cell } from "@/lib/review/cell";
import {
  CAPABILITY_CLASSES,
  CAPABILITY_GROUPS,
  DECISIONS,
  type Decision,
  ENFORCERS,
  type Severity as Level,
  SEVERITIES,
} from "@/lib/review/vocabulary";

/** A capability as the flat worksheet needs it. */
export interface FlatRow extends WorksheetRow {
  row: CapabilityRow;
  justification: AuthorityJustification | undefined;
  canEdit: boolean;
}

const cell = (value: unknown): Cell =>
  value === null || value === undefined || value === "" ? { state: "unset" } : { state: "value", value };

/** A capability with its justification as a row of cells. */
export function flatRow(
  row: CapabilityRow,
  justification: AuthorityJustification | undefined,
  executors: ReadonlyMap<string, AuthorityExecutor>,
  canEdit: boolean,
): FlatRow {
  const holders = row.holders.flatMap((id) => {
    const executor = executors.get(id);
    return executor ? [`X${executor.number} ${executor.name}`] : [];
  });
  const own = justification?.versions;
  return {
    id: row.id,
    number: `C${row.number}`,
    row,
    justification,
    canEdit: canEdit && row.closedAt === null && row.class !== "claim",
    cells: {
      number: cell(`C${row.number}`),
      title: cell(row.title),
      executor: cell(holders.join(", ") || row.workload),
      severity: cell(row.severity),
      origin: cell(row.origin),
      justification: cell(row.justificationId),
      limit: cell(justification?.limit),
      enforcer: cell(justification?.enforcer),
      decision: cell(row.decision),
      layer: cell(row.layer),
      note: cell(row.note),
      class: cell(row.class),
      group: cell(row.group),
      source: cell(row.file === null ? null : `${row.file}${row.line === null ? "" : `:${row.line}`}`),
      state: cell(
        row.closedAt !== null
          ? "closed"
          : row.decision !== null || row.justificationId !== null
            ? "decided"
            : row.class === "claim"
              ? "not-asked"
              : null,
      ),
    },
    versions: {
      ...row.versions,
      // These two cells are the justification's own, and are saved there.
      limit: own?.limit ?? 0,
      enforcer: own?.enforcer ?? 0,
    },
  };
}

const optionsOf = (words: Record<string, string>): ColumnOption[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const severities = SEVERITIES.map((value) => ({
  value,
  label: `${value[0]!.toUpperCase()}${value.slice(1)}`,
}));
const canEdit = (row: FlatRow): boolean => row.canEdit;

const decisionsOf = ({ row }: FlatRow): ColumnOption[] =>
  (Object.keys(DECISIONS) as Decision[])
    // "Needed" is said by choosing a justification.
    .filter((decision) => decision !== "needed" || row.decision === "needed")
    .filter((decision) => (DECISIONS[decision].classes as readonly string[]).includes(row.class))
    .map((value) => ({ value, label: DECISIONS[value].label }));

/** The columns of the flat view. */
export function flatColumns(
  executors: readonly AuthorityExecutor[],
  justifications: readonly AuthorityJustification[],
): Column<FlatRow>[] {
  const needs = justifications.map(({ id, number, purpose }) => ({
    value: id,
    label: `J${number} ${purpose ?? "Not written yet"}`.slice(0, 200),
  }));
  const column = (id: FlatColumn, more: Omit<Column<FlatRow>, "id" | "header">): Column<FlatRow> => ({
    id,
    header: FLAT_COLUMNS[id],
    groupable: false,
    ...more,
  });
  return [
    column("number", { width: 64, kind: "read-only", filterable: false }),
    column("title", { width: 330, kind: "text", required: true, editable: canEdit }),
    column("executor", {
      width: 128,
      kind: "choice",
      options: executors.map(({ id, number, name }) => ({ value: id, label: `X${number} ${name}` })),
    }),
    column("severity", {
      width: 92,
      kind: "choice",
      options: severities,
      render: (given) => (given.state === "value" ? <Severity level={given.value as Level} /> : null),
    }),
    column("origin", { width: 120, kind: "choice", options: optionsOf(ORIGINS) }),
    column("justification", {
      width: 164,
      kind: "reference",
      options: needs,
      creates: "justification",
      text: (given) => {
        if (given.state !== "value") return "";
        const made = nameToMake(given.value);
        return made ?? needs.find(({ value }) => value === given.value)?.label ?? "";
      },
      editable: (row) => row.canEdit && row.row.class === "grant",
    }),
    column("limit", {
      width: 164,
      kind: "long-text",
      editable: (row) => row.canEdit && row.justification !== undefined,
    }),
    column("enforcer", {
      width: 150,
      kind: "choice",
      options: optionsOf(ENFORCERS),
      hidden: true,
      editable: (row) => row.canEdit && row.justification !== undefined,
    }),
    column("decision", {
      width: 128,
      kind: "choice",
      options: decisionsOf,
      editable: canEdit,
      text: (given) => (given.state === "value" ? DECISIONS[given.value as Decision].label : ""),
    }),
    column("layer", { width: 180, kind: "text", hidden: true, editable: canEdit }),
    column("note", { width: 220, kind: "long-text", hidden: true, editable: canEdit }),
    column("class", { width: 120, kind: "choice", options: optionsOf(CAPABILITY_CLASSES), hidden: true }),
    column("group", { width: 180, kind: "choice", options: optionsOf(CAPABILITY_GROUPS), hidden: true }),
    column("source", { width: 220, kind: "read-only", mono: true, hidden: true }),
    column("state", { width: 110, kind: "choice", options: optionsOf(STATES), hidden: true }),
  ];
}
