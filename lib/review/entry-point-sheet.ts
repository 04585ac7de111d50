import type { Action } from "@/lib/identity/policy";
import type { Artifact, EntryPoint, Executor, KindAnswer } from "./content";
import type { CapabilityGroup, Severity } from "./vocabulary";

/** A finding as the worksheets of entry points and executors show it. */
export type SheetFinding = {
  id: string;
  number: number;
  ruleId: string;
  /** Target key of what it is about. */
  target: string;
  severity: Severity;
  reason: string;
  /** Target keys of the entry points and executors on whose rows it is shown. */
  rows: string[];
};

/** What a rule says of itself, for the inspector. */
export type RuleWords = { title: string; explanation: string; resolve: string[] };

/** What an executor's authority holds in one group: counts, and the worst grants by title. */
export type ReachGroup = {
  group: CapabilityGroup;
  grants: number;
  missingLimits: number;
  /** Of both, how many nobody has decided. */
  undecided: number;
  worst: Severity;
  titles: string[];
};

/** Everything that the pages of entry points and executors show, read at `seq`. */
export type EntryPointSheet = {
  seq: number;
  abilities: Action[];
  entryPoints: EntryPoint[];
  executors: Executor[];
  artifacts: Artifact[];
  kindAnswers: KindAnswer[];
  findings: SheetFinding[];
  rules: Record<string, RuleWords>;
  /** By executor id; an executor without authority has no entry. */
  reach: Record<string, ReachGroup[]>;
};

/** The three kinds of reach of an entry point, and the group of the executor's authority each comes from. */
export const REACH_GROUPS = {
  files: "data",
  credentials: "credentials",
  network: "network",
} as const satisfies Record<string, CapabilityGroup>;
export type ReachField = keyof typeof REACH_GROUPS;

/** What an entry point reaches by its executor's authority: the worst titles, and how many more. */
export type DerivedReach = { titles: string[]; more: number; grants: number };

/** Derives one kind of reach from the executor's authority; null when the authority says nothing of it. */
export function derivedReach(
  groups: readonly ReachGroup[] | undefined,
  field: ReachField,
): DerivedReach | null {
  const found = groups?.find(({ group }) => group === REACH_GROUPS[field]);
  if (!found || found.grants === 0) return null;
  return { titles: found.titles, more: found.grants - found.titles.length, grants: found.grants };
}

/** "Secret DATABASE_URL, Kubernetes API token and 3 more". */
export function reachWords({ titles, more }: DerivedReach): string {
  return more > 0 ? `${titles.join(", ")} and ${more} more` : titles.join(", ");
}
