import { gunzipSync } from "node:zlib";
import type { Actor } from "@/lib/identity/actor";
import { abilities } from "@/lib/identity/policy";
import { problem } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { reviewHead } from "@/lib/review/server/access";
import type { RevisionView } from "../decide-page";

type Row = Omit<RevisionView, "abilities">;

const SELECT = `
  select v.id, v.number, v.state,
    v.opened_at as "openedAt", v.requested_at as "requestedAt", v.request_words as "requestWords",
    v.decided_at as "decidedAt", v.valid_until as "validUntil", v.ended_at as "endedAt",
    v.ended_because as "endedBecause", v.ended_by as "endedBy", v.contested_because as "contestedBecause",
    v.risks_until as "risksUntil", v.policy_version as "policyVersion", (v.policy ->> 'quorum')::int as quorum,
    (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.workspace_id = v.workspace_id and m.id = v.requested_by_id) as "requestedBy",
    (select s.digest from snapshot s where s.workspace_id = v.workspace_id and s.review_id = v.review_id and s.revision_id = v.id) as digest,
    coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'decision', o.decision, 'words', o.words, 'digest', o.digest,
        'method', o.method, 'authenticatedAt', o.authenticated_at, 'decidedAt', o.decided_at, 'wrote', to_json(o.wrote),
        'member', jsonb_build_object('id', m.id, 'name', m.name)) order by o.decided_at)
      from sign_off o join member m on m.workspace_id = o.workspace_id and m.id = o.member_id
      where o.workspace_id = v.workspace_id and o.review_id = v.review_id and o.revision_id = v.id), '[]') as "signOffs"
  from revision v`;

/** The revisions of a review, newest first. */
export async function listRevisions(actor: Actor, reviewId: string): Promise<RevisionView[]> {
  const head = await reviewHead(actor, reviewId);
  return readSql(actor, (sql) => revisionsIn(sql, actor, head));
}

/** The same, inside a transaction; the head says that the actor sees the review. */
export async function revisionsIn(
  sql: Sql,
  actor: Actor,
  head: { id: string; isArchived: boolean },
): Promise<RevisionView[]> {
  const rows = await sql.query<Row>(`${SELECT} where v.review_id = $1 order by v.number desc limit 200`, [
    head.id,
  ]);
  return rows.map((row) => present(actor, row, head.isArchived));
}

/** One revision. @throws ProblemError `not-found` */
export async function oneRevision(actor: Actor, reviewId: string, revisionId: string): Promise<RevisionView> {
  const head = await reviewHead(actor, reviewId);
  const [row] = isId(revisionId)
    ? await readSql(actor, (sql) =>
        sql.query<Row>(`${SELECT} where v.review_id = $1 and v.id = $2`, [reviewId, revisionId]),
      )
    : [];
  if (!row) throw problem("not-found", "This review has no such revision.");
  return present(actor, row, head.isArchived);
}

/** The frozen bytes of a revision: canonical JSON whose SHA-256 is its digest. @throws ProblemError `not-found` */
export async function snapshotBytes(
  actor: Actor,
  reviewId: string,
  revisionId: string,
): Promise<{ bytes: Uint8Array; digest: string }> {
  await oneRevision(actor, reviewId, revisionId);
  const [row] = await readSql(actor, (sql) =>
    sql.query<{ bytes: Buffer; digest: string }>(
      "select bytes, digest from snapshot where review_id = $1 and revision_id = $2",
      [reviewId, revisionId],
    ),
  );
  if (!row) throw problem("not-found", "This revision is a draft: nothing is frozen yet.");
  return { bytes: gunzipSync(row.bytes), digest: row.digest };
}

function present(actor: Actor, row: Row, isArchived: boolean): RevisionView {
  const subject = { isArchived, revisionState: row.state, requestedById: row.requestedBy?.id ?? null };
  return {
    ...(JSON.parse(JSON.stringify(row)) as Row),
    abilities: abilities(
      actor,
      ["revision.submit", "revision.withdraw", "revision.sign", "revision.revoke"],
      subject,
    ),
  };
}
