import type { Executor } from "./content";
import type { ExecutorReach, ReachField, ReachGroup } from "./entry-point-sheet";
import { reachColumnOf } from "./reach";
import { type CapabilityGroup, SEVERITIES } from "./vocabulary";

/** The live rows of one executor, group and family, added up. */
export type ReachedSum = {
  executorId: string;
  group: CapabilityGroup;
  family: string;
  grants: number;
  missingLimits: number;
  undecided: number;
  /** Of the grants, those that no stronger one tells already. */
  reached: number;
  /** The worst severity's place in `SEVERITIES`, counted from 1. */
  rank: number;
  /** Titles of what is reached, the worst first, and by what they are ordered among other families'. */
  titles: string[];
  places: number[];
};

type Told = { title: string; place: number };
type Column = { told: Told[]; count: number };
type Sums = {
  groups: Map<CapabilityGroup, ReachedSum & { told: Told[] }>;
  columns: Map<ReachField, Column>;
};

/**
 * Adds up what executors reach, in the words of `reachOf` of `reach.ts` and without its rows: for each
 * column the worst titles and how many there are, and for each group the counts.
 *
 * @param most how many titles to keep
 */
export function sumReach(
  sums: readonly ReachedSum[],
  executors: readonly Pick<Executor, "id" | "inheritsSecrets" | "archivedAt">[],
  most: number,
): Record<string, ExecutorReach> {
  const found = new Map<string, Sums>();
  for (const sum of sums) {
    const of = found.get(sum.executorId) ?? { groups: new Map(), columns: new Map() };
    found.set(sum.executorId, of);
    add(of, sum);
  }
  for (const { id, inheritsSecrets, archivedAt } of executors) {
    if (inheritsSecrets !== "yes" || archivedAt !== null) continue;
    const of = found.get(id) ?? { groups: new Map(), columns: new Map() };
    found.set(id, of);
    // It stands first, whatever else there is.
    note(of, "credentials", [{ title: "The application's secrets", place: 0 }], 1);
  }
  return Object.fromEntries([...found].map(([id, of]) => [id, reachOfSums(of, most)]));
}

function add(of: Sums, sum: ReachedSum): void {
  const told = sum.titles.map((title, at) => ({ title, place: sum.places[at] ?? 0 }));
  const group = of.groups.get(sum.group);
  if (!group) of.groups.set(sum.group, { ...sum, told: [...told] });
  else {
    group.grants += sum.grants;
    group.missingLimits += sum.missingLimits;
    group.undecided += sum.undecided;
    group.rank = Math.min(group.rank, sum.rank);
    group.told.push(...told);
  }
  const column = reachColumnOf(sum);
  if (column && column !== "other" && sum.reached > 0) note(of, column, told, sum.reached);
}

function note(of: Sums, field: ReachField, told: Told[], count: number): void {
  const column = of.columns.get(field) ?? { told: [], count: 0 };
  column.told.push(...told);
  column.count += count;
  of.columns.set(field, column);
}

const worstTitles = (told: readonly Told[], most: number): string[] =>
  [...told]
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ title }) => title);

function reachOfSums({ groups, columns }: Sums, most: number): ExecutorReach {
  const reach: ExecutorReach = {
    groups: [...groups.values()].map(
      ({ group, grants, missingLimits, undecided, rank, told }): ReachGroup => ({
        group,
        grants,
        missingLimits,
        undecided,
        worst: SEVERITIES[rank - 1] ?? "info",
        titles: worstTitles(told, most),
      }),
    ),
  };
  for (const [field, { told, count }] of columns) reach[field] = { titles: worstTitles(told, most), count };
  return reach;
}
