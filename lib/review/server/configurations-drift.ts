import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { type Compared, comparedOf } from "../authority/compared";
import type { ComparedConfiguration, ConfigurationDrift, DriftPlace } from "../authority/configuration-drift";
import { driftInTurns } from "../authority/drift-in-turns";
import type { PreviewRow } from "../authority/preview";
import { reviewHead } from "./access";
import { type AttachedConfiguration, attachedById } from "./configurations-known";
import { MOST_LISTED } from "./configurations-preview";

/** How many other configurations are offered for a comparison. */
const MOST_OTHERS = 50;
const LONGEST_LINE = 240;
const NOTHING = { workloads: [], capabilities: [], bounds: [] };

/**
 * How a configuration differs from an earlier or later one of the review.
 *
 * @param against the other one's id; without it, the one before it in its environment
 * @throws ProblemError `not-found`
 */
export async function configurationDrift(
  actor: Actor,
  reviewId: string,
  id: string,
  against?: string,
): Promise<ConfigurationDrift> {
  await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const configuration = await oneOf(sql, reviewId, id);
    const others = await othersOf(sql, reviewId, id);
    const before = others.find(
      ({ number, environment }) => number < configuration.number && environment === configuration.environment,
    );
    const otherId = against ?? before?.id;
    const other = otherId ? await oneOf(sql, reviewId, otherId) : null;
    const compared = comparedOf(
      await driftInTurns(other?.derived ?? NOTHING, configuration.derived),
      MOST_LISTED,
    );
    return {
      ...compared,
      bounds: other ? compared.bounds : { wider: [], narrower: [] },
      configuration: shown(configuration),
      against: other && {
        ...shown(other),
        sameConfiguration: other.configDigest === configuration.configDigest,
        sameAuthority: other.authorityDigest === configuration.authorityDigest,
      },
      places: await placesOf(sql, reviewId, compared, { before: other, after: configuration }),
      others,
    };
  });
}

async function oneOf(sql: Sql, reviewId: string, id: string): Promise<AttachedConfiguration> {
  const found = isId(id) ? await attachedById(sql, reviewId, id) : null;
  if (!found) throw problem("not-found", "This review has no such configuration.");
  return found;
}

const shown = ({ id, number, environment, attachedAt }: AttachedConfiguration): ComparedConfiguration => ({
  id,
  number,
  environment,
  attachedAt: attachedAt.toISOString(),
});

async function othersOf(sql: Sql, reviewId: string, id: string): Promise<ComparedConfiguration[]> {
  const rows = await sql.query<Omit<ComparedConfiguration, "attachedAt"> & { attachedAt: Date }>(
    `select id, number, environment, attached_at as "attachedAt" from configuration
     where review_id = $1 and id <> $2 order by number desc limit ${MOST_OTHERS}`,
    [reviewId, id],
  );
  return rows.map((row) => ({ ...row, attachedAt: row.attachedAt.toISOString() }));
}

/** The capabilities of the listed rows and their source lines: two statements, and each text is cut once. */
async function placesOf(
  sql: Sql,
  reviewId: string,
  { rows }: Pick<Compared, "rows">,
  sides: { before: AttachedConfiguration | null; after: AttachedConfiguration },
): Promise<Record<string, DriftPlace>> {
  const listed = Object.values(rows).flat();
  if (listed.length === 0) return {};
  const capabilities = await sql.query<{ id: string; number: number; key: string }>(
    "select id, number, key from capability where review_id = $1 and key = any($2)",
    [reviewId, listed.map(({ key }) => key)],
  );
  const byKey = new Map(capabilities.map(({ key, ...capability }) => [key, capability]));
  const lines = await linesOf(
    sql,
    reviewId,
    Object.values(sides).flatMap((side) => side?.id ?? []),
  );
  const lineAt = (side: AttachedConfiguration | null, at: PreviewRow["before"]): string | null =>
    side && at
      ? (lines.get(`${side.id} ${at.file}`)?.[at.line - 1]?.trim().slice(0, LONGEST_LINE) ?? null)
      : null;
  return Object.fromEntries(
    listed.map((row) => [
      row.key,
      {
        capability: byKey.get(row.key) ?? null,
        lines: { before: lineAt(sides.before, row.before), after: lineAt(sides.after, row.after) },
      },
    ]),
  );
}

async function linesOf(sql: Sql, reviewId: string, ids: string[]): Promise<Map<string, string[]>> {
  const files = await sql.query<{ of: string; name: string; text: string }>(
    `select configuration_id as "of", name, text from configuration_file
     where review_id = $1 and configuration_id = any($2::uuid[])`,
    [reviewId, ids],
  );
  return new Map(files.map(({ of, name, text }) => [`${of} ${name}`, text.split("\n")]));
}
