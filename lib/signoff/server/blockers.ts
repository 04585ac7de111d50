import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import { storedFindings } from "@/lib/platform/unit-of-work/derive-findings";
import type { ConfigurationSummary, ResidualRisk } from "@/lib/review/content";
import { dayOf } from "@/lib/review/day";
import { reviewHead } from "@/lib/review/server/access";
import { allRows } from "@/lib/review/server/list-rows";
import { type Blocker, submissionBlockers } from "../blockers";

/** What would keep the draft from being submitted at this moment. Loads findings and risks, no capabilities. */
export async function currentBlockers(actor: Actor, reviewId: string): Promise<Blocker[]> {
  await reviewHead(actor, reviewId);
  const risks = await allRows<ResidualRisk>(actor, reviewId, "risk");
  return readSql(actor, async (sql) => {
    const findings = await storedFindings(sql, reviewId);
    const configurations = await sql.query<ConfigurationSummary>(
      "select id, number from configuration where review_id = $1 limit 1",
      [reviewId],
    );
    return submissionBlockers({ configurations, findings, risks, today: dayOf(new Date()) });
  });
}
