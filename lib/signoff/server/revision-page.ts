import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { reviewHead } from "@/lib/review/server/access";
import type { Comparison } from "../compare-revisions";
import type { RevisionView } from "../decide-page";
import type { Reading } from "../frozen-reading";
import { readRows } from "../frozen-sections";
import { inForceBefore, type RevisionMore, type RevisionName, type RevisionPage } from "../revision-page";
import { policyLinks } from "./outlook";
import { comparisonOf, countSections } from "./revision-content";
import { readRevision } from "./revision-reading";
import { revisionsIn } from "./revisions";
import { termsOf } from "./terms";
import { asDecidedNow } from "./waiting";

/** How many rows of a section come with the page; the rest follows when somebody asks. */
const FIRST_ROWS = 20;

/**
 * The page on which one revision is read: its life, and the first rows of each section, or of what
 * changed since another revision.
 *
 * @param asked `number` of the revision; `since` the number of the one to compare with, if it is not
 *   the one that was in force before
 * @throws ProblemError `not-found`
 */
export async function revisionPage(
  actor: Actor,
  reviewId: string,
  asked: { number: number; show: RevisionPage["show"]; since: number | null },
): Promise<RevisionPage> {
  const head = await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const revisions = await revisionsIn(sql, actor, head);
    const revision = revisions.find(({ number }) => number === asked.number);
    if (!revision) throw problem("not-found", "This review has no such revision.");
    const others = revisions.filter(({ digest, number }) => digest !== null && number < revision.number);
    const since =
      others.find(({ number }) => number === asked.since) ?? inForceBefore(others, revision.number) ?? null;
    const show = since ? asked.show : "everything";
    return {
      reviewId,
      seq: head.seq,
      revision: { ...revision, ...(await moreOf(sql, reviewId, revision.id)) },
      outlook:
        revision.state === "submitted" ? (await asDecidedNow(sql, actor, head, revision)).outlook : null,
      policyLinks: policyLinks(actor, head.system, await termsOf(sql, actor.workspaceId, head.system.id)),
      since: since && nameOf(since),
      others: others.map(nameOf),
      show,
      sections: show === "everything" ? firstRows(await readRevision(sql, actor, head, revision)) : [],
      changes:
        since && show === "changes"
          ? firstChanges(await comparisonOf(sql, actor, head, since, revision))
          : [],
    };
  });
}

const nameOf = ({ id, number, state }: RevisionView): RevisionName => ({ id, number, state });

const firstRows = (reading: Reading): RevisionPage["sections"] =>
  countSections(reading).map(({ id, label, count }) => ({
    id,
    label,
    total: count,
    rows: readRows(id, reading, 0, FIRST_ROWS),
  }));

const firstChanges = ({ sections, rows }: Comparison): RevisionPage["changes"] =>
  sections.map(({ id, label, added, removed, changed }) => ({
    id,
    label,
    total: added + removed + changed,
    added,
    removed,
    changed,
    rows: rows.filter(({ section }) => section === id).slice(0, FIRST_ROWS),
  }));

async function moreOf(sql: Sql, reviewId: string, revisionId: string): Promise<RevisionMore> {
  const [row] = await sql.query<Omit<RevisionMore, "contestedAt"> & { contestedAt: Date | null }>(
    `select v.risks_until_of as "risksUntilOf", v.contested_at as "contestedAt",
       coalesce((select jsonb_object_agg(o.id, jsonb_build_object('name', o.member_name, 'role', o.member_role))
         from sign_off o where o.workspace_id = v.workspace_id and o.review_id = v.review_id and o.revision_id = v.id), '{}') as signed
     from revision v where v.review_id = $1 and v.id = $2`,
    [reviewId, revisionId],
  );
  return { ...row!, contestedAt: row!.contestedAt?.toISOString() ?? null };
}
