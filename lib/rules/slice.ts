import type { Capability, CapabilityGrant, EntryPoint, Executor, ReviewContent } from "@/lib/review/content";
import { grantKey } from "./content-index";
import type { Seeds } from "./seeds";

/**
 * The part of a content that an evaluation from some seeds needs. This is the definition that
 * `loadSlice` follows in SQL, step by step; it serves where the whole content is at hand anyway.
 */
export function sliceOf(content: ReviewContent, seeds: Seeds): ReviewContent {
  if (seeds.whole) return content;

  // 1. The executors whose findings may differ, and those of the same pods.
  const touched = (row: Capability) =>
    seeds.capabilities.has(row.id) ||
    (row.justificationId !== null && seeds.purposes.has(row.justificationId));
  const ids = new Set(seeds.executors);
  const workloads = new Set(seeds.workloads);
  for (const entry of content.entryPoints) {
    if (entry.executorId === null) continue;
    const ofArtifact = entry.artifactId !== null && seeds.artifacts.has(entry.artifactId);
    if (seeds.entryPoints.has(entry.id) || ofArtifact) ids.add(entry.executorId);
  }
  for (const row of content.capabilities) {
    if (!touched(row)) continue;
    if (row.executorId !== null) ids.add(row.executorId);
    else if (row.workload !== null) workloads.add(row.workload);
  }
  for (const executor of content.executors) {
    if (ids.has(executor.id) && executor.workload !== null) workloads.add(executor.workload);
  }
  const isNear = (executor: Executor) =>
    ids.has(executor.id) || (executor.workload !== null && workloads.has(executor.workload));
  const near = new Set(content.executors.filter(isNear).map((executor) => executor.id));

  // 2. Their entry points, and the artifacts of those; where siblings are compared, also the artifacts' others.
  const entries = new Set<EntryPoint>();
  const artifacts = new Set([...seeds.artifacts, ...seeds.compared]);
  for (const entry of content.entryPoints) {
    if (!seeds.entryPoints.has(entry.id) && !(entry.executorId !== null && near.has(entry.executorId)))
      continue;
    entries.add(entry);
    if (entry.artifactId !== null) artifacts.add(entry.artifactId);
  }
  const compared = new Set(near);
  if (seeds.siblings) {
    for (const entry of content.entryPoints) {
      if (entry.artifactId === null || !artifacts.has(entry.artifactId)) continue;
      entries.add(entry);
      if (entry.executorId !== null) compared.add(entry.executorId);
    }
  }
  if (seeds.review) for (const entry of oneOfEachKind(content.entryPoints)) entries.add(entry);

  // 3. What those executors hold, and what the evaluated justifications cover; a row that comes, goes
  // or is granted otherwise has its justification evaluated.
  const evaluated = new Set([...seeds.justifications, ...seeds.purposes]);
  for (const row of content.capabilities) {
    if (seeds.siblings && seeds.capabilities.has(row.id) && row.justificationId !== null) {
      evaluated.add(row.justificationId);
    }
  }
  const executors = content.executors.filter((executor) => compared.has(executor.id));
  const workloadsOf = (ids: Set<string>) =>
    executors.flatMap(({ id, workload }) => (ids.has(id) && workload !== null ? [workload] : []));
  const nearPods = new Set([...seeds.workloads, ...workloadsOf(near)]);
  const comparedPods = new Set(workloadsOf(compared));
  const isHeld = (row: Capability, by: Set<string>, pods: Set<string>) =>
    row.executorId !== null ? by.has(row.executorId) : row.workload !== null && pods.has(row.workload);
  const shared = seeds.siblings ? sharedBy(executors, content.capabilities) : new Set<string>();
  const justifications = new Set<string | null>(seeds.justifications);
  const capabilities = content.capabilities.flatMap((row) => {
    const isWhole =
      (seeds.rules === null && isHeld(row, near, nearPods)) ||
      seeds.capabilities.has(row.id) ||
      (row.justificationId !== null && evaluated.has(row.justificationId));
    if (isWhole) {
      justifications.add(row.justificationId);
      return [{ ...row, grant: row.grant && readOf(row.grant) }];
    }
    const isCompared =
      seeds.siblings && isLiveGrant(row) && isHeld(row, compared, comparedPods) && !shared.has(grantKey(row));
    return isCompared ? [comparedOnly(row)] : [];
  });
  return {
    review: content.review,
    artifacts: content.artifacts.filter((row) => artifacts.has(row.id)),
    entryPoints: content.entryPoints.filter((row) => entries.has(row)),
    executors,
    capabilities,
    justifications: content.justifications.filter((row) => justifications.has(row.id)),
    kindAnswers: seeds.review ? content.kindAnswers : [],
    configurations: seeds.review ? content.configurations : [],
    risks: content.risks.filter((row) => seeds.risks.has(row.id)),
    ...(content.moment && (seeds.review || seeds.risks.size > 0) ? { moment: content.moment } : {}),
    ...(seeds.siblings ? { sharedGrants: [...shared].sort() } : {}),
  };
}

const isLiveGrant = (row: Capability): boolean =>
  row.class === "grant" && row.archivedAt === null && row.closedAt === null;

/** The grants that every one of some executors holds. */
function sharedBy(executors: Executor[], capabilities: Capability[]): Set<string> {
  const holders = new Map<string, Set<string>>();
  for (const row of capabilities) {
    if (!isLiveGrant(row)) continue;
    for (const executor of executors) {
      const isPod = row.executorId === null && row.workload !== null && row.workload === executor.workload;
      const isOfPod = isPod && (row.container === null || row.container === executor.container);
      if (row.executorId !== executor.id && !isOfPod) continue;
      const of = holders.get(grantKey(row)) ?? new Set();
      holders.set(grantKey(row), of.add(executor.id));
    }
  }
  return new Set([...holders].flatMap(([key, of]) => (of.size === executors.length ? [key] : [])));
}

/** What the rules read of the grant of a capability. */
export type GrantAsRead = Pick<
  CapabilityGrant,
  "configurationId" | "access" | "origin" | "severity" | "target" | "file" | "line"
>;

const readOf = (grant: CapabilityGrant): CapabilityGrant => {
  const { configurationId, access, origin, severity, target, file, line } = grant;
  return grantAsRead({ configurationId, access, origin, severity, target, file, line });
};

/** A grant with what no rule reads left empty where it was not loaded: a save may have to load hundreds. */
export const grantAsRead = (row: GrantAsRead & Partial<CapabilityGrant>): CapabilityGrant => ({
  configurationId: row.configurationId,
  catalogueId: row.catalogueId ?? "",
  access: row.access,
  extent: row.extent ?? [],
  origin: row.origin,
  severity: row.severity,
  target: row.target,
  explanation: row.explanation ?? "",
  limits: row.limits ?? [],
  file: row.file,
  document: row.document ?? null,
  pointer: row.pointer ?? null,
  line: row.line,
});

/** The columns of a grant by which the siblings of an artifact are compared. */
export type ComparedColumns = Pick<
  Capability,
  | "id"
  | "number"
  | "executorId"
  | "workload"
  | "container"
  | "family"
  | "anchor"
  | "title"
  | "archivedAt"
  | "closedAt"
>;

/**
 * A grant of an executor that is only compared with another: what nobody asks about it is left out,
 * as a save may have to load hundreds of them.
 */
export const comparedOnly = (row: ComparedColumns): Capability => ({
  id: row.id,
  number: row.number,
  answers: {},
  versions: {},
  archivedAt: row.archivedAt,
  key: null,
  executorId: row.executorId,
  workload: row.workload,
  container: row.container,
  class: "grant",
  group: "data",
  family: row.family,
  anchor: row.anchor,
  catalogueId: "",
  severity: "info",
  endsConfinement: false,
  title: row.title,
  decision: null,
  justificationId: null,
  layer: null,
  note: null,
  closedAt: row.closedAt,
  grant: null,
});

/** The live entry point of each kind with the lowest short number. */
function oneOfEachKind(entries: EntryPoint[]): EntryPoint[] {
  const found = new Map<string, EntryPoint>();
  for (const entry of entries) {
    if (entry.kind === null || entry.archivedAt !== null) continue;
    const other = found.get(entry.kind);
    if (!other || entry.number < other.number) found.set(entry.kind, entry);
  }
  return [...found.values()];
}
