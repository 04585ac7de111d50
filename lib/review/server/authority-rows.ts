import type { Actor } from "@/lib/identity/actor";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { type ContentIndex, indexContent } from "@/lib/rules/content-index";
import type { Capability, Executor, Justification, ReviewContent } from "../content";
import { presentRow } from "./rows";

/** What the page "Authority", its order, its CSV and decisions about many rows read of a review. */
export type AuthorityRows = {
  /** Read before the rows. */
  seq: number;
  /** Everything that is not archived, closed rows included, in the order of the numbers. */
  capabilities: Capability[];
  executors: Executor[];
  justifications: Justification[];
  index: ContentIndex;
};

const shared = globalThis as typeof globalThis & { cordonAuthority?: Map<string, Promise<AuthorityRows>> };
const MOST_KEPT = 4;

/**
 * The rows of a review as of a seq. The last few reviews are kept: a window of rows, an order and a
 * count that follow each other read the same ten thousand rows.
 */
export function authorityRows(actor: Actor, reviewId: string, seq: number): Promise<AuthorityRows> {
  shared.cordonAuthority ??= new Map();
  const kept = shared.cordonAuthority;
  const key = `${actor.workspaceId} ${reviewId} ${seq}`;
  const found = kept.get(key);
  if (found) return found;
  const loading = readSql(actor, (sql) => loadAuthorityRows(sql, reviewId));
  kept.set(key, loading);
  loading.catch(() => kept.delete(key));
  for (const other of kept.keys()) {
    if (kept.size <= MOST_KEPT && !isOlder(other, key)) continue;
    if (other !== key) kept.delete(other);
  }
  return loading;
}

const isOlder = (other: string, key: string): boolean =>
  other !== key && other.slice(0, other.lastIndexOf(" ")) === key.slice(0, key.lastIndexOf(" "));

/** The grants of the newest configurations, the gravest of each capability, without their long texts. */
const CAPABILITIES = `
  with g as (
    select distinct on (g.capability_id) g.capability_id, g.configuration_id, g.access, g.origin, g.severity, g.target, g.file, g.line
    from capability_grant g
    join configuration k on k.workspace_id = g.workspace_id and k.review_id = g.review_id and k.id = g.configuration_id
    where g.review_id = $1 and k.is_newest
    order by g.capability_id, array_position(array['critical', 'high', 'medium', 'low', 'info'], g.severity), k.attached_at desc)
  select c.id, c.number, c.key, c.executor_id, c.workload, c.container, c.class, c."group", c.family, c.anchor, c.catalogue_id,
    c.severity, c.ends_confinement, c.title, c.decision, c.justification_id, c.layer, c.note, c.closed_at,
    g.configuration_id, g.access, g.origin, g.severity as granted_severity, g.target, g.file, g.line
  from capability c left join g on g.capability_id = c.id and c.closed_at is null
  where c.review_id = $1 and c.archived_at is null order by c.number`;

type CapabilityRecord = Record<string, string | null> & {
  id: string;
  number: number;
  ends_confinement: boolean;
  closed_at: Date | null;
  line: number | null;
};

/** Loads them in an open transaction. */
export async function loadAuthorityRows(sql: Sql, reviewId: string): Promise<AuthorityRows> {
  const [review] = await sql.query<{ seq: string }>("select event_seq as seq from review where id = $1", [
    reviewId,
  ]);
  const records = await sql.query<CapabilityRecord>(CAPABILITIES, [reviewId]);
  const executors = await rowsOf<Executor>(sql, "executor", reviewId);
  const justifications = await rowsOf<Justification>(sql, "justification", reviewId);
  const capabilities = records.map(capabilityOf);
  const index = indexContent({
    ...({} as ReviewContent),
    artifacts: [],
    entryPoints: [],
    kindAnswers: [],
    configurations: [],
    risks: [],
    capabilities,
    executors,
    justifications,
  });
  return { seq: Number(review?.seq ?? 0), capabilities, executors, justifications, index };
}

async function rowsOf<T>(sql: Sql, table: "executor" | "justification", reviewId: string): Promise<T[]> {
  const rows = await sql.query<Record<string, unknown>>(
    `select * from "${table}" where review_id = $1 and archived_at is null order by number`,
    [reviewId],
  );
  return rows.map((row) => presentRow(row) as unknown as T);
}

function capabilityOf(row: CapabilityRecord): Capability {
  const grant =
    row.configuration_id === null
      ? null
      : {
          configurationId: row.configuration_id,
          catalogueId: row.catalogue_id,
          access: row.access,
          extent: [],
          origin: row.origin,
          severity: row.granted_severity,
          target: row.target,
          explanation: "",
          limits: [],
          file: row.file,
          document: null,
          pointer: null,
          line: row.line,
        };
  return {
    id: row.id,
    number: row.number,
    key: row.key,
    executorId: row.executor_id,
    workload: row.workload,
    container: row.container,
    class: row.class,
    group: row.group,
    family: row.family,
    anchor: row.anchor,
    catalogueId: row.catalogue_id,
    severity: row.severity,
    endsConfinement: row.ends_confinement,
    title: row.title,
    decision: row.decision,
    justificationId: row.justification_id,
    layer: row.layer,
    note: row.note,
    closedAt: row.closed_at?.toISOString() ?? null,
    archivedAt: null,
    answers: {},
    versions: {},
    grant,
  } as Capability;
}
