import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { roleOf } from "@/lib/rules/asking";
import { byNeed } from "../authority/by-need";
import type { AuthorityPage } from "../authority/page";
import { reviewHead } from "./access";
import { authorityRows } from "./authority-rows";
import { listConfigurations } from "./configurations-read";

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
