import { gunzipSync } from "node:zlib";
import type { Sql } from "@/lib/platform/db/sql";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { type FrozenDocument, type FrozenSummary, summaryOf } from "../frozen-summary";
import { severityOfRisks } from "../risk-severity";

const shared = globalThis as typeof globalThis & { cordonFrozen?: Map<string, FrozenSummary> };

/** How many summaries are kept. Frozen content never changes, so a kept one is right for good. */
const MOST_KEPT = 50;

/** The summary of a frozen revision. The caller has checked that the actor sees the review. */
export async function frozenOf(
  sql: Sql,
  workspaceId: string,
  reviewId: string,
  revisionId: string,
  digest: string,
): Promise<FrozenSummary> {
  shared.cordonFrozen ??= new Map();
  const kept = shared.cordonFrozen;
  const key = `${workspaceId} ${reviewId} ${revisionId} ${digest}`;
  const present = kept.get(key);
  if (present) return present;
  const [row] = await sql.query<{ bytes: Buffer; beside: Buffer }>(
    "select bytes, beside from snapshot where review_id = $1 and revision_id = $2",
    [reviewId, revisionId],
  );
  const document = JSON.parse(gunzipSync(row!.bytes).toString("utf8")) as FrozenDocument;
  const { people = {}, findings = [] } = JSON.parse(gunzipSync(row!.beside).toString("utf8")) as {
    people?: Record<string, string>;
    findings?: StoredFinding[];
  };
  const summary = summaryOf(document, people, severityOfRisks(document, findings));
  kept.set(key, summary);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return summary;
}
