import type { Sql } from "@/lib/platform/db/sql";
import { type LayerRow, layerReach, layerWords } from "../authority/layer-reach";

/** A row that is asked about, with the executors that hold it. */
type Held = { id: string; holders: readonly string[] };

/**
 * What the layers inside executors do to capabilities, in words by the capabilities' ids: "granted inside bwrap",
 * "reached only if bwrap fails". Rows of executors without such a layer have none. Where several executors hold
 * a row, the one that it is about is named.
 */
export async function layerSays(
  sql: Sql,
  reviewId: string,
  rows: readonly Held[],
): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  const holders = [...new Set(rows.flatMap((row) => row.holders))];
  const layered = await sql.query<{
    id: string;
    number: number;
    workload: string | null;
    container: string | null;
  }>(
    `select id, number, workload, container from executor e where review_id = $1 and id = any($2::uuid[])
       and exists (select from capability c where c.review_id = e.review_id and c.executor_id = e.id
         and c.closed_at is null and c.archived_at is null and c.workload ~ '^(bwrap|nsjail|mcp) ')`,
    [reviewId, holders],
  );
  for (const executor of layered) {
    const reach = layerReach(await rowsOf(sql, reviewId, executor));
    for (const row of rows) {
      const found = row.holders.includes(executor.id) ? reach.get(row.id) : undefined;
      if (!found) continue;
      const words = row.holders.length > 1 ? `${layerWords(found)} (X${executor.number})` : layerWords(found);
      const before = said.get(row.id);
      said.set(row.id, before ? `${before}, ${words}` : words);
    }
  }
  return said;
}

async function rowsOf(
  sql: Sql,
  reviewId: string,
  { id, workload, container }: { id: string; workload: string | null; container: string | null },
): Promise<LayerRow[]> {
  const rows = await sql.query<
    Omit<LayerRow, "grant"> & { origin: "explicit" | "default" | "unknown" | null }
  >(
    `select c.id, c.workload, c.class, c.family, c.anchor, c.catalogue_id as "catalogueId", o.origin
     from capability c
     left join lateral (
       select g.origin from capability_grant g
       join configuration k on k.workspace_id = g.workspace_id and k.review_id = g.review_id and k.id = g.configuration_id
       where g.review_id = c.review_id and g.capability_id = c.id and k.is_newest
       order by k.attached_at desc limit 1) o on true
     where c.review_id = $1 and c.closed_at is null and c.archived_at is null
       and (c.executor_id = $2 or (c.executor_id is null and c.workload = $3 and (c.container is null or c.container = $4)))`,
    [reviewId, id, workload, container],
  );
  return rows.map(({ origin, ...row }) => ({ ...row, grant: origin === null ? null : { origin } }));
}
