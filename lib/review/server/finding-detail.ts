import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { ruleOf } from "@/lib/rules/rules";
import type { FindingDetail, FindingMoment } from "../finding-list";
import { FINDING_COLUMNS, type FindingRow, itemOf } from "./list-findings";
import { rowLinks } from "./row-links";

/**
 * One finding: why it fired here, ways to resolve it, the rows it lists, what happened to it. The
 * caller has checked that the actor sees the review.
 *
 * @param named its id, or its short number (`F9`)
 * @throws ProblemError `not-found`
 */
export async function findingDetail(actor: Actor, reviewId: string, named: string): Promise<FindingDetail> {
  const number = /^F?(\d{1,9})$/.exec(named)?.[1];
  if (!number && !isId(named)) throw notThere();
  return readSql(actor, async (sql) => {
    const [row] = await sql.query<FindingRow & { lists: string[] }>(
      `select ${FINDING_COLUMNS}, f.lists from finding f where f.review_id = $1 and ${number ? "f.number = $2::int" : "f.id = $2::uuid"}`,
      [reviewId, number ?? named],
    );
    if (!row) throw notThere();
    const links = await rowLinks(sql, reviewId, [row.target, ...row.lists]);
    const rule = ruleOf(row.ruleId);
    return {
      ...itemOf(reviewId, row, links),
      explanation: rule?.explanation ?? "",
      resolve: rule?.resolve ?? [],
      reference: rule?.reference ?? "",
      lists: row.lists.flatMap((target) => links.get(target) ?? []),
      history: await historyOf(sql, reviewId, row.id),
    };
  });
}

const MENTIONS = (what: string): string =>
  `select seq::int, at, actor_name, type, '${what}' as what from event
   where review_id = $1 and payload @> jsonb_build_object('findings', jsonb_build_object('${what}', jsonb_build_array(jsonb_build_object('id', $2::text))))`;

/** The events that opened, resolved and dismissed a finding, oldest first: they say so themselves. */
async function historyOf(sql: Sql, reviewId: string, id: string): Promise<FindingMoment[]> {
  const rows = await sql.query<{
    seq: number;
    at: Date;
    actor_name: string;
    type: string;
    what: FindingMoment["what"];
  }>(
    `${MENTIONS("opened")} union all ${MENTIONS("resolved")} union all ${MENTIONS("dismissed")} order by 1`,
    [reviewId, id],
  );
  return rows.map(({ seq, at, actor_name, type, what }) => ({
    seq,
    at: at.toISOString(),
    actor: actor_name,
    what,
    type,
  }));
}

const notThere = () => problem("not-found", "This review has no such finding.");
