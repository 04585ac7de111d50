import type { Sql } from "@/lib/platform/db/sql";
import type { Capability } from "../content";
import { presentRow } from "./rows";

/**
 * The grant of a capability in the newest configurations, as a JSON object or null: of several
 * environments the widest, ties by the newest. Reads `c` as the capability.
 */
export const NEWEST_GRANT = `(
  select jsonb_build_object('configurationId', g.configuration_id, 'catalogueId', g.catalogue_id, 'access', g.access,
    'extent', to_jsonb(g.extent), 'origin', g.origin, 'severity', g.severity, 'target', g.target,
    'explanation', g.explanation, 'limits', to_jsonb(g.limits), 'file', g.file, 'document', g.document,
    'pointer', g.pointer, 'line', g.line)
  from capability_grant g
  join configuration f on f.workspace_id = g.workspace_id and f.review_id = g.review_id and f.id = g.configuration_id
  where g.workspace_id = c.workspace_id and g.review_id = c.review_id and g.capability_id = c.id and f.is_newest
  order by array_position(array['critical', 'high', 'medium', 'low', 'info'], g.severity), f.attached_at desc
  limit 1)`;

/** Which capabilities of a review to load. */
export type CapabilityChoice =
  | { ids: readonly string[] }
  | { justificationId: string }
  | { numbers: readonly number[] };

/** Loads capabilities with the grant of the newest configuration, in the order of their numbers. */
export async function loadCapabilities(
  sql: Sql,
  reviewId: string,
  choice: CapabilityChoice,
): Promise<Capability[]> {
  const [where, value] =
    "ids" in choice
      ? ["c.id = any($2::uuid[])", choice.ids]
      : "numbers" in choice
        ? ["c.number = any($2::int[])", choice.numbers]
        : ["c.justification_id = $2::uuid", choice.justificationId];
  const rows = await sql.query<Record<string, unknown>>(
    `select c.*, ${NEWEST_GRANT} as grant from capability c where c.review_id = $1 and ${where} order by c.number`,
    [reviewId, value],
  );
  return rows.map((row) => presentRow(row) as unknown as Capability);
}
