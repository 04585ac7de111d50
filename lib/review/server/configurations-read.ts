import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import type { ConfigurationDetail, ConfigurationItem, Excerpt } from "../authority/configuration";
import { reviewHead } from "./access";

const COLUMNS = `
  k.id, k.number, k.environment, k.provenance, k.format, k.config_digest as "configDigest",
  k.authority_digest as "authorityDigest", k.attached_at as "attachedAt", k.is_newest as "isNewest",
  k.attached_by_id as "byId", m.name as "byName",
  (select count(*)::int from capability_grant g where g.workspace_id = k.workspace_id and g.review_id = k.review_id and g.configuration_id = k.id) as capabilities,
  (select count(*)::int from jsonb_array_elements(k.notes) n where n->>'level' = 'error') as errors,
  (select count(*)::int from jsonb_array_elements(k.notes) n where n->>'level' = 'warning') as warnings,
  (select count(*)::int from jsonb_array_elements(k.notes) n where n->>'level' = 'info') as infos`;
const FROM = `from configuration k left join member m on m.workspace_id = k.workspace_id and m.id = k.attached_by_id`;

type Found = Omit<ConfigurationItem, "attachedAt" | "attachedBy" | "notes"> & {
  attachedAt: Date;
  byId: string;
  byName: string | null;
  errors: number;
  warnings: number;
  infos: number;
};

/** The configurations of a review, the newest first. */
export async function listConfigurations(
  sql: Sql,
  reviewId: string,
  {
    newest = false,
    before,
    limit = 200,
  }: { newest?: boolean; before?: number | undefined; limit?: number } = {},
): Promise<ConfigurationItem[]> {
  const rows = await sql.query<Found>(
    `select ${COLUMNS} ${FROM} where k.review_id = $1 and (not $2::boolean or k.is_newest) and ($3::int is null or k.number < $3)
     order by k.number desc limit $4`,
    [reviewId, newest, before ?? null, limit],
  );
  return rows.map(itemOf);
}

function itemOf({ attachedAt, byId, byName, errors, warnings, infos, ...row }: Found): ConfigurationItem {
  return {
    ...row,
    attachedAt: attachedAt.toISOString(),
    attachedBy: { id: byId, name: byName },
    notes: { error: errors, warning: warnings, info: infos },
  };
}

/** One configuration with its redacted text. @throws ProblemError `not-found` */
export async function configurationDetail(
  actor: Actor,
  reviewId: string,
  id: string,
): Promise<ConfigurationDetail> {
  await reviewHead(actor, reviewId);
  if (!isId(id)) throw problem("not-found", "This review has no such configuration.");
  return readSql(actor, async (sql) => {
    const [row] = await sql.query<
      Found & Pick<ConfigurationDetail, "workloads" | "bounds" | "remarks" | "capture">
    >(
      `select ${COLUMNS}, k.workloads, k.bounds, k.notes as remarks, k.capture ${FROM} where k.review_id = $1 and k.id = $2`,
      [reviewId, id],
    );
    if (!row) throw problem("not-found", "This review has no such configuration.");
    const files = await sql.query<{ name: string; text: string }>(
      "select name, text from configuration_file where review_id = $1 and configuration_id = $2 order by name",
      [reviewId, id],
    );
    const { workloads, bounds, remarks, capture, ...item } = row;
    return { ...itemOf(item), workloads, bounds, remarks, capture, files };
  });
}

/** The redacted lines around a source line, or null when the text is not there. */
export async function excerptOf(
  sql: Sql,
  reviewId: string,
  source: { configurationId: string; file: string | null; line: number | null },
  around = 6,
): Promise<Excerpt | null> {
  if (source.file === null || source.line === null) return null;
  const [found] = await sql.query<{ text: string }>(
    "select text from configuration_file where review_id = $1 and configuration_id = $2 and name = $3",
    [reviewId, source.configurationId, source.file],
  );
  if (!found) return null;
  const lines = found.text.split("\n");
  const first = Math.max(1, source.line - around);
  return {
    file: source.file,
    firstLine: first,
    lines: lines.slice(first - 1, source.line + around).map((line) => line.slice(0, 400)),
    line: source.line,
  };
}
