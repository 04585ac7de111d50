import type { Actor } from "@/lib/identity/actor";
import type { Action } from "@/lib/identity/policy";
import { readSql } from "@/lib/platform/db/transaction";
import { roleOf } from "@/lib/rules/asking";
import { type ByNeed, byNeed } from "../authority/by-need";
import type { Answer } from "../cell";
import type { Enforcer, ExecutorRole } from "../vocabulary";
import { reviewHead } from "./access";
import { authorityRows } from "./authority-rows";
import { type ConfigurationItem, listConfigurations } from "./configurations-read";

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

/**
 * What the page "Authority" shows before anything is unfolded.
 *
 * @throws ProblemError `not-found`
 */
export async function authorityPage(actor: Actor, reviewId: string): Promise<AuthorityPage> {
  const { seq, abilities } = await reviewHead(actor, reviewId);
  const rows = await authorityRows(actor, reviewId, seq);
  const configurations = await readSql(actor, (sql) => listConfigurations(sql, reviewId, { newest: true }));
  return {
    seq,
    abilities,
    executors: rows.executors.map((executor) => ({
      id: executor.id,
      number: executor.number,
      name: executor.name,
      workload: executor.workload,
      container: executor.container,
      role: roleOf(executor),
      roleReason: executor.roleReason,
    })),
    justifications: rows.justifications.map(
      ({ id, number, purpose, limit, enforcer, evidence, answers, versions }) => ({
        id,
        number,
        purpose,
        limit,
        enforcer,
        evidence,
        answers,
        versions,
      }),
    ),
    byNeed: byNeed(rows.capabilities, rows.index),
    configurations,
  };
}
