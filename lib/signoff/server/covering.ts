import type { Actor } from "@/lib/identity/actor";
import { readSql } from "@/lib/platform/db/transaction";
import type { ResidualRisk } from "@/lib/review/content";
import { allRows } from "@/lib/review/server/list-rows";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { isCoveredBy } from "@/lib/rules/uncovered-findings";
import { type CoveringRisk, coveringRisk } from "../covering-risk";

/** The residual risks that cover a finding. The caller has checked that the actor sees the review. */
export async function risksCovering(
  actor: Actor,
  reviewId: string,
  findingId: string,
): Promise<CoveringRisk[]> {
  const risks = await allRows<ResidualRisk>(actor, reviewId, "risk");
  const [finding] = await readSql(actor, (sql) =>
    sql.query<StoredFinding>(
      `select id, rule_id as "ruleId", target, lists from finding where review_id = $1 and id = $2`,
      [reviewId, findingId],
    ),
  );
  if (!finding) return [];
  return risks.filter((risk) => isCoveredBy(finding, risk)).map((risk) => coveringRisk(reviewId, risk));
}
