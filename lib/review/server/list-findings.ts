import type { Actor } from "@/lib/identity/actor";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { RULES, ruleOf } from "@/lib/rules/rules";
import type { FindingFilter, FindingItem, FindingState, Question } from "../finding-list";
import { placeHref, ROW_KINDS, type RowLink, shortNumber } from "../row-link";
import { SEVERITIES, type Severity } from "../vocabulary";
import { rowLinks, rowOfLabel } from "./row-links";

export type FindingRow = {
  id: string;
  number: number;
  ruleId: string;
  target: string;
  severity: Severity;
  state: FindingState;
  reason: string;
  listCount: number;
  dismissal?: FindingItem["dismissal"];
  coveredBy?: number[];
  openedSeq: number;
  changedSeq: number;
};

/** Where a severity stands, 1 being the worst. */
export const FINDING_RANK = `array_position(array['${SEVERITIES.join("','")}'], f.severity)`;

export const FINDING_COLUMNS = `f.id, f.number, f.rule_id as "ruleId", f.target, f.severity, f.state, f.reason,
  cardinality(f.lists) as "listCount", case when f.state = 'dismissed' then jsonb_build_object(
    'reason', f.dismissal_reason, 'at', f.dismissed_at, 'by', jsonb_build_object('id', f.dismissed_by_id, 'name',
      (select m.name from member m where m.workspace_id = f.workspace_id and m.id = f.dismissed_by_id))) end as dismissal,
  f.opened_seq::int as "openedSeq", f.changed_seq::int as "changedSeq"`;

/** The rules whose every cause can be covered in place of the finding. */
const BY_CAUSES = RULES.filter(({ listsCauses }) => listsCauses).map(({ id }) => id);

/** The numbers of the risks that cover a finding, by the same three ways as `isCoveredBy`. */
const COVERED_BY = `array(select r.number from risk r
  where r.workspace_id = f.workspace_id and r.review_id = f.review_id and r.archived_at is null and r.state in ('proposed', 'accepted')
    and ('finding:' || f.id = any(r.covers) or (f.target <> 'review' and f.target = any(r.covers))
      or (f.rule_id = any(array['${BY_CAUSES.join("','")}']) and cardinality(f.lists) > 0 and f.lists <@ r.covers))
  order by r.number) as "coveredBy"`;

/**
 * A page of a review's findings, worst first. The caller has checked that the actor sees the review.
 *
 * @param page `cursor` is what the page before gave as `next`
 */
export async function listFindings(
  actor: Actor,
  reviewId: string,
  filter: FindingFilter,
  page: { cursor?: string; limit: number },
): Promise<{ items: FindingItem[]; next: string | null; total: number }> {
  return readSql(actor, async (sql) => {
    const { where, values } = await conditions(sql, reviewId, filter);
    const [count] = await sql.query<{ n: number }>(
      `select count(*)::int as n from finding f where ${where}`,
      values,
    );
    const [rank = 0, number = 0] = (page.cursor ?? "").split(".").map(Number);
    const rows = await sql.query<FindingRow & { rank: number }>(
      `select ${FINDING_COLUMNS}, ${COVERED_BY}, ${FINDING_RANK} as rank from finding f
       where ${where} and (${FINDING_RANK}, f.number) > ($${values.length + 1}::int, $${values.length + 2}::int)
       order by ${FINDING_RANK}, f.number limit $${values.length + 3}`,
      [...values, rank, number, page.limit + 1],
    );
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      items: await findingItems(sql, reviewId, shown),
      next: rows.length > page.limit && last ? `${last.rank}.${last.number}` : null,
      total: count!.n,
    };
  });
}

/** Rows of findings with the words of their rules and links to their targets. */
export async function findingItems(
  sql: Sql,
  reviewId: string,
  rows: readonly FindingRow[],
): Promise<FindingItem[]> {
  const links = await rowLinks(
    sql,
    reviewId,
    rows.map(({ target }) => target),
  );
  return rows.map((row) => itemOf(reviewId, row, links));
}

/** One finding as a list shows it. A rule that the catalogue dropped keeps its id as its title. */
export function itemOf(reviewId: string, row: FindingRow, links: Map<string, RowLink>): FindingItem {
  const rule = ruleOf(row.ruleId);
  const { id, number, ruleId, severity, state, reason, listCount, openedSeq, changedSeq } = row;
  return {
    id,
    number,
    ruleId,
    title: rule?.title ?? ruleId,
    question: (rule?.question ?? 1) as Question,
    severity,
    state,
    reason,
    target: targetLink(reviewId, row, links),
    listCount,
    dismissal: row.dismissal ? { ...row.dismissal, at: new Date(row.dismissal.at).toISOString() } : null,
    coveredBy: (row.coveredBy ?? []).map((risk) => shortNumber("risk", risk)),
    openedSeq,
    changedSeq,
  };
}

function targetLink(reviewId: string, { target, ruleId }: FindingRow, links: Map<string, RowLink>): RowLink {
  const link = links.get(target) ?? { target, label: target, name: "", href: "" };
  return target === "review" ? { ...link, href: placeHref(reviewId, target, ruleId) } : link;
}

async function conditions(
  sql: Sql,
  reviewId: string,
  filter: FindingFilter,
): Promise<{ where: string; values: unknown[] }> {
  const parts = ["f.review_id = $1"];
  const values: unknown[] = [reviewId];
  const add = (condition: (mark: string) => string, value: unknown) => {
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  if (filter.rule) add((mark) => `f.rule_id = ${mark}`, filter.rule);
  if (filter.severity) add((mark) => `f.severity = any(${mark}::text[])`, filter.severity);
  if (filter.state) add((mark) => `f.state = any(${mark}::text[])`, filter.state);
  if (filter.question) {
    const ids = RULES.filter(({ question }) => question === filter.question).map(({ id }) => id);
    add((mark) => `f.rule_id = any(${mark}::text[])`, ids);
  }
  if (filter.target) {
    const target = await targetKey(sql, reviewId, filter.target);
    add((mark) => `(f.target = ${mark} or ${mark} = any(f.lists))`, target);
  }
  if (filter.text) {
    const escaped = filter.text.replace(/[\\%_]/g, (mark) => `\\${mark}`);
    add((mark) => `(f.reason ilike ${mark} or f.rule_id ilike ${mark})`, `%${escaped}%`);
  }
  return { where: parts.join(" and "), values };
}

/** A target key as it is stored; people write short numbers. */
async function targetKey(sql: Sql, reviewId: string, given: string): Promise<string> {
  const row = rowOfLabel(given);
  if (!row) return given;
  const table = { entry: "entry_point" }[row.kind as string] ?? ROW_KINDS[row.kind].entity;
  const [found] = await sql.query<{ id: string }>(
    `select id from ${table} where review_id = $1 and number = $2`,
    [reviewId, row.number],
  );
  return found ? `${row.kind}:${found.id}` : given;
}
