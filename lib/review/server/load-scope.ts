import type { Actor } from "@/lib/identity/actor";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import type { Artifact } from "../content";
import type { FindingItem } from "../finding-list";
import { type RowLink, rowHref, shortNumber } from "../row-link";
import { FINDING_COLUMNS, type FindingRow, findingItems } from "./list-findings";
import { type ReviewDetail, reviewDetail } from "./load-review";
import { presentRow } from "./rows";

/** Everything that the scope's page shows. */
export type Scope = {
  review: ReviewDetail;
  /** Archived ones too. */
  artifacts: Artifact[];
  /** The entry points through which an artifact comes in, by the artifact's id. */
  entries: Record<string, RowLink[]>;
  /** Open findings about artifacts. */
  findings: FindingItem[];
};

/** @throws ProblemError `not-found` when the actor does not see the review */
export async function scopeOf(actor: Actor, reviewId: string): Promise<Scope> {
  const review = await reviewDetail(actor, reviewId);
  return readSql(actor, async (sql) => {
    const artifacts = await sql.query<Record<string, unknown>>(
      "select * from artifact where review_id = $1 order by number",
      [reviewId],
    );
    const findings = await sql.query<FindingRow>(
      `select ${FINDING_COLUMNS} from finding f
       where f.review_id = $1 and f.state = 'open' and f.target like 'artifact:%' order by f.number`,
      [reviewId],
    );
    return {
      review,
      artifacts: artifacts.map((row) => presentRow(row) as unknown as Artifact),
      entries: await entriesOf(sql, reviewId),
      findings: await findingItems(sql, reviewId, findings),
    };
  });
}

async function entriesOf(sql: Sql, reviewId: string): Promise<Record<string, RowLink[]>> {
  const rows = await sql.query<{ id: string; number: number; name: string; artifactId: string }>(
    `select id, number, name, artifact_id as "artifactId" from entry_point
     where review_id = $1 and artifact_id is not null and archived_at is null order by number`,
    [reviewId],
  );
  const entries: Record<string, RowLink[]> = {};
  for (const { id, number, name, artifactId } of rows) {
    entries[artifactId] ??= [];
    entries[artifactId].push({
      target: `entry:${id}`,
      label: shortNumber("entry", number),
      name,
      href: rowHref(reviewId, "entry", number),
    });
  }
  return entries;
}
