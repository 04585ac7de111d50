import { roleOf } from "@/lib/rules/asking";
import { type ContentIndex, holdersOf } from "@/lib/rules/content-index";
import type { Capability, Executor } from "../content";
import { EXECUTOR_ROLES, type ExecutorRole, SEVERITIES, type Severity } from "../vocabulary";
import { comparePlaces, isOpenPlace, type PlaceKey, placeOf } from "./places";

/** One place under an executor: how many rows it holds, how grave the worst is, how many are the pod's. */
export type Place = { key: PlaceKey; count: number; worst: Severity; ofPod: number };

/** One executor of the page and its places, in reading order. `id` is null for rows that nobody holds. */
export type Branch = { id: string | null; places: Place[]; open: number; count: number };

/** The page "Authority" by need: counts only, so that ten thousand rows stay a small answer. */
export type ByNeed = {
  branches: Branch[];
  /** Capabilities that are asked and wait, each once, however many containers of a pod hold it. */
  open: number;
  /** All that is granted now, claims included. */
  live: number;
  closed: number;
};

const ROLES: (ExecutorRole | null)[] = ["runs-submitted-code", null, "neighbour", "out-of-scope"];

/** Executors in the order in which they are read: what runs submitted code, what nobody has said, neighbours, the rest. */
function compareExecutors(a: Executor, b: Executor): number {
  return ROLES.indexOf(roleOf(a)) - ROLES.indexOf(roleOf(b)) || a.number - b.number;
}

/** What an executor is called where its role is meant. */
export const roleLabel = (role: ExecutorRole | null): string =>
  role === null ? "Not said what it is" : EXECUTOR_ROLES[role];

/**
 * Every (executor, place) at which a capability is read: a row of the pod stands under each executor
 * of the pod, and is decided once.
 */
function standsAt(
  capability: Capability,
  index: ContentIndex,
  holders: HoldersOf,
): { executor: Executor | null; key: PlaceKey }[] {
  const held = holders(capability);
  if (held.length === 0) return [{ executor: null, key: placeOf(capability, null, index) }];
  return held.map((executor) => ({ executor, key: placeOf(capability, executor, index) }));
}

export type HoldersOf = (capability: Capability) => Executor[];

/** Who holds what, by an index. */
export const holdersIn =
  (index: ContentIndex): HoldersOf =>
  (capability) =>
    holdersOf(index, capability);

/** Whether a capability waits for somebody under at least one of its holders. */
export const isOpenAnywhere = (capability: Capability, index: ContentIndex, holders: HoldersOf): boolean =>
  standsAt(capability, index, holders).some(({ key }) => isOpenPlace(key));

/** Counts the rows of every place. `capabilities` are the review's, without archived ones. */
export function byNeed(capabilities: readonly Capability[], index: ContentIndex): ByNeed {
  const holders = holdersIn(index);
  const branches = new Map<string | null, Map<PlaceKey, Place>>();
  for (const executor of index.executors.values()) branches.set(executor.id, new Map());
  const result: ByNeed = { branches: [], open: 0, live: 0, closed: 0 };
  for (const capability of capabilities) {
    if (capability.closedAt === null) result.live += 1;
    else result.closed += 1;
    const places = standsAt(capability, index, holders);
    if (places.some(({ key }) => isOpenPlace(key))) result.open += 1;
    for (const { executor, key } of places)
      addTo(branches, executor?.id ?? null, key, capability, places.length > 1);
  }
  const numberOf = (id: string) => index.justifications.get(id)?.number ?? 0;
  const executors = [...index.executors.values()].sort(compareExecutors);
  for (const id of [...executors.map((executor) => executor.id), null]) {
    const places = [...(branches.get(id)?.values() ?? [])].sort((a, b) =>
      comparePlaces(a.key, b.key, numberOf),
    );
    if (id === null && places.length === 0) continue;
    const sum = (some: Place[]) => some.reduce((total, place) => total + place.count, 0);
    result.branches.push({
      id,
      places,
      open: sum(places.filter((place) => isOpenPlace(place.key))),
      count: sum(places),
    });
  }
  return result;
}

function addTo(
  branches: Map<string | null, Map<PlaceKey, Place>>,
  executorId: string | null,
  key: PlaceKey,
  { severity, executorId: own }: Capability,
  isShared: boolean,
): void {
  const places = branches.get(executorId) ?? new Map<PlaceKey, Place>();
  branches.set(executorId, places);
  const place = places.get(key) ?? { key, count: 0, worst: "info" as Severity, ofPod: 0 };
  places.set(key, place);
  place.count += 1;
  if (own === null && isShared) place.ofPod += 1;
  if (SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(place.worst)) place.worst = severity;
}

/** The rows of one place, worst first, then in the order of their groups and numbers. */
export function rowsOfPlace(
  capabilities: readonly Capability[],
  index: ContentIndex,
  executorId: string | null,
  key: string,
): Capability[] {
  const holders = holdersIn(index);
  return capabilities
    .filter((capability) =>
      standsAt(capability, index, holders).some(
        (at) => (at.executor?.id ?? null) === executorId && at.key === key,
      ),
    )
    .sort(bySeverity);
}

const bySeverity = (a: Capability, b: Capability): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.number - b.number;
