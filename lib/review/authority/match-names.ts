/**
 * Which executor of the review a container of a configuration is. A chart rendered without a
 * namespace, the same chart in another environment, and a pod whose controller is not in the input
 * are the same workload: so names are compared as the importer's keys compare them.
 */

/** A workload of a derivation: its spelling, the controller it stands under, its containers. */
export type DerivedWorkload = {
  ref: string;
  owner?: string | undefined;
  containers: readonly { name: string; role: string }[];
};

/** `Deployment shop/web` → `Deployment web`; what has no namespace stays as it is. */
export function shortName(ref: string): string {
  const space = ref.indexOf(" ");
  const slash = ref.indexOf("/", space);
  return space < 0 || slash < 0 ? ref : `${ref.slice(0, space)} ${ref.slice(slash + 1)}`;
}

/**
 * How each workload of a derivation is called in the review: as a known one where it is the same by
 * full name, or by its short name if that is unambiguous on both sides; otherwise as it is written.
 *
 * @param known the workloads of the review's executors
 */
export function namesInReview(
  workloads: readonly DerivedWorkload[],
  known: Iterable<string>,
): (ref: string) => string {
  const owners = new Map<string, number>();
  for (const { owner } of workloads) if (owner) owners.set(owner, (owners.get(owner) ?? 0) + 1);
  const standsUnder = new Map<string, string>();
  for (const { ref, owner } of workloads)
    standsUnder.set(ref, owner && owners.get(owner) === 1 ? owner : ref);

  const full = new Set(known);
  const knownByShort = countBy(full, shortName);
  const derivedByShort = countBy(new Set(standsUnder.values()), shortName);
  const names = new Map<string, string>();
  for (const [ref, under] of standsUnder) names.set(ref, nameOf(under));
  return (ref) => names.get(ref) ?? nameOf(ref);

  function nameOf(ref: string): string {
    if (full.has(ref)) return ref;
    const short = shortName(ref);
    const found = knownByShort.get(short);
    return found?.length === 1 && (derivedByShort.get(short)?.length ?? 0) <= 1 ? found[0]! : ref;
  }
}

function countBy(refs: Iterable<string>, keyOf: (ref: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const ref of refs) {
    const key = keyOf(ref);
    const group = groups.get(key);
    if (group) group.push(ref);
    else groups.set(key, [ref]);
  }
  return groups;
}

/** The executor of a container, by the review's name of its workload. */
export const containerKey = (workload: string, container: string): string => `${workload}\u0000${container}`;
