import type { Actor } from "@/lib/identity/actor";
import { problem } from "@/lib/kernel/errors";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { storedFindings } from "@/lib/platform/unit-of-work/derive-findings";
import { reviewHead } from "@/lib/review/server/access";
import { loadContent } from "@/lib/rules/server/load-slice";
import { termsOf } from "@/lib/signoff/server/terms";
import { rulesOf } from "../beside";
import type { ReportRevision, ReportSignOff, ReportSource, RiskDecision } from "../source";
import { dismissalsOf } from "./dismissals";
import { type ReportMaterial, sourceOf } from "./material";
import { reportEvents } from "./report-events";

/** What is printed: a revision by its number, else the one in force, else the newest one that was submitted, else the draft. */
export type ReportWanted = { revision?: number | "draft"; events?: boolean };

type RevisionRow = Omit<ReportRevision, "digest" | "requestedBy"> & {
  id: string;
  requestedById: string | null;
};

/**
 * Loads what a report is made from, without reading it: a frozen revision stays as it is stored.
 *
 * @throws ProblemError `not-found` for a review that the actor does not see, or a revision that there is not
 */
export async function loadMaterial(
  actor: Actor,
  reviewId: string,
  wanted: ReportWanted = {},
): Promise<ReportMaterial> {
  const head = await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const revisions = await sql.query<RevisionRow>(REVISIONS, [reviewId]);
    const chosen = chosenOf(revisions, wanted.revision);
    if (!chosen) {
      throw problem(
        "not-found",
        wanted.revision === "draft"
          ? "There is no draft at the moment: the next change opens one."
          : "This review has no such revision.",
      );
    }
    const { id, requestedById, ...row } = chosen;
    const revision = JSON.parse(JSON.stringify(row)) as Omit<ReportRevision, "digest" | "requestedBy">;
    const events = wanted.events ? await reportEvents(sql, reviewId) : null;
    const [stored] = row.state === "draft" ? [] : await storedOf(sql, reviewId, id);
    if (!stored) {
      const live = await liveSource(sql, reviewId);
      return {
        live: {
          ...live,
          revision: {
            ...revision,
            ...(await policyOf(sql, actor, head.system.id)),
            requestedBy: null,
            digest: null,
          },
          signOffs: [],
          events,
        },
      };
    }
    const { digest, bytes, beside, takenAt } = stored;
    return {
      frozen: {
        bytes: bytes.toString("base64"),
        beside: beside.toString("base64"),
        revision: { ...revision, digest },
        requestedById,
        takenAt: takenAt.toISOString(),
        signOffs: await signOffsOf(sql, reviewId, id),
        events,
      },
    };
  });
}

/** The same, read. @throws ProblemError as `loadMaterial` */
export const loadReport = async (
  actor: Actor,
  reviewId: string,
  wanted: ReportWanted = {},
): Promise<ReportSource> => sourceOf(await loadMaterial(actor, reviewId, wanted));

/** A draft is decided on the terms that hold now. */
const policyOf = async (sql: Sql, actor: Actor, systemId: string) => {
  const { version, terms } = await termsOf(sql, actor.workspaceId, systemId);
  return { policyVersion: version, policy: terms };
};

const storedOf = (sql: Sql, reviewId: string, revisionId: string) =>
  sql.query<{ digest: string; bytes: Buffer; beside: Buffer; takenAt: Date }>(
    `select digest, bytes, beside, taken_at as "takenAt" from snapshot where review_id = $1 and revision_id = $2`,
    [reviewId, revisionId],
  );

/** Newest first. What time has ended was ended by the read of the review's head. */
const REVISIONS = `
  select v.id, v.number, v.state,
    v.requested_by_id as "requestedById", v.requested_at as "requestedAt", v.request_words as "requestWords", v.decided_at as "decidedAt",
    v.valid_until as "validUntil", v.risks_until as "risksUntil", v.ended_at as "endedAt", v.ended_by as "endedBy",
    v.ended_because as "endedBecause", v.contested_because as "contestedBecause",
    v.policy_version as "policyVersion", v.policy
  from revision v where v.review_id = $1 order by v.number desc limit 1000`;

function chosenOf(revisions: RevisionRow[], wanted: ReportWanted["revision"]): RevisionRow | undefined {
  if (wanted === "draft") return revisions.find(({ state }) => state === "draft");
  if (wanted !== undefined) return revisions.find(({ number }) => number === wanted);
  return (
    revisions.find(({ state }) => state === "in-force") ??
    revisions.find(({ state }) => state !== "draft") ??
    revisions[0]
  );
}

/** The risks that a rejection names; events of before they were listed tell them by what they rejected. */
const NAMED = `coalesce((
  select coalesce(e.payload -> 'rejects', (select jsonb_agg((c -> 'number')::int order by (c -> 'number')::int)
    from jsonb_array_elements(e.payload -> 'changes') c where c ->> 'table' = 'risk'))
  from event e where e.review_id = o.review_id and e.type = 'revision.rejected' and e.payload ->> 'digest' = o.digest
  order by e.seq desc limit 1), '[]')`;

const signOffsOf = async (sql: Sql, reviewId: string, revisionId: string): Promise<ReportSignOff[]> =>
  JSON.parse(
    JSON.stringify(
      await sql.query(
        `select o.id, coalesce(nullif(o.member_name, ''), m.name) as name, o.member_role as role, o.decision, o.words,
           o.digest, o.method, o.authenticated_at as "authenticatedAt", o.decided_at as "decidedAt", o.wrote,
           case o.decision when 'reject' then ${NAMED} else '[]' end as rejects
         from sign_off o join member m on m.workspace_id = o.workspace_id and m.id = o.member_id
         where o.review_id = $1 and o.revision_id = $2 order by o.decided_at, o.id`,
        [reviewId, revisionId],
      ),
    ),
  );

async function liveSource(
  sql: Sql,
  reviewId: string,
): Promise<Omit<ReportSource, "revision" | "signOffs" | "events">> {
  const content = await loadContent(sql, reviewId);
  const dismissals = await dismissalsOf(sql, reviewId);
  const findings = (await storedFindings(sql, reviewId))
    .filter(({ state }) => state !== "resolved")
    .map((finding) => ({ ...finding, dismissal: dismissals[finding.id] ?? null }));
  const [review] = await sql.query<{ id: string; name: string; ruleSetVersion: string; now: Date }>(
    `select s.id, s.name, r.rule_set_version as "ruleSetVersion", now() as now
     from review r join system s on s.workspace_id = r.workspace_id and s.id = r.system_id where r.id = $1`,
    [reviewId],
  );
  const people = await sql.query<{ id: string; name: string }>("select id, name from member");
  const decisions = await sql.query<RiskDecision & { id: string }>(
    `select id, decided_in as "decidedIn", decision_words as words from risk where review_id = $1`,
    [reviewId],
  );
  return {
    content,
    findings,
    system: { id: review!.id, name: review!.name },
    people: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    rules: rulesOf(findings.map(({ ruleId }) => ruleId)),
    ruleSetVersion: review!.ruleSetVersion,
    decisions: Object.fromEntries(decisions.map(({ id, ...decision }) => [id, decision])),
    takenAt: review!.now.toISOString(),
  };
}
