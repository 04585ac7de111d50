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

/** The columns of an entry point that say what it reaches. */
export const REACH_FIELDS = ["files", "credentials", "network"] as const;
export type ReachField = (typeof REACH_FIELDS)[number];

/** One kind of reach by the executor's authority: the worst titles, and how many there are in all. */
export type DerivedReach = { titles: string[]; count: number };

/** What an executor reaches, added up from its authority; what it does not reach is left out. */
export type ExecutorReach = { [K in ReachField]?: DerivedReach } & { groups: ReachGroup[] };

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
  reach: Record<string, ExecutorReach>;
};

/** "Secret DATABASE_URL, Kubernetes API token and 3 more". */
export function reachText({ titles, count }: DerivedReach): string {
  const more = count - titles.length;
  return more > 0 ? `${titles.join(", ")} and ${more} more` : titles.join(", ");
}
