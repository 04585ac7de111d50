import type { Action } from "@/lib/identity/policy";
import type { Answer } from "../cell";
import type { Enforcer, ExecutorRole } from "../vocabulary";
import type { ByNeed } from "./by-need";
import type { ConfigurationItem } from "./configuration";

/** An executor as the page names it. */
export type AuthorityExecutor = {
  id: string;
  number: number;
  name: string;
  workload: string | null;
  container: string | null;
  role: ExecutorRole | null;
  roleReason: string | null;
};

export type AuthorityJustification = {
  id: string;
  number: number;
  purpose: string | null;
  limit: string | null;
  enforcer: Enforcer | null;
  evidence: string | null;
  answers: Record<string, Answer>;
  versions: Record<string, number>;
};

/** The page "Authority": counts of every place, the justifications, and the newest configurations. */
export type AuthorityPage = {
  /** Read before the rest; a live stream resumes from here. */
  seq: number;
  abilities: Action[];
  executors: AuthorityExecutor[];
  justifications: AuthorityJustification[];
  byNeed: ByNeed;
  /** The newest of each environment. */
  configurations: ConfigurationItem[];
};
