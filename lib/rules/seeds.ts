import type { RowChange } from "@/lib/review/change";
import { parseTarget } from "./targets";
import { isSaid } from "./words";

/**
 * Where an evaluation starts: the rows that changed or are asked for, from which a slice of the
 * content is grown (`sliceOf`, `loadSlice`) and what must be evaluated again is found (`dirtyTargets`).
 */
export type Seeds = {
  /** Artifacts that changed: who may submit bears on the executors that they reach. */
  artifacts: Set<string>;
  /** Artifacts of which only the entry points are compared with each other. */
  compared: Set<string>;
  entryPoints: Set<string>;
  executors: Set<string>;
  /** Workloads whose executors hold, or held, a row of the pod. */
  workloads: Set<string>;
  capabilities: Set<string>;
  /** Justifications that are evaluated, with all that they cover. */
  justifications: Set<string>;
  /** Justifications that got or lost their purpose: what they cover becomes surplus or stops being so. */
  purposes: Set<string>;
  risks: Set<string>;
  /** Whether siblings are compared: an artifact's entry points and all that their executors hold. */
  siblings: boolean;
  /** Whether the review's own rules are evaluated. */
  review: boolean;
  /** The only rules that the changes bear on; null: any. Where they are known, nothing that executors hold is loaded whole. */
  rules: ReadonlySet<string> | null;
  /** Whether everything is: another risk tier, another configuration. */
  whole: boolean;
};

export const noSeeds = (): Seeds => ({
  artifacts: new Set(),
  compared: new Set(),
  entryPoints: new Set(),
  executors: new Set(),
  workloads: new Set(),
  capabilities: new Set(),
  justifications: new Set(),
  purposes: new Set(),
  risks: new Set(),
  siblings: false,
  review: false,
  rules: null,
  whole: false,
});

/** Cells that no rule reads. */
const UNREAD: Record<string, Set<string>> = {
  entry_point: new Set(["files", "credentials", "network", "notes", "versions"]),
  executor: new Set(["reachNotes", "roleReason", "versions"]),
  artifact: new Set(["description", "versions"]),
  capability: new Set(["layer", "note", "versions"]),
  justification: new Set(["evidence", "versions"]),
};

/** Cells of a capability that say what is decided about it, and nothing of what is granted. */
const DECISION = new Set(["decision", "justificationId", "layer", "note", "answers", "versions"]);

const only = (set: Record<string, unknown>, fields: Set<string> | undefined): boolean =>
  fields !== undefined && Object.keys(set).every((field) => fields.has(field));

/** Cells of an entry point that few rules read, with those rules. */
const READ_BY: Record<string, readonly string[]> = { permission: ["ENT-02", "ENT-04"] };

/**
 * The only rules that some changes bear on; null when it may be any. A person types in one cell after
 * another, and most of what the rules read of a path has nothing to do with most of its cells.
 */
export function rulesOf(changes: readonly RowChange[]): Set<string> | null {
  const rules = new Set<string>();
  for (const change of changes) {
    if (isUnread(change)) continue;
    if (change.op !== "update" || change.table !== "entry_point") return null;
    for (const field of Object.keys(change.set)) {
      if (field === "versions" || UNREAD.entry_point!.has(field)) continue;
      const readBy = READ_BY[field];
      if (!readBy) return null;
      addAll(rules, [...readBy]);
    }
  }
  return rules;
}

/** Whether a change can make no difference to any rule. */
export const isUnread = (change: RowChange): boolean =>
  change.op === "update" && only(change.set, UNREAD[change.table]);

/** Whether a change of a capability is about the decision only, which no sibling comparison reads. */
export const isDecisionOnly = (change: RowChange): boolean =>
  change.table === "capability" && change.op === "update" && only(change.set, DECISION);

/** Whether a change of a justification decides if what it covers is surplus. */
export function changesPurpose(change: RowChange): boolean {
  if (change.op === "insert") return true;
  if ("archivedAt" in change.set) return true;
  if (!("purpose" in change.set)) return false;
  return (
    !("purpose" in change.before) ||
    isSaid(textOf(change.before.purpose)) !== isSaid(textOf(change.set.purpose))
  );
}

/** The texts that a column has, had or gets in a change; nulls left out. */
export function valuesOf(change: RowChange, column: string): string[] {
  const values = change.op === "insert" ? [change.row[column]] : [change.set[column], change.before[column]];
  return values.filter((value) => typeof value === "string");
}

/** The id of the row that a change is about. */
export const rowIdOf = (change: RowChange): string =>
  change.op === "insert" ? String(change.row.id) : change.id;

/** The seeds of some changes. */
export function seedsOfChanges(changes: readonly RowChange[]): Seeds {
  const seeds = noSeeds();
  for (const change of changes) if (!isUnread(change)) addChange(seeds, change);
  seeds.rules = rulesOf(changes);
  return seeds;
}

function addChange(seeds: Seeds, change: RowChange): void {
  const set = change.op === "insert" ? change.row : change.set;
  switch (change.table) {
    case "review":
      if ("riskTier" in set) seeds.whole = true;
      return;
    case "configuration":
      seeds.whole = true;
      return;
    case "kind_answer":
    case "revision":
      seeds.review = true;
      return;
    case "risk":
      seeds.risks.add(rowIdOf(change));
      return;
    case "artifact":
      seeds.artifacts.add(rowIdOf(change));
      seeds.siblings = true;
      return;
    case "entry_point":
      seeds.entryPoints.add(rowIdOf(change));
      addAll(seeds.executors, valuesOf(change, "executorId"));
      addAll(seeds.compared, valuesOf(change, "artifactId"));
      seeds.siblings = true;
      if (change.op === "insert" || "kind" in set || "archivedAt" in set) seeds.review = true;
      return;
    case "executor":
      seeds.executors.add(rowIdOf(change));
      addAll(seeds.workloads, valuesOf(change, "workload"));
      seeds.siblings = true;
      return;
    case "capability":
      seeds.capabilities.add(rowIdOf(change));
      addAll(seeds.executors, valuesOf(change, "executorId"));
      if (valuesOf(change, "executorId").length === 0 || "executorId" in set) {
        addAll(seeds.workloads, valuesOf(change, "workload"));
      }
      if (!isDecisionOnly(change)) seeds.siblings = true;
      if (!isDecisionOnly(change) || "justificationId" in set) {
        addAll(seeds.justifications, valuesOf(change, "justificationId"));
      }
      return;
    case "capability_grant":
      addAll(seeds.capabilities, valuesOf(change, "capabilityId"));
      seeds.siblings = true;
      return;
    case "justification":
      seeds.justifications.add(rowIdOf(change));
      if (changesPurpose(change)) seeds.purposes.add(rowIdOf(change));
      return;
    default:
  }
}

/** The seeds of some targets, for evaluating them again without a change; added to what there is. */
export function seedsOfTargets(targets: Iterable<string>, seeds: Seeds = noSeeds()): Seeds {
  seeds.rules = null;
  for (const target of targets) {
    const parsed = parseTarget(target);
    if (parsed?.kind === "review") seeds.review = true;
    else if (parsed?.kind === "artifact") {
      seeds.compared.add(parsed.id);
      seeds.siblings = true;
    } else if (parsed?.kind === "entry") seeds.entryPoints.add(parsed.id);
    else if (parsed?.kind === "executor") seeds.executors.add(parsed.id);
    else if (parsed?.kind === "capability") seeds.capabilities.add(parsed.id);
    else if (parsed?.kind === "justification") seeds.justifications.add(parsed.id);
    else if (parsed?.kind === "risk") seeds.risks.add(parsed.id);
  }
  return seeds;
}

const addAll = (set: Set<string>, values: string[]): void => {
  for (const value of values) set.add(value);
};

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
