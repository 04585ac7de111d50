import type { Sql } from "@/lib/platform/db/sql";
import type { ResidualRisk } from "@/lib/review/content";
import type { Revocation } from "../risk-decision";

/** Who revoked each revoked risk, and when, by the risk's id; nothing is read while there is none. */
export async function revocationsOf(
  sql: Sql,
  reviewId: string,
  risks: readonly Pick<ResidualRisk, "id" | "state">[],
): Promise<Record<string, Revocation>> {
  const ids = risks.flatMap(({ id, state }) => (state === "revoked" ? id : []));
  if (ids.length === 0) return {};
  const rows = await sql.query<{ id: string; by: string; at: Date }>(
    `select distinct on (payload->>'risk') payload->>'risk' as id, actor_name as by, at from event
     where review_id = $1 and type = 'risk.revoked' and payload->>'risk' = any($2::text[])
     order by payload->>'risk', seq desc`,
    [reviewId, ids],
  );
  return Object.fromEntries(rows.map(({ id, by, at }) => [id, { by, at: at.toISOString() }]));
}
