import type { Capability } from "../content";
import type { CapabilityClass, CapabilityGroup, Decision, Severity } from "../vocabulary";
import type { FlatColumn } from "./flat-view";
import type { Origin } from "./origin";

/** A capability as windows of rows carry it: what the tree and the flat view show, and no long text. */
export type CapabilityRow = {
  id: string;
  number: number;
  title: string;
  class: CapabilityClass;
  group: CapabilityGroup;
  catalogueId: string;
  anchor: string;
  severity: Severity;
  endsConfinement: boolean;
  executorId: string | null;
  workload: string | null;
  container: string | null;
  /** How many executors of the review hold it: a row of the pod stands under each, and is decided once. */
  holders: string[];
  decision: Decision | null;
  justificationId: string | null;
  layer: string | null;
  note: string | null;
  origin: Origin | null;
  access: string | null;
  file: string | null;
  line: number | null;
  byHand: boolean;
  closedAt: string | null;
  archivedAt: string | null;
  versions: Record<string, number>;
  /** Open findings about this very row. */
  findings: { id: string; number: number; ruleId: string; severity: Severity }[];
  /** What a layer inside its executor does to it, in words; null where none is known. */
  layerSays: string | null;
};

/** Reduces a loaded capability to what a window carries. */
export function capabilityRow(
  { grant, key, answers: _answers, family: _family, ...row }: Capability,
  holders: string[],
  findings: CapabilityRow["findings"],
  layerSays: string | null = null,
): CapabilityRow {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    class: row.class,
    group: row.group,
    catalogueId: row.catalogueId,
    anchor: row.anchor,
    severity: row.severity,
    endsConfinement: row.endsConfinement,
    executorId: row.executorId,
    workload: row.workload,
    container: row.container,
    holders,
    decision: row.decision,
    justificationId: row.justificationId,
    layer: row.layer,
    note: row.note,
    origin: grant?.origin ?? null,
    access: grant?.access ?? null,
    file: grant?.file ?? null,
    line: grant?.line ?? null,
    byHand: key === null,
    closedAt: row.closedAt,
    archivedAt: row.archivedAt,
    versions: row.versions,
    findings,
    layerSays,
  };
}

/** The columns that the flat view shows at first. */
export const SHOWN_AT_FIRST: readonly FlatColumn[] = [
  "number",
  "title",
  "executor",
  "severity",
  "origin",
  "justification",
  "limit",
  "decision",
];
