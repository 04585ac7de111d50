import { type Drift, driftBetween } from "@/lib/authority/drift";
import type { DeriveResult } from "@/lib/authority/schema";
import { turns } from "@/lib/kernel/turns";
import { shortName } from "./match-names";

type Derived = Pick<DeriveResult, "workloads" | "capabilities" | "bounds">;

/**
 * The same as `driftBetween`, workload by workload, letting other work in between: nothing of one
 * workload is ever compared with another's. Workloads that share a short name stay together, as keys
 * hold the namespace only where it tells them apart.
 */
export async function driftInTurns(before: Derived, after: Derived): Promise<Drift> {
  const whole: Drift = {
    unchanged: [],
    wider: [],
    narrower: [],
    new: [],
    gone: [],
    bounds: { wider: [], narrower: [] },
  };
  const [old, now] = [byName(before), byName(after)];
  const turn = turns();
  for (const name of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(name) ?? nothing(), now.get(name) ?? nothing()];
    const drift = driftBetween(was, is);
    for (const change of ["unchanged", "wider", "narrower", "new", "gone"] as const)
      for (const row of drift[change]) whole[change].push(row);
    whole.bounds.wider.push(...drift.bounds.wider);
    whole.bounds.narrower.push(...drift.bounds.narrower);
    await turn();
  }
  return whole;
}

const nothing = (): Derived => ({ workloads: [], capabilities: [], bounds: [] });

function byName({ workloads, capabilities, bounds }: Derived): Map<string, Derived> {
  const under = new Map(workloads.map(({ ref, owner }) => [ref, owner ?? ref]));
  const groups = new Map<string, Derived>();
  const groupOf = (ref: string): Derived => {
    const name = shortName(under.get(ref) ?? ref);
    const group = groups.get(name) ?? nothing();
    groups.set(name, group);
    return group;
  };
  for (const workload of workloads) groupOf(workload.ref).workloads.push(workload);
  for (const row of capabilities) groupOf(row.workload).capabilities.push(row);
  for (const bound of bounds) groupOf(bound.workload).bounds.push(bound);
  return groups;
}
