import { gunzipSync } from "node:zlib";
import type { Actor } from "@/lib/identity/actor";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { dismissalsOf } from "@/lib/report/server/dismissals";
import { RULE_SET_VERSION } from "@/lib/rules/rules";
import { type ReadableBeside, type ReadableDocument, type Reading, readingOf } from "../frozen-reading";
import { coveredContent } from "../snapshot";
import { loadDecisionContent } from "./load-decision";

/** The revision that is read: its digest says that it is frozen. */
export type ReadRevision = { id: string; number: number; state: string; digest: string | null };

type Kept<T> = Map<string, T>;
const shared = globalThis as typeof globalThis & { cordonReadings?: Kept<Reading> };

/** How many are kept, so that paging through a revision does not unpack it for each page. */
const MOST_KEPT = 4;

/** Keeps what was used last; `seq` is in the key of what is not frozen. */
export function remember<T>(kept: Kept<T>, key: string, value: T, most = MOST_KEPT): T {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  return value;
}

/** What names the content of a revision: the digest of a frozen one, the moment of a draft. */
export const contentKey = (
  actor: Actor,
  head: { id: string; seq: number },
  { id, digest }: ReadRevision,
): string => `${actor.workspaceId} ${head.id} ${id} ${digest ?? `seq ${head.seq}`}`;

/**
 * The content of a revision for reading: as it was frozen, or of a draft as it would be frozen at this
 * moment. The caller has checked that the actor sees the review.
 */
export async function readRevision(
  sql: Sql,
  actor: Actor,
  head: { id: string; seq: number },
  revision: ReadRevision,
): Promise<Reading> {
  shared.cordonReadings ??= new Map();
  const kept = shared.cordonReadings;
  const key = contentKey(actor, head, revision);
  const reading =
    kept.get(key) ??
    (revision.state === "draft"
      ? await readDraft(sql, actor.workspaceId, head.id, revision.number)
      : await readFrozen(sql, head.id, revision));
  return remember(kept, key, reading);
}

async function readFrozen(sql: Sql, reviewId: string, { id, number }: ReadRevision): Promise<Reading> {
  const [row] = await sql.query<{ bytes: Buffer; beside: Buffer }>(
    "select bytes, beside from snapshot where review_id = $1 and revision_id = $2",
    [reviewId, id],
  );
  if (!row) throw problem("not-found", `Nothing was frozen with revision ${number}.`);
  return readingOf(
    JSON.parse(gunzipSync(row.bytes).toString("utf8")) as ReadableDocument,
    JSON.parse(gunzipSync(row.beside).toString("utf8")) as ReadableBeside,
  );
}

async function readDraft(sql: Sql, workspaceId: string, reviewId: string, number: number): Promise<Reading> {
  const loaded = await loadDecisionContent(sql, workspaceId, reviewId);
  const people = await sql.query<{ id: string; name: string }>("select id, name from member");
  const document = coveredContent({
    ...loaded,
    revision: { number },
    ruleSetVersion: RULE_SET_VERSION,
  });
  // Through canonical JSON, so that it compares with what was frozen by its text.
  return readingOf(JSON.parse(canonicalJson(document)) as ReadableDocument, {
    people: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    findings: loaded.findings,
    dismissals: await dismissalsOf(sql, reviewId),
  });
}
