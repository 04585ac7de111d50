import type { Actor } from "@/lib/identity/actor";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { ruleOf } from "@/lib/rules/rules";
import type { Artifact, EntryPoint, Executor, KindAnswer } from "../content";
import type { EntryPointSheet, RuleWords, SheetFinding } from "../entry-point-sheet";
import { reviewHead } from "./access";
import { OF_POD, OWN, reachOfExecutors, WORST_FIRST } from "./entry-points-reach";
import { presentRow } from "./rows";

/**
 * Everything that the worksheets of entry points and executors show, archived rows included. What
 * executors reach is added up by the database, so that no capability row is loaded.
 *
 * @throws ProblemError `not-found` when the actor does not see the review
 */
export async function entryPointSheet(actor: Actor, reviewId: string): Promise<EntryPointSheet> {
  const head = await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const rows = async <T>(table: string, order: string): Promise<T[]> => {
      const found = await sql.query<Record<string, unknown>>(
        `select * from ${table} where review_id = $1 order by ${order}`,
        [reviewId],
      );
      return found.map((row) => presentRow(row) as unknown as T);
    };
    const entryPoints = await rows<EntryPoint>("entry_point", "number");
    const executors = await rows<Executor>("executor", "number");
    const artifacts = await rows<Artifact>("artifact", "number");
    const kindAnswers = await rows<KindAnswer>("kind_answer", "kind");
    const findings = await openFindings(sql, reviewId);
    const reach = await reachOfExecutors(sql, reviewId, executors);
    const { seq, abilities } = head;
    const rules = rulesOf(findings);
    return { seq, abilities, entryPoints, executors, artifacts, kindAnswers, findings, rules, reach };
  });
}

/** Of a finding's lists only what these pages show is carried: an executor's may hold 100 capabilities. */
const FINDINGS = `
  select f.id, f.number, f.rule_id as "ruleId", f.target, f.severity, f.reason,
    array(select l from unnest(f.lists) l where l like 'entry:%' or l like 'executor:%') as rows,
    case when f.target like 'capability:%' then array(
      select 'executor:' || e.id from capability c
      join executor e on e.workspace_id = c.workspace_id and e.review_id = c.review_id and (${OWN} or ${OF_POD})
      where c.review_id = $1 and c.id = split_part(f.target, ':', 2)::uuid and e.archived_at is null) end as holders
  from finding f
  where f.review_id = $1 and f.state = 'open' and (split_part(f.target, ':', 1) in ('entry', 'executor', 'artifact', 'capability')
    or f.rule_id = 'ENT-09')
  order by array_position(${WORST_FIRST}, f.severity), f.number`;

async function openFindings(sql: Sql, reviewId: string): Promise<SheetFinding[]> {
  const found = await sql.query<SheetFinding & { holders: string[] | null }>(FINDINGS, [reviewId]);
  return found.map(({ holders, rows, ...finding }) => ({
    ...finding,
    rows: [...new Set([finding.target, ...(holders ?? rows)])],
  }));
}

function rulesOf(findings: readonly SheetFinding[]): Record<string, RuleWords> {
  const words: Record<string, RuleWords> = {};
  for (const { ruleId } of findings) {
    const rule = ruleOf(ruleId);
    if (rule) words[ruleId] = { title: rule.title, explanation: rule.explanation, resolve: rule.resolve };
  }
  return words;
}
