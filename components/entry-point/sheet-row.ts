import type { WorksheetRow } from "@/components/worksheet/types";
import type { Cell } from "@/lib/review/cell";
import type { Artifact, EntryPoint, Executor } from "@/lib/review/content";
import {
  type DerivedReach,
  type EntryPointSheet,
  REACH_FIELDS,
  type ReachField,
  type SheetFinding,
} from "@/lib/review/entry-point-sheet";
import { type CellRow, rowCells } from "@/lib/review/row-cells";

/** A row of either worksheet: its cells, and its findings. */
export interface SheetRow extends WorksheetRow {
  canEdit: boolean;
  findings: readonly SheetFinding[];
}

export interface EntryRow extends SheetRow {
  /** Null while the row is new and has no name yet. */
  entry: EntryPoint | null;
  reach: Partial<Record<ReachField, DerivedReach>>;
  /** Who may submit the artifact, which is shown where the entry point itself says nothing. */
  artifact: Artifact | undefined;
}

export interface ExecutorRow extends SheetRow {
  executor: Executor | null;
  entryPoints: number;
  authority: { grants: number; missingLimits: number; undecided: number };
}

const value = (given: unknown): Cell => ({ state: "value", value: given });

/** Findings by the target keys of the rows on which they are shown, the worst first. */
export function findingsByRow(findings: readonly SheetFinding[]): Map<string, SheetFinding[]> {
  const byRow = new Map<string, SheetFinding[]>();
  for (const finding of findings) {
    for (const target of finding.rows) {
      const list = byRow.get(target);
      if (list) list.push(finding);
      else byRow.set(target, [finding]);
    }
  }
  return byRow;
}

const NO_FINDINGS: readonly SheetFinding[] = [];

/** The row of an entry point. `id` is the grid's identity, which a row keeps from before it was stored. */
export function entryRow(
  entry: EntryPoint,
  at: {
    id: string;
    canEdit: boolean;
    reach: EntryPointSheet["reach"];
    artifacts: ReadonlyMap<string, Artifact>;
    findings: ReadonlyMap<string, SheetFinding[]>;
  },
): EntryRow {
  const findings = at.findings.get(`entry:${entry.id}`) ?? NO_FINDINGS;
  const reach: EntryRow["reach"] = {};
  for (const field of REACH_FIELDS) {
    const derived = entry.executorId ? at.reach[entry.executorId]?.[field] : undefined;
    if (derived) reach[field] = derived;
  }
  return {
    id: at.id,
    number: `E${entry.number}`,
    cells: withMark(rowCells("entryPoint", entry as unknown as CellRow), findings),
    versions: entry.versions,
    canEdit: at.canEdit && entry.archivedAt === null,
    findings,
    entry,
    reach,
    artifact: entry.artifactId ? at.artifacts.get(entry.artifactId) : undefined,
  };
}

/** The row of an executor. */
export function executorRow(
  executor: Executor,
  at: {
    id: string;
    canEdit: boolean;
    reach: EntryPointSheet["reach"];
    entryPoints: number;
    findings: ReadonlyMap<string, SheetFinding[]>;
  },
): ExecutorRow {
  const findings = at.findings.get(`executor:${executor.id}`) ?? NO_FINDINGS;
  const authority = { grants: 0, missingLimits: 0, undecided: 0 };
  for (const group of at.reach[executor.id]?.groups ?? []) {
    authority.grants += group.grants;
    authority.missingLimits += group.missingLimits;
    authority.undecided += group.undecided;
  }
  const place: Record<string, Cell> = executor.workload
    ? { workload: value(executor.workload), container: value(executor.container ?? "") }
    : {};
  return {
    id: at.id,
    number: `X${executor.number}`,
    cells: {
      ...withMark(rowCells("executor", executor as unknown as CellRow), findings),
      ...place,
      entryPoints: value(at.entryPoints),
      authority: value(authority.grants + authority.missingLimits),
    },
    versions: executor.versions,
    canEdit: at.canEdit && executor.archivedAt === null,
    findings,
    executor,
    entryPoints: at.entryPoints,
    authority,
  };
}

function withMark(cells: Record<string, Cell>, findings: readonly SheetFinding[]): Record<string, Cell> {
  const [worst] = findings;
  return worst ? { ...cells, findings: value(worst.severity) } : cells;
}
