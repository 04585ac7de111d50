import type { Sql } from "@/lib/platform/db/sql";
import { storedFindings } from "@/lib/platform/unit-of-work/derive-findings";
import { dismissalsOf } from "@/lib/report/server/dismissals";
import type { Dismissal } from "@/lib/report/source";
import type { ReviewContent } from "@/lib/review/content";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { loadContent } from "@/lib/rules/server/load-slice";
import type { SignOffTerms } from "../terms";
import { termsOf } from "./terms";

/** Everything that a decision is about. */
export type DecisionContent = {
  content: ReviewContent;
  findings: (StoredFinding & { dismissedBecause?: string })[];
  dismissals: Record<string, Dismissal>;
  system: { id: string; name: string };
  policyVersion: string;
  terms: SignOffTerms;
};

/** Loads the whole content of a review with its findings and the terms that hold, for freezing and deciding. */
export async function loadDecisionContent(
  sql: Sql,
  workspaceId: string,
  reviewId: string,
): Promise<DecisionContent> {
  const content = await loadContent(sql, reviewId);
  const stored = await storedFindings(sql, reviewId);
  const dismissals = await dismissalsOf(sql, reviewId);
  const findings = stored.map((finding) => {
    const dismissedBecause = dismissals[finding.id]?.reason;
    return dismissedBecause ? { ...finding, dismissedBecause } : finding;
  });
  const [system] = await sql.query<{ id: string; name: string }>(
    "select s.id, s.name from system s join review r on r.system_id = s.id and r.workspace_id = s.workspace_id where r.id = $1",
    [reviewId],
  );
  const { version, terms } = await termsOf(sql, workspaceId, system!.id);
  return { content, findings, dismissals, system: system!, policyVersion: version, terms };
}
