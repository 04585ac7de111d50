import type {
  Artifact,
  Capability,
  EntryPoint,
  Executor,
  Justification,
  ResidualRisk,
  ReviewContent,
} from "@/lib/review/content";

/**
 * A review's content as the rules walk it: live rows only (nothing archived, no capability that the
 * newest configurations stopped granting), each list in the order of the short numbers.
 */
export type ContentIndex = {
  content: ReviewContent;
  artifacts: Map<string, Artifact>;
  entryPoints: Map<string, EntryPoint>;
  executors: Map<string, Executor>;
  capabilities: Map<string, Capability>;
  justifications: Map<string, Justification>;
  risks: Map<string, ResidualRisk>;
  /** Entry points by the executor they reach. */
  entriesOfExecutor: Map<string, EntryPoint[]>;
  entriesOfArtifact: Map<string, EntryPoint[]>;
  /** Capabilities by executor: its own, then those of its pod or identity. */
  heldBy: Map<string, Capability[]>;
  coveredBy: Map<string, Capability[]>;
  executorsOfWorkload: Map<string, Executor[]>;
  /** Grants that all of the compared executors hold, where the content is a slice that leaves them out. */
  shared: Set<string>;
  /** What is worked out of an executor's rows once and read by several rules, filled on demand. */
  asked: Map<string, Capability[]>;
  grants: Map<string, Map<string, Capability>>;
  speaking: Map<string, Map<string, Capability>>;
};

/** Builds the index in one pass over every list. */
export function indexContent(content: ReviewContent): ContentIndex {
  const steps = indexSteps(content);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, stopping between its passes over the long lists, for a server that answers others meanwhile. */
export function* indexSteps(content: ReviewContent): Generator<void, ContentIndex> {
  const live = <R extends { archivedAt: string | null; number: number }>(rows: R[]) =>
    rows.filter((row) => row.archivedAt === null).sort((a, b) => a.number - b.number);
  const executors = live(content.executors);
  const entryPoints = live(content.entryPoints);
  const capabilities = live(content.capabilities).filter((row) => row.closedAt === null);
  yield;
  const capabilitiesById = byId(capabilities);
  yield;
  const heldBy = groupBy(capabilities, (row) => row.executorId);
  yield;
  const coveredBy = groupBy(capabilities, (row) => row.justificationId);
  yield;

  const index: ContentIndex = {
    content,
    artifacts: byId(live(content.artifacts)),
    entryPoints: byId(entryPoints),
    executors: byId(executors),
    capabilities: capabilitiesById,
    justifications: byId(live(content.justifications)),
    risks: byId(live(content.risks)),
    entriesOfExecutor: groupBy(entryPoints, (row) => row.executorId),
    entriesOfArtifact: groupBy(entryPoints, (row) => row.artifactId),
    heldBy,
    coveredBy,
    executorsOfWorkload: groupBy(executors, (row) => row.workload),
    shared: new Set(content.sharedGrants),
    asked: new Map(),
    grants: new Map(),
    speaking: new Map(),
  };
  for (const capability of capabilities) {
    if (capability.executorId !== null) continue;
    for (const executor of holdersOf(index, capability)) push(index.heldBy, executor.id, capability);
  }
  return index;
}

/** The live executors that hold a capability: its own, or each of the pod whose row it is. */
export function holdersOf(index: ContentIndex, capability: Capability): Executor[] {
  if (capability.executorId !== null) {
    const executor = index.executors.get(capability.executorId);
    return executor ? [executor] : [];
  }
  if (capability.workload === null) return [];
  const ofWorkload = index.executorsOfWorkload.get(capability.workload) ?? [];
  return capability.container === null
    ? ofWorkload
    : ofWorkload.filter((executor) => executor.container === capability.container);
}

/** The live entry points that reach an executor. */
export const entriesOf = (index: ContentIndex, executor: Executor): EntryPoint[] =>
  index.entriesOfExecutor.get(executor.id) ?? [];

/** The live capabilities that an executor holds. */
export const heldOf = (index: ContentIndex, executor: Executor): Capability[] =>
  index.heldBy.get(executor.id) ?? [];

/** What makes a grant the same grant of another executor. */
export const grantKey = (row: Pick<Capability, "family" | "anchor">): string => `${row.family} ${row.anchor}`;

/** The grants of an executor by family and anchor: what its degree is an attribute of. */
export function grantsOf(index: ContentIndex, executor: Executor): Map<string, Capability> {
  return onDemand(index.grants, executor.id, () => {
    const byKey = new Map<string, Capability>();
    for (const row of heldOf(index, executor)) {
      if (row.class === "grant") byKey.set(grantKey(row), row);
    }
    return byKey;
  });
}

/** A value of a map, worked out the first time that it is asked for. */
export function onDemand<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** The live executor of an entry point. */
export const executorOf = (index: ContentIndex, entry: EntryPoint): Executor | undefined =>
  entry.executorId === null ? undefined : index.executors.get(entry.executorId);

/** The live artifact of an entry point. */
export const artifactOf = (index: ContentIndex, entry: EntryPoint): Artifact | undefined =>
  entry.artifactId === null ? undefined : index.artifacts.get(entry.artifactId);

function byId<R extends { id: string }>(rows: R[]): Map<string, R> {
  const map = new Map<string, R>();
  for (const row of rows) map.set(row.id, row);
  return map;
}

function groupBy<R>(rows: R[], keyOf: (row: R) => string | null): Map<string, R[]> {
  const map = new Map<string, R[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) push(map, key, row);
  }
  return map;
}

function push<R>(map: Map<string, R[]>, key: string, row: R): void {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}
