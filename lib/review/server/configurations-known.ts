import type { DeriveResult } from "@/lib/authority/schema";
import type { Sql } from "@/lib/platform/db/sql";
import type { KnownCapability, KnownExecutor } from "../authority/attach-plan";

/** The executors of a review that a configuration can be matched with. */
export async function knownExecutors(sql: Sql, reviewId: string): Promise<KnownExecutor[]> {
  return sql.query<KnownExecutor>(
    `select id, number, workload, container, role, role_reason as "roleReason", layers, versions
     from executor where review_id = $1 and archived_at is null order by number`,
    [reviewId],
  );
}

/** The rows that came from configurations, each with its gravest grant in the other environments. */
export async function knownCapabilities(
  sql: Sql,
  reviewId: string,
  environment: string,
): Promise<KnownCapability[]> {
  const rows = await sql.query<Record<string, unknown>>(
    `with e as (
       select distinct on (g.capability_id) g.capability_id, g.catalogue_id, g.severity
       from capability_grant g
       join configuration k on k.workspace_id = g.workspace_id and k.review_id = g.review_id and k.id = g.configuration_id
       where g.review_id = $1 and k.is_newest and k.environment <> $2
       order by g.capability_id, array_position(array['critical', 'high', 'medium', 'low', 'info'], g.severity), k.attached_at desc)
     select c.id, c.number, c.key, c.executor_id as "executorId", c.workload, c.container, c.catalogue_id as "catalogueId",
       c.class, c."group", c.severity, c.ends_confinement as "endsConfinement", c.title, c.justification_id as "justificationId",
       c.closed_at as "closedAt", c.versions, e.catalogue_id as "elsewhereId", e.severity as "elsewhereSeverity"
     from capability c left join e on e.capability_id = c.id
     where c.review_id = $1 and c.key is not null`,
    [reviewId, environment],
  );
  return rows.map(({ elsewhereId, elsewhereSeverity, closedAt, ...row }) => ({
    ...row,
    closedAt: closedAt instanceof Date ? closedAt.toISOString() : null,
    elsewhere: elsewhereId === null ? null : { catalogueId: elsewhereId, severity: elsewhereSeverity },
  })) as unknown as KnownCapability[];
}

/** A configuration that was attached, as it was derived. */
export type AttachedConfiguration = {
  id: string;
  number: number;
  environment: string;
  attachedAt: Date;
  configDigest: string;
  authorityDigest: string;
  derived: Pick<DeriveResult, "workloads" | "capabilities" | "bounds">;
};

/** Reads back what the newest configuration of an environment granted, or null when there is none. */
export const newestOf = (
  sql: Sql,
  reviewId: string,
  environment: string,
): Promise<AttachedConfiguration | null> =>
  attachedWhere(sql, reviewId, "environment = $2 and is_newest", environment);

/** Reads back what one configuration granted; null when the review has none of this id. */
export const attachedById = (sql: Sql, reviewId: string, id: string): Promise<AttachedConfiguration | null> =>
  attachedWhere(sql, reviewId, "id = $2::uuid", id);

async function attachedWhere(
  sql: Sql,
  reviewId: string,
  where: string,
  value: string,
): Promise<AttachedConfiguration | null> {
  const [found] = await sql.query<
    Omit<AttachedConfiguration, "derived"> & Pick<DeriveResult, "workloads" | "bounds">
  >(
    `select id, number, environment, attached_at as "attachedAt", config_digest as "configDigest",
       authority_digest as "authorityDigest", workloads, bounds
     from configuration where review_id = $1 and ${where} order by number desc limit 1`,
    [reviewId, value],
  );
  if (!found) return null;
  const capabilities = await sql.query<Record<string, unknown>>(
    `select c.key, g.catalogue_id as id, c.class, c.family, c.anchor, c.workload, c.container, g.target, g.access, g.extent,
       g.origin, g.authority, g.severity, g.explanation, g.limits,
       jsonb_build_object('file', g.file, 'document', g.document, 'pointer', g.pointer, 'line', g.line) as source
     from capability_grant g join capability c on c.workspace_id = g.workspace_id and c.review_id = g.review_id and c.id = g.capability_id
     where g.review_id = $1 and g.configuration_id = $2 order by c.number`,
    [reviewId, found.id],
  );
  const { workloads, bounds, ...configuration } = found;
  return {
    ...configuration,
    derived: { workloads, bounds, capabilities: capabilities as unknown as DeriveResult["capabilities"] },
  };
}

/**
 * An environment as the review spells it already: `PRODUCTION` is no other place than `production`, and
 * what was signed for one is compared with what is attached for the other.
 */
export async function spelledAsBefore(sql: Sql, reviewId: string, environment: string): Promise<string> {
  const [known] = await sql.query<{ environment: string }>(
    `select environment from configuration where review_id = $1
       and lower(regexp_replace(environment, '\\s+', ' ', 'g')) = lower(regexp_replace($2, '\\s+', ' ', 'g'))
     order by environment = $2 desc, is_newest desc, number desc limit 1`,
    [reviewId, environment],
  );
  return known?.environment ?? environment;
}
