import { CATALOGUE_VERSION } from "@/lib/authority/catalogue/index-of-ids";
import type { AuthorityTuple, Format } from "@/lib/authority/schema";
import { deriveInWorker } from "@/lib/authority/server/derive-in-worker";
import { tuplesOf } from "@/lib/authority/tuples";
import type { Sql } from "@/lib/platform/db/sql";

type Stored = {
  id: string;
  format: Format;
  version: string;
  tuples: AuthorityTuple[];
};

const shared = globalThis as typeof globalThis & { cordonTuplesAsToday?: Map<string, AuthorityTuple[]> };

/** How many configurations of older catalogues are kept as they read today. */
const MOST_KEPT = 20;

/**
 * What a configuration grants, as today's catalogue reads it. One that an older catalogue read is
 * derived again from its stored text, so that a new version of Cordon, which sees more in the same
 * text, is never taken for authority that got wider. Null when the review has no such configuration.
 */
export async function tuplesAsToday(
  sql: Sql,
  reviewId: string,
  number: number,
): Promise<AuthorityTuple[] | null> {
  const [stored] = await sql.query<Stored>(
    `select id, format, catalogue_version as version, tuples from configuration
     where review_id = $1 and number = $2`,
    [reviewId, number],
  );
  if (!stored) return null;
  if (stored.version === CATALOGUE_VERSION) return stored.tuples;
  shared.cordonTuplesAsToday ??= new Map();
  const kept = shared.cordonTuplesAsToday;
  const key = `${CATALOGUE_VERSION} ${stored.id}`;
  const tuples = kept.get(key) ?? (await derivedAgain(sql, reviewId, stored));
  kept.delete(key);
  kept.set(key, tuples);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  return tuples;
}

/** Redacted text grants what the original did. A text that is not stored is compared as it was read then. */
async function derivedAgain(sql: Sql, reviewId: string, stored: Stored): Promise<AuthorityTuple[]> {
  const files = await sql.query<{ name: string; text: string }>(
    "select name, text from configuration_file where review_id = $1 and configuration_id = $2 order by name",
    [reviewId, stored.id],
  );
  if (files.length === 0) return stored.tuples;
  const result = await deriveInWorker({
    path: stored.id,
    files: files.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) })),
    ...(stored.format !== "unknown" && { format: stored.format }),
  });
  return tuplesOf(result);
}
