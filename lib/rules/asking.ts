import type { Capability, Executor, Justification } from "@/lib/review/content";
import type { ExecutorRole } from "@/lib/review/vocabulary";
import { type ContentIndex, heldOf, holdersOf, onDemand } from "./content-index";
import { isSaid } from "./words";

/** Whether a capability's need is asked for, or why it is not; `unplaced`: nobody has said what its container is. */
export type Asking = "asked" | "claim" | "neighbour" | "out-of-scope" | "unplaced" | "nobody-holds-it";

/** Not `ingress-open`: that submitted code may call it is asked of the executor, as `cluster-lateral`. */
const ASKED_OF_NEIGHBOURS = new Set(["shared-volume", "ingress-exposed"]);

/**
 * What an executor is to the review. One made by hand runs submitted code unless somebody says
 * otherwise; a container of a configuration is nothing until somebody says what it is.
 */
export const roleOf = (executor: Pick<Executor, "role" | "workload">): ExecutorRole | null =>
  executor.role ?? (executor.workload === null ? "runs-submitted-code" : null);

/** Whether everything is asked of an executor. */
export const runsSubmittedCode = (executor: Pick<Executor, "role" | "workload">): boolean =>
  roleOf(executor) === "runs-submitted-code";

/** Whether the capability is among what a neighbour is asked about: identity, secrets, shared volumes, exposure. */
export const isAskedOfNeighbours = (capability: Pick<Capability, "group" | "family">): boolean =>
  capability.group === "credentials" || ASKED_OF_NEIGHBOURS.has(capability.family);

const CLOSENESS: Asking[] = ["nobody-holds-it", "out-of-scope", "unplaced", "neighbour"];

/**
 * Says whether a capability is asked about, given the executors of the review (only its holders
 * matter). Claims are shown and never asked.
 */
export function askingOf(capability: Capability, executors: Iterable<Executor>): Asking {
  if (capability.class === "claim") return "claim";
  let found: Asking = "nobody-holds-it";
  for (const executor of executors) {
    if (executor.archivedAt !== null || !isHolder(capability, executor)) continue;
    const role = roleOf(executor);
    if (role === "runs-submitted-code") return "asked";
    if (role === "neighbour" && isAskedOfNeighbours(capability)) return "asked";
    // Of several holders the one that comes closest to being asked gives the reason.
    const why = role ?? "unplaced";
    if (CLOSENESS.indexOf(why) > CLOSENESS.indexOf(found)) found = why;
  }
  return found;
}

/** Whether a capability is asked about; the others are shown folded, "not asked: neighbour". */
export const isAsked = (capability: Capability, executors: Iterable<Executor>): boolean =>
  askingOf(capability, executors) === "asked";

/**
 * The rows that an executor is asked about, each cause once: what a neighbour shares with an
 * executor of submitted code of the same pod stands there only, and of two degrees of one thing
 * only the worse.
 */
export function askedOf(index: ContentIndex, executor: Executor): Capability[] {
  return onDemand(index.asked, executor.id, () => {
    const role = roleOf(executor);
    if (role !== "runs-submitted-code" && role !== "neighbour") return [];
    return heldOf(index, executor).filter((capability) => {
      if (capability.class === "claim" || isSubsumed(capability, index, executor)) return false;
      if (role === "runs-submitted-code") return true;
      return isAskedOfNeighbours(capability) && !holdersOf(index, capability).some(runsSubmittedCode);
    });
  });
}

/** Families of one mounted path, from the one that says least to the one that says most. */
export const PATH_FAMILIES: readonly string[] = [
  "host-path",
  "host-service-socket",
  "host-path-sensitive",
  "device-access",
  "runtime-socket",
];

/**
 * Whether another row of the same holder says the same and more: a runtime's socket, a device or a
 * sensitive path beside the plain host path, any egress beside any name resolution, a wildcard beside
 * what it implies.
 */
export function isSubsumed(capability: Capability, index: ContentIndex, executor: Executor): boolean {
  const said = saidBelow(capability);
  if (said === null) return false;
  const speaking = speakingOf(index, executor).get(said);
  return speaking !== undefined && saysMore(speaking, capability);
}

/** The rows of the same holder that a row speaks for, in the order of the short numbers. */
export function subsumedBy(capability: Capability, index: ContentIndex, executor: Executor): Capability[] {
  const key = spokenFor(capability);
  if (key === null || speakingOf(index, executor).get(key) !== capability) return [];
  return heldOf(index, executor).filter((row) => saidBelow(row) === key && saysMore(capability, row));
}

/** What a row may be said by: the key under which a stronger row speaks for it. */
function saidBelow({ family, catalogueId, anchor }: Capability): string | null {
  if (PATH_FAMILIES.includes(family)) return `path ${anchor}`;
  if (catalogueId === "egress-dns-any") return "egress";
  if (family.startsWith("rbac-") && family !== "rbac-wildcard") return `rbac ${anchor}`;
  return null;
}

/** The key under which a row may speak for weaker ones. */
function spokenFor({ family, catalogueId, anchor }: Capability): string | null {
  if (PATH_FAMILIES.includes(family)) return `path ${anchor}`;
  if (catalogueId === "egress-any") return "egress";
  return family === "rbac-wildcard" ? `rbac ${anchor}` : null;
}

/** Of one path the row that ends confinement says more, then the more particular one; else the key has said it. */
function saysMore(row: Capability, other: Capability): boolean {
  const place = PATH_FAMILIES.indexOf(row.family);
  if (place < 0) return row !== other;
  if (row.endsConfinement !== other.endsConfinement) return row.endsConfinement;
  return place > PATH_FAMILIES.indexOf(other.family);
}

/** For each key the row that says most. */
function speakingOf(index: ContentIndex, executor: Executor): Map<string, Capability> {
  return onDemand(index.speaking, executor.id, () => {
    const speaking = new Map<string, Capability>();
    for (const row of heldOf(index, executor)) {
      const key = spokenFor(row);
      if (key === null) continue;
      const other = speaking.get(key);
      if (!other || (key.startsWith("path ") && saysMore(row, other))) speaking.set(key, row);
    }
    return speaking;
  });
}

/** Whether the newest configuration leaves open if the row is granted at all, and nobody has answered. */
export const isUndetermined = (capability: Capability, index: ContentIndex): boolean =>
  capability.grant?.origin === "unknown" && capability.decision === null && !hasPurpose(capability, index);

/** Whether a justification with a purpose covers the row. */
export function hasPurpose(capability: Capability, index: ContentIndex): boolean {
  const justification = justificationOf(capability, index);
  return justification !== undefined && isSaid(justification.purpose);
}

const justificationOf = (capability: Capability, index: ContentIndex): Justification | undefined =>
  capability.justificationId === null ? undefined : index.justifications.get(capability.justificationId);

const SETTLED = new Set(["remove", "accept", "layer", "baseline"]);

/** Whether a grant serves no stated need: no purpose, and no decision but (perhaps) "needed". */
export const isSurplus = (capability: Capability, index: ContentIndex): boolean =>
  capability.class === "grant" &&
  !(capability.decision !== null && SETTLED.has(capability.decision)) &&
  !hasPurpose(capability, index);

/** Whether the row stands alone as CAP-08 on this executor, and so in no list of others. */
export const standsAlone = (capability: Capability, executor: Executor): boolean =>
  capability.endsConfinement && runsSubmittedCode(executor);

function isHolder(capability: Capability, executor: Executor): boolean {
  if (capability.executorId !== null) return capability.executorId === executor.id;
  return (
    capability.workload !== null &&
    capability.workload === executor.workload &&
    (capability.container === null || capability.container === executor.container)
  );
}
