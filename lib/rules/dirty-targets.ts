import type { RowChange } from "@/lib/review/change";
import type { Capability, Executor, ReviewContent } from "@/lib/review/content";
import { changesPurpose, isDecisionOnly, isUnread, rowIdOf, rulesOf, valuesOf } from "./seeds";

/** The rows of a slice as the search for dirty targets walks them, archived ones included. */
type Walk = {
  targets: Set<string>;
  slice: ReviewContent;
  /** Executors whose own findings may differ. */
  executor(id: string): void;
  /** Executors of which a rule of a path or an artifact reads something that changed. */
  executorAndPaths(id: string): void;
};

/**
 * The targets whose findings may differ after some changes. `slice` is the content after the
 * changes, as `loadSlice` reads it for them (or the whole content); `before` in the changes says
 * what rows belonged to.
 */
export function dirtyTargets(changes: readonly RowChange[], slice: ReviewContent): string[] {
  const targets = new Set<string>();
  const walked = new Set<string>();
  const walk: Walk = {
    targets,
    slice,
    executor: (id) => targets.add(`executor:${id}`),
    executorAndPaths(id) {
      if (walked.has(id)) return;
      walked.add(id);
      targets.add(`executor:${id}`);
      for (const entry of slice.entryPoints) {
        if (entry.executorId !== id) continue;
        targets.add(`entry:${entry.id}`);
        if (entry.artifactId !== null) targets.add(`artifact:${entry.artifactId}`);
      }
    },
  };
  for (const change of changes) if (!isUnread(change)) addChange(walk, change);
  return [...targets];
}

function addChange(walk: Walk, change: RowChange): void {
  const { targets, slice } = walk;
  const set = change.op === "insert" ? change.row : change.set;
  switch (change.table) {
    case "review":
      if ("riskTier" in set) {
        targets.add("review");
        for (const executor of slice.executors) walk.executor(executor.id);
      }
      return;
    case "configuration":
      addEverything(walk);
      return;
    case "kind_answer":
    case "revision":
      targets.add("review");
      return;
    case "risk":
      targets.add(`risk:${rowIdOf(change)}`);
      return;
    case "artifact":
      addArtifact(walk, rowIdOf(change));
      return;
    case "entry_point":
      addEntry(walk, change, change.op === "insert" || "kind" in set || "archivedAt" in set);
      return;
    case "executor":
      addExecutor(walk, change);
      return;
    case "capability":
      addCapability(walk, rowIdOf(change), change);
      return;
    case "capability_grant":
      for (const id of valuesOf(change, "capabilityId")) addCapability(walk, id, change);
      return;
    case "justification":
      addJustification(walk, change);
      return;
    default:
  }
}

function addArtifact(walk: Walk, id: string): void {
  walk.targets.add(`artifact:${id}`);
  for (const entry of walk.slice.entryPoints) {
    if (entry.artifactId !== id) continue;
    walk.targets.add(`entry:${entry.id}`);
    // Who may submit decides how grave a bypass is.
    if (entry.executorId !== null) walk.executor(entry.executorId);
  }
}

function addEntry(walk: Walk, change: RowChange, changesKinds: boolean): void {
  const id = rowIdOf(change);
  const row = walk.slice.entryPoints.find((entry) => entry.id === id);
  walk.targets.add(`entry:${id}`);
  if (changesKinds) walk.targets.add("review");
  for (const artifact of [...valuesOf(change, "artifactId"), row?.artifactId]) {
    if (artifact) walk.targets.add(`artifact:${artifact}`);
  }
  if (rulesOf([change]) !== null) return;
  for (const executor of new Set([...valuesOf(change, "executorId"), row?.executorId])) {
    if (!executor) continue;
    walk.executor(executor);
    // Another of its entry points may now stand for it in ENT-02.
    for (const entry of walk.slice.entryPoints) {
      if (entry.executorId === executor) walk.targets.add(`entry:${entry.id}`);
    }
  }
}

function addExecutor(walk: Walk, change: RowChange): void {
  const id = rowIdOf(change);
  const row = walk.slice.executors.find((executor) => executor.id === id);
  walk.executorAndPaths(id);
  // What the pod holds is asked of another executor when this one changes what it is.
  const workloads = new Set([...valuesOf(change, "workload"), row?.workload].filter((workload) => workload));
  for (const executor of walk.slice.executors) {
    if (executor.workload !== null && workloads.has(executor.workload)) walk.executor(executor.id);
  }
  for (const capability of walk.slice.capabilities) {
    const isOfPod = capability.executorId === null && workloads.has(capability.workload ?? undefined);
    if (isOfPod || capability.executorId === id) addAlone(walk, capability);
  }
}

function addCapability(walk: Walk, id: string, change: RowChange): void {
  const row = walk.slice.capabilities.find((capability) => capability.id === id);
  const isDecision = isDecisionOnly(change);
  const ofRow = change.table === "capability";
  walk.targets.add(`capability:${id}`);
  if (!isDecision || (change.op === "update" && "justificationId" in change.set)) {
    const justifications = ofRow ? valuesOf(change, "justificationId") : [];
    for (const justification of [...justifications, row?.justificationId]) {
      if (justification) walk.targets.add(`justification:${justification}`);
    }
  }
  const executors = new Set(ofRow ? valuesOf(change, "executorId") : []);
  if (row?.executorId) executors.add(row.executorId);
  const isOfPod = (change.op === "update" && change.before.executorId === null) || row?.executorId === null;
  if (isOfPod) {
    const workloads = new Set(ofRow ? valuesOf(change, "workload") : []);
    if (row?.workload) workloads.add(row.workload);
    for (const executor of walk.slice.executors) {
      if (executor.workload !== null && workloads.has(executor.workload)) executors.add(executor.id);
    }
  }
  for (const executor of executors) {
    if (isDecision) walk.executor(executor);
    else walk.executorAndPaths(executor);
  }
  if (isDecision) return;
  // A wildcard that comes or goes speaks, or stops speaking, for other rows of the same holder.
  for (const other of walk.slice.capabilities) {
    const isOwn = other.executorId !== null && executors.has(other.executorId);
    if (isOwn || isHeldInPod(other, executors, walk.slice.executors)) addAlone(walk, other);
  }
}

const isHeldInPod = (row: Capability, ids: Set<string>, executors: Executor[]): boolean =>
  row.executorId === null &&
  row.workload !== null &&
  executors.some((executor) => ids.has(executor.id) && executor.workload === row.workload);

/** A row that has findings of its own. */
function addAlone(walk: Walk, row: Capability): void {
  if (row.endsConfinement || row.decision === "remove") walk.targets.add(`capability:${row.id}`);
}

function addJustification(walk: Walk, change: RowChange): void {
  const id = rowIdOf(change);
  walk.targets.add(`justification:${id}`);
  if (!changesPurpose(change)) return;
  for (const row of walk.slice.capabilities) {
    if (row.justificationId !== id) continue;
    for (const executor of walk.slice.executors) {
      const holds =
        row.executorId !== null ? executor.id === row.executorId : executor.workload === row.workload;
      if (holds) walk.executor(executor.id);
    }
  }
}

function addEverything({ targets, slice }: Walk): void {
  targets.add("review");
  for (const row of slice.artifacts) targets.add(`artifact:${row.id}`);
  for (const row of slice.entryPoints) targets.add(`entry:${row.id}`);
  for (const row of slice.executors) targets.add(`executor:${row.id}`);
  for (const row of slice.capabilities) targets.add(`capability:${row.id}`);
  for (const row of slice.justifications) targets.add(`justification:${row.id}`);
  for (const row of slice.risks) targets.add(`risk:${row.id}`);
}
