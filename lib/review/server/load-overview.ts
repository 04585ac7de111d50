import type { Actor } from "@/lib/identity/actor";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import { storedFindings } from "@/lib/platform/unit-of-work/derive-findings";
import { ruleOf } from "@/lib/rules/rules";
import { loadContent } from "@/lib/rules/server/load-slice";
import type { DraftChanges } from "@/lib/signoff/draft-changes";
import { draftChanges } from "@/lib/signoff/server/draft-changes";
import { type CheckSection, checklistOf } from "../checklist";
import type { Question } from "../finding-list";
import { isOpenItem } from "../open-items";
import { type OverviewAnswer, overviewOf } from "../overview";
import type { ReviewFacts, ReviewState } from "../review-state";
import type { Severity } from "../vocabulary";
import { type ReviewHead, reviewHead } from "./access";

/**
 * The facts of a review's header: a few small queries, whatever its size.
 *
 * @param head as `reviewHead` gave it, which has checked that the actor sees the review
 */
export async function reviewFacts(actor: Actor, head: ReviewHead): Promise<ReviewFacts> {
  return readSql(actor, async (sql) => {
    const [newest] = await sql.query<{ environment: string; authorityDigest: string }>(
      `select environment, authority_digest as "authorityDigest" from configuration
       where review_id = $1 and is_newest order by attached_at desc limit 1`,
      [head.id],
    );
    return {
      seq: head.seq,
      title: head.title,
      isArchived: head.isArchived,
      revision: head.revision && { number: head.revision.number, state: head.revision.state },
      inForce: head.inForce,
      ended: head.ended,
      waiting: head.waiting,
      draftChanges: await changesOfDraft(sql, actor, head),
      environment: newest?.environment ?? null,
      authorityDigest: newest?.authorityDigest ?? null,
      ...(await openCounts(sql, head.id)),
    };
  });
}

/** How many changes the draft has since the revision that was in force last; null where none ever was. */
function changesOfDraft(sql: Sql, actor: Actor, head: ReviewHead): Promise<DraftChanges | null> {
  const since = head.inForce ?? head.ended;
  if (head.revision?.state !== "draft" || !since) return Promise.resolve(null);
  return draftChanges(sql, { workspaceId: actor.workspaceId, reviewId: head.id }, since.number, head.seq);
}

type OpenCounts = Pick<ReviewFacts, "open" | "openByQuestion" | "minorByQuestion">;

async function openCounts(sql: Sql, reviewId: string): Promise<OpenCounts> {
  const open: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  const openByQuestion: Record<Question, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  const minorByQuestion = { ...openByQuestion };
  const rows = await sql.query<{ ruleId: string; severity: Severity; n: number }>(
    `select rule_id as "ruleId", severity, count(*)::int as n from finding
     where review_id = $1 and state = 'open' group by rule_id, severity`,
    [reviewId],
  );
  for (const { ruleId, severity, n } of rows) {
    open[severity] += n;
    const counts = isOpenItem(severity) ? openByQuestion : minorByQuestion;
    counts[(ruleOf(ruleId)?.question ?? 1) as Question] += n;
  }
  return { open, openByQuestion, minorByQuestion };
}

/** The answers and the checklist, which need the whole content. */
type Computed = { answers: OverviewAnswer[]; sections: CheckSection[] };
type Kept = { seq: number; computed: Promise<Computed>; restsUntil: number };
const shared = globalThis as typeof globalThis & { cordonOverviews?: Map<string, Kept> };

/** How many reviews' answers are kept, so that ten people who look at one do not compute it ten times. */
const MOST_KEPT = 50;

/** Working out a review of 10,000 rows takes a while: it rests this many times as long before the next. */
const REST = 10;

/**
 * A review as a whole: header facts, the answers to the questions, the computed checklist.
 *
 * @param mayLag takes answers from a moment ago while many changes come in; `computedSeq` says so
 * @throws ProblemError `not-found`
 */
export async function reviewState(actor: Actor, reviewId: string, mayLag = false): Promise<ReviewState> {
  const head = await reviewHead(actor, reviewId);
  const kept = keptOf(actor, head, mayLag);
  const [facts, computed] = await Promise.all([reviewFacts(actor, head), kept.computed]);
  return { ...facts, ...computed, computedSeq: kept.seq };
}

function keptOf(actor: Actor, head: ReviewHead, mayLag: boolean): Kept {
  shared.cordonOverviews ??= new Map();
  const kept = shared.cordonOverviews;
  const key = `${actor.workspaceId} ${head.id}`;
  const present = kept.get(key);
  if (present && (present.seq >= head.seq || (mayLag && Date.now() < present.restsUntil))) return present;
  const started = Date.now();
  const fresh: Kept = {
    seq: head.seq,
    computed: compute(actor, head.id),
    restsUntil: Number.POSITIVE_INFINITY,
  };
  kept.delete(key);
  kept.set(key, fresh);
  fresh.computed.then(
    () => {
      fresh.restsUntil = Date.now() + (Date.now() - started) * REST;
    },
    () => kept.get(key) === fresh && kept.delete(key),
  );
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return fresh;
}

function compute(actor: Actor, reviewId: string): Promise<Computed> {
  return readSql(actor, async (sql) => {
    const content = await loadContent(sql, reviewId);
    const findings = await storedFindings(sql, reviewId);
    return { answers: overviewOf(content, findings), sections: checklistOf(content, findings) };
  });
}
