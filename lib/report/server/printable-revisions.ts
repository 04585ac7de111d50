import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import type { PrintableRevision } from "../choice";

/** The revisions that can be printed, newest first. The caller has checked that the actor sees the review. */
export async function printableRevisions(actor: Actor, reviewId: string): Promise<PrintableRevision[]> {
  const rows = await readSql(actor, (sql) =>
    sql.query(
      `select v.number, v.state, v.requested_at as "requestedAt", v.valid_until as "validUntil",
         v.risks_until as "risksUntil", v.ended_at as "endedAt", v.ended_because as "endedBecause",
         (select s.digest from snapshot s where s.workspace_id = v.workspace_id and s.review_id = v.review_id
            and s.revision_id = v.id) as digest
       from revision v where v.review_id = $1 order by v.number desc limit 200`,
      [reviewId],
    ),
  );
  return JSON.parse(JSON.stringify(rows)) as PrintableRevision[];
}
