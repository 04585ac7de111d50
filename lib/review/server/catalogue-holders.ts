import type { Actor } from "@/lib/identity/actor";
import { authorize } from "@/lib/identity/policy";
import { readSql } from "@/lib/platform/db/transaction";
import type { CatalogueHolder } from "../catalogue-holder";
import { SEEN_SYSTEM, seer } from "./access";

/** The most that are listed; the pages say that there are more. */
export const MOST_HOLDERS = 200;

/**
 * Where in the workspace an id is granted now, as far as the actor sees: one statement, whatever the number
 * of systems. Rows by hand count too; closed and archived ones do not.
 *
 * @returns by system and review; `more` where the list was cut
 */
export async function catalogueHolders(
  actor: Actor,
  catalogueId: string,
): Promise<{ items: CatalogueHolder[]; more: boolean }> {
  authorize(actor, "review.read");
  const rows = await readSql(actor, (sql) =>
    sql.query<HolderRow>(HOLDERS, [...seer(actor), catalogueId, MOST_HOLDERS + 1]),
  );
  return {
    items: rows.slice(0, MOST_HOLDERS).map((row) => ({
      system: { id: row.systemId, name: row.systemName },
      review: { id: row.reviewId, number: row.number, title: row.title },
      rows: row.rows,
      undecided: row.undecided,
    })),
    more: rows.length > MOST_HOLDERS,
  };
}

type HolderRow = {
  systemId: string;
  systemName: string;
  reviewId: string;
  number: number;
  title: string;
  rows: number;
  undecided: number;
};

const HOLDERS = `select s.id as "systemId", s.name as "systemName", r.id as "reviewId", r.number, r.title,
    c.rows, c.undecided
  from (
    select workspace_id, review_id, count(*)::int as rows,
      (count(*) filter (where decision is null and justification_id is null))::int as undecided
    from capability where catalogue_id = $4 and closed_at is null and archived_at is null
    group by workspace_id, review_id) c
  join review r on r.workspace_id = c.workspace_id and r.id = c.review_id
  join system s on s.workspace_id = r.workspace_id and s.id = r.system_id
  where r.archived_at is null and s.archived_at is null and ${SEEN_SYSTEM}
  order by lower(s.name), s.id, r.number limit $5`;
