import type { DeriveResult, GrantedCapability } from "./schema";
import { boundTuplesOf } from "./tuples";
import { compareBounds, containersOf, type TupleChange, tupleContains } from "./wider";

/** A row of one derivation and its counterpart of the other; both carry their source line. */
export type DriftRow = {
  key: string;
  before: GrantedCapability | null;
  after: GrantedCapability | null;
  /** False where neither contains the other, or one of them cannot be told; such a row counts as wider. */
  comparable: boolean;
};

export type Drift = {
  unchanged: DriftRow[];
  wider: DriftRow[];
  narrower: DriftRow[];
  new: DriftRow[];
  gone: DriftRow[];
  /** Limits that were set, lifted or changed. */
  bounds: { wider: TupleChange[]; narrower: TupleChange[] };
};

type Derived = Pick<DeriveResult, "workloads" | "capabilities" | "bounds">;

/** Matches the rows of two derivations of one system by key, whatever their order and lines. */
export function driftBetween(before: Derived, after: Derived): Drift {
  const drift: Drift = {
    unchanged: [],
    wider: [],
    narrower: [],
    new: [],
    gone: [],
    bounds: { wider: [], narrower: [] },
  };
  const old = new Map(before.capabilities.map((row) => [row.key, row]));
  for (const row of after.capabilities) {
    const was = old.get(row.key) ?? null;
    old.delete(row.key);
    if (!was) drift.new.push({ key: row.key, before: null, after: row, comparable: true });
    else placeRow(drift, was, row);
  }
  for (const row of old.values())
    drift.gone.push({ key: row.key, before: row, after: null, comparable: true });
  const now = boundTuplesOf(after);
  const compared = compareBounds(boundTuplesOf(before).bounds, now.bounds, containersOf(now.holders));
  drift.bounds.wider = [...compared.wider, ...compared.incomparable];
  drift.bounds.narrower = compared.narrower;
  return drift;
}

function placeRow(drift: Drift, was: GrantedCapability, row: GrantedCapability): void {
  if (isAsWide(was, row)) {
    drift.unchanged.push({ key: row.key, before: was, after: row, comparable: true });
    return;
  }
  const [a, b] = [tupleOfRow(was), tupleOfRow(row)];
  const grew = tupleContains(b, a);
  const shrank = tupleContains(a, b);
  const pair = { key: row.key, before: was, after: row, comparable: grew || shrank };
  if (grew && shrank) drift.unchanged.push(pair);
  else if (shrank) drift.narrower.push(pair);
  else drift.wider.push(pair);
}

/** Most rows of two captures are as they were; nothing has to be compared for them. */
function isAsWide(was: GrantedCapability, row: GrantedCapability): boolean {
  if (was.access !== row.access || was.extent.length !== row.extent.length) return false;
  if ((was.origin === "unknown") !== (row.origin === "unknown") || was.family !== row.family) return false;
  return was.anchor === row.anchor && was.extent.every((item, at) => item === row.extent[at]);
}

/** Two rows of one key differ in access and extent only. */
const tupleOfRow = (row: GrantedCapability) => ({
  workload: "",
  container: null,
  family: row.family,
  anchor: row.anchor,
  access: row.access,
  extent: row.extent,
  unknown: row.origin === "unknown",
});
