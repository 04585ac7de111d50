import { type Digest, digestOf, sha256 } from "@/lib/kernel/digest";
import { CATALOGUE_VERSION } from "./catalogue/index-of-ids";
import { normaliseQuantity } from "./quantity";
import type { AuthorityTuple, Bound, DeriveResult } from "./schema";

type Derived = Pick<DeriveResult, "workloads" | "capabilities" | "bounds">;

/** `Deployment shop/web` → kind, namespace, name; null for what has no namespace. */
export function partsOfRef(ref: string): { kind: string; namespace: string; name: string } | null {
  const space = ref.indexOf(" ");
  const slash = ref.indexOf("/", space);
  if (space < 0 || slash < 0) return null;
  return { kind: ref.slice(0, space), namespace: ref.slice(space + 1, slash), name: ref.slice(slash + 1) };
}

/**
 * How a workload is called in keys and tuples: without its namespace, unless this input has the same kind
 * and name in two, so that a chart rendered without a namespace agrees with its export.
 */
export function shortNames(refs: Iterable<string>): (ref: string) => string {
  const namespaces = new Map<string, string>();
  const ambiguous = new Set<string>();
  const short = new Map<string, string>();
  for (const ref of refs) {
    if (short.has(ref)) continue;
    const parts = partsOfRef(ref);
    if (!parts) continue;
    const name = `${parts.kind} ${parts.name}`;
    short.set(ref, name);
    const seen = namespaces.get(name);
    if (seen !== undefined && seen !== parts.namespace) ambiguous.add(name);
    namespaces.set(name, parts.namespace);
  }
  return (ref) => {
    const name = short.get(ref);
    return name === undefined || ambiguous.has(name) ? ref : name;
  };
}

/**
 * The authority of a derivation: its grants and missing limits, its bounds in normalised quantities and its
 * images by repository. Claims do not count; origin, replica counts and image tags are not in it.
 */
export function tuplesOf(result: Derived): AuthorityTuple[] {
  const nameOf = namesIn(result);
  const tuples: AuthorityTuple[] = [];
  for (const row of result.capabilities) {
    const image = row.id === "image-source";
    if (row.class === "claim" && !image) continue;
    const tuple: AuthorityTuple = {
      workload: nameOf(row.workload),
      container: row.container,
      family: image ? "image" : row.family,
      anchor: row.anchor,
      access: row.access,
      extent: row.extent,
    };
    if (row.origin === "unknown") tuple.unknown = true;
    tuples.push(tuple);
  }
  for (const bound of result.bounds) tuples.push(boundTuple(bound, nameOf));
  return tuples;
}

/** The tuples of its bounds alone, and of whom it says anything at all, under the names that they have among all. */
export function boundTuplesOf(result: Derived): {
  bounds: AuthorityTuple[];
  holders: Pick<AuthorityTuple, "workload" | "container">[];
} {
  const nameOf = namesIn(result);
  return {
    bounds: result.bounds.map((bound) => boundTuple(bound, nameOf)),
    holders: [...result.capabilities, ...result.bounds].map(({ workload, container }) => ({
      workload: nameOf(workload),
      container,
    })),
  };
}

/** How the workloads of a derivation are called in its tuples. */
function namesIn(result: Derived): (ref: string) => string {
  const owners = new Map<string, string>();
  for (const workload of result.workloads) if (workload.owner) owners.set(workload.ref, workload.owner);
  const standsUnder = (ref: string) => owners.get(ref) ?? ref;
  const refs = new Set<string>();
  for (const row of result.capabilities) refs.add(standsUnder(row.workload));
  for (const bound of result.bounds) refs.add(standsUnder(bound.workload));
  const short = shortNames(refs);
  return (ref) => short(standsUnder(ref));
}

const boundTuple = (bound: Bound, nameOf: (ref: string) => string): AuthorityTuple => ({
  workload: nameOf(bound.workload),
  container: bound.container,
  family: "bound",
  anchor: bound.resource,
  access: "use",
  extent: [normaliseQuantity(bound.value)],
});

/** One text a tuple, equal for equal authority; what cannot be told is equal to what can. */
export const tupleText = (t: AuthorityTuple): string =>
  JSON.stringify([t.workload, t.container, t.family, t.anchor, t.access, t.extent]);

/**
 * SHA-256 over the sorted, unique tuples and the catalogue's version: what signatures and the gate compare.
 * The hashed text is canonical JSON (RFC 8785), since arrays of strings are written the same by both.
 */
export function authorityDigestOf(tuples: AuthorityTuple[]): Digest {
  const texts = [...new Set(tuples.map(tupleText))].sort();
  return sha256(
    `{"catalogue":${JSON.stringify(CATALOGUE_VERSION)},"tuples":[${texts.join(",")}],"version":"cordon/authority/v1"}`,
  );
}

/** The same digest over tuples that were stored as JSON; for tests and verifiers that know RFC 8785 only. */
export function authorityDigestByCanonicalJson(tuples: AuthorityTuple[]): Digest {
  const rows = [...new Set(tuples.map(tupleText))].sort().map((text) => JSON.parse(text) as unknown);
  return digestOf({ catalogue: CATALOGUE_VERSION, tuples: rows, version: "cordon/authority/v1" });
}
