import { parseQuantity } from "./quantity";
import type { AuthorityTuple } from "./schema";
import { tupleText } from "./tuples";

/** One difference: what was, and what is instead; null where there is nothing. */
export type TupleChange = { before: AuthorityTuple | null; after: AuthorityTuple | null };

export type TupleComparison = {
  same: TupleChange[];
  wider: TupleChange[];
  narrower: TupleChange[];
  /** Neither contains the other, or one of them cannot be told. */
  incomparable: TupleChange[];
};

/** Families whose anchor is a path, so that a parent contains its descendants. */
const PATHS = new Set(["host-path", "host-path-sensitive", "runtime-socket", "host-service-socket"]);

/** Which accesses each access contains, besides itself and `declared`. */
const CONTAINS: Record<string, string[]> = { "read-write": ["read", "write"] };

/** Whether `outer` is the same path as `inner` or a directory above it. */
export function pathContains(outer: string, inner: string): boolean {
  return outer === inner || outer === "/" || inner.startsWith(`${outer}/`);
}

/** Families whose extent is one quantity, so that a higher one contains a lower. */
const QUANTITIES = new Set(["device-access", "restart-amplification"]);

/** An empty extent, and `*`, stand for all there is; otherwise by inclusion, or by quantity. */
function extentContains(family: string, outer: string[], inner: string[]): boolean {
  if (outer.length === 0 || outer.includes("*")) return true;
  if (inner.length === 0 || inner.includes("*")) return false;
  if (!QUANTITIES.has(family)) return inner.every((item) => outer.includes(item));
  const [a, b] = [largest(outer), largest(inner)];
  if (a !== null && b !== null) return a >= b;
  return JSON.stringify(outer) === JSON.stringify(inner);
}

function largest(extent: string[]): bigint | null {
  let most: bigint | null = null;
  for (const item of extent) {
    const value = parseQuantity(item);
    if (value === null) return null;
    if (most === null || value > most) most = value;
  }
  return most;
}

/**
 * Whether whoever holds `outer` holds `inner` as well: the order on tuples of the contract (read within
 * read-write, a path's descendants within it, extents by inclusion). Reflexive and transitive. What cannot
 * be told equals itself and is otherwise not comparable. Bounds are compared by `compareTuples`.
 */
export function tupleContains(outer: AuthorityTuple, inner: AuthorityTuple): boolean {
  if (outer.workload !== inner.workload || outer.container !== inner.container) return false;
  if (outer.family !== inner.family || outer.family === "bound") return tupleText(outer) === tupleText(inner);
  if (outer.unknown || inner.unknown)
    return !!outer.unknown === !!inner.unknown && tupleText(outer) === tupleText(inner);
  const anchor = PATHS.has(outer.family)
    ? pathContains(outer.anchor, inner.anchor)
    : outer.anchor === inner.anchor;
  const access =
    outer.access === inner.access ||
    inner.access === "declared" ||
    (CONTAINS[outer.access]?.includes(inner.access) ?? false);
  return anchor && access && extentContains(outer.family, outer.extent, inner.extent);
}

const placeOf = (t: AuthorityTuple) => JSON.stringify([t.workload, t.container, t.family]);
const keyOf = (t: AuthorityTuple) => JSON.stringify([t.workload, t.container, t.family, t.anchor]);

function groupBy(
  tuples: AuthorityTuple[],
  key: (t: AuthorityTuple) => string,
): Map<string, AuthorityTuple[]> {
  const groups = new Map<string, AuthorityTuple[]>();
  for (const tuple of tuples) {
    const name = key(tuple);
    const group = groups.get(name);
    if (group) group.push(tuple);
    else groups.set(name, [tuple]);
  }
  return groups;
}

/** A higher value is wider, as is none at all; what is no quantity is compared as text. */
function compareBound(
  before: AuthorityTuple | undefined,
  after: AuthorityTuple | undefined,
): keyof TupleComparison {
  if (!before) return "narrower";
  if (!after) return "wider";
  const [old, now] = [before.extent[0] ?? "", after.extent[0] ?? ""];
  if (old === now) return "same";
  const [a, b] = [parseQuantity(old), parseQuantity(now)];
  if (a === null || b === null) return "incomparable";
  return b > a ? "wider" : "narrower";
}

/**
 * What changed from `before` to `after`. Authority has not grown exactly when `wider` and `incomparable`
 * are both empty. A tuple that is new but lies within an old one is `narrower`, with that old one as before.
 */
export function compareTuples(before: AuthorityTuple[], after: AuthorityTuple[]): TupleComparison {
  const result: TupleComparison = { same: [], wider: [], narrower: [], incomparable: [] };
  const [old, now] = [before.filter(isNoBound), after.filter(isNoBound)];
  const [oldByKey, newByKey] = [groupBy(old, keyOf), groupBy(now, keyOf)];
  const [oldByPlace, newByPlace] = [groupBy(old, placeOf), groupBy(now, placeOf)];
  for (const [key, [now]] of newByKey) {
    if (!now) continue;
    const was = oldByKey.get(key)?.[0] ?? null;
    if (was) result[compareTuple(was, now)].push({ before: was, after: now });
    else {
      const container = oldByPlace.get(placeOf(now))?.find((old) => tupleContains(old, now)) ?? null;
      result[container ? "narrower" : "wider"].push({ before: container, after: now });
    }
  }
  for (const [key, [was]] of oldByKey) {
    if (!was || newByKey.has(key)) continue;
    if (!newByPlace.get(placeOf(was))?.some((now) => tupleContains(now, was)))
      result.narrower.push({ before: was, after: null });
  }
  const bounds = compareBounds(before.filter(isBound), after.filter(isBound), containersOf(after));
  for (const change of Object.keys(result) as (keyof TupleComparison)[])
    result[change].push(...bounds[change]);
  return result;
}

const isBound = ({ family }: AuthorityTuple): boolean => family === "bound";
const isNoBound = (tuple: AuthorityTuple): boolean => !isBound(tuple);

/** Who holds something, for `compareBounds`: each container, and each workload as a whole. */
export function containersOf(tuples: readonly Pick<AuthorityTuple, "workload" | "container">[]): Set<string> {
  const found = new Set<string>();
  for (const { workload, container } of tuples) found.add(`${workload}|${container}`).add(`${workload}|null`);
  return found;
}

/**
 * The same of bounds alone. A limit that went away together with its container lifts nothing.
 *
 * @param stillThere who holds anything afterwards (`containersOf`)
 */
export function compareBounds(
  before: AuthorityTuple[],
  after: AuthorityTuple[],
  stillThere: ReadonlySet<string>,
): TupleComparison {
  const result: TupleComparison = { same: [], wider: [], narrower: [], incomparable: [] };
  const old = new Map(before.map((tuple) => [keyOf(tuple), tuple]));
  for (const now of after) {
    const was = old.get(keyOf(now));
    old.delete(keyOf(now));
    result[compareBound(was, now)].push({ before: was ?? null, after: now });
  }
  for (const was of old.values()) {
    const lifted = stillThere.has(`${was.workload}|${was.container}`);
    result[lifted ? "wider" : "narrower"].push({ before: was, after: null });
  }
  return result;
}

function compareTuple(was: AuthorityTuple, now: AuthorityTuple): keyof TupleComparison {
  const grew = tupleContains(now, was);
  const shrank = tupleContains(was, now);
  if (grew && shrank) return "same";
  if (grew) return "wider";
  return shrank ? "narrower" : "incomparable";
}
