import type { Actor } from "@/lib/identity/actor";
import type { Sql } from "@/lib/platform/db/sql";
import { readSql } from "@/lib/platform/db/transaction";
import type { ConfigurationSummary, ResidualRisk } from "@/lib/review/content";
import { dayOf } from "@/lib/review/day";
import { findingHref, type RowLink } from "@/lib/review/row-link";
import { reviewHead } from "@/lib/review/server/access";
import { type FindingRow, itemOf } from "@/lib/review/server/list-findings";
import { rowLinks } from "@/lib/review/server/row-links";
import { shortReason } from "@/lib/review/short-reason";
import { SEVERITIES, type Severity } from "@/lib/review/vocabulary";
import type { StoredFinding } from "@/lib/rules/diff-findings";
import { isCoveredBy } from "@/lib/rules/uncovered-findings";
import { isAtLeast } from "@/lib/rules/words";
import { submissionBlockers, uncoveredNow } from "../blockers";
import type { DecidePage } from "../decide-page";
import { riskEndings } from "../risk-ending";
import { worstCovered } from "../risk-severity";
import { begunRisk } from "./begun-risk";
import { dismissedFindings } from "./dismissed";
import { shownAnswers } from "./not-applicable";
import { outlookOf, policyLinks, wouldSubmit } from "./outlook";
import { refusalsOf, subjectOf } from "./refusals";
import { revisionsIn } from "./revisions";
import { revocationsOf } from "./revocations";
import { risksOf } from "./risks-of";
import { termsOf } from "./terms";
import { waitingOf } from "./waiting";

/** How many uncovered findings, and links of one blocker, stand on the page; the rest is a link away. */
const MOST = 12;

type OpenFinding = StoredFinding & FindingRow;

/**
 * Everything that the page shows on which a review is decided: one transaction with a handful of
 * statements whatever the size, and no capability row but those that are named.
 *
 * @param begin the rows from which a risk is to be begun (`C17,E3,F9`)
 * @throws ProblemError `not-found` when the actor does not see the review
 */
export async function decidePage(
  actor: Actor,
  reviewId: string,
  begin: string | null = null,
): Promise<DecidePage> {
  const head = await reviewHead(actor, reviewId);
  return readSql(actor, async (sql) => {
    const revisions = await revisionsIn(sql, actor, head);
    const risks = await risksOf(sql, reviewId);
    const findings = await openFindings(sql, reviewId);
    const live = risks.filter(({ archivedAt }) => archivedAt === null);
    const uncovered = uncoveredNow(findings, live).sort(worstFirst);
    const waiting = await waitingOf(sql, actor, head, revisions);
    const blockers = submissionBlockers({
      today: dayOf(new Date()),
      configurations: await sql.query<ConfigurationSummary>(
        "select id, number from configuration where review_id = $1 limit 1",
        [reviewId],
      ),
      findings,
      risks: live,
    });
    const notApplicable = await shownAnswers(sql, reviewId);
    const shown = uncovered.slice(0, MOST);
    const begun = begin === null ? null : await begunRisk(sql, reviewId, begin);
    const dismissed = await dismissedFindings(sql, reviewId);
    const links = await linksOf(sql, reviewId, findings, [
      ...risks.flatMap(({ covers }) => covers ?? []),
      ...(waiting?.frozen.risks.flatMap(({ covers }) => covers) ?? []),
      ...shown.flatMap(({ id, target }) => [`finding:${id}`, target]),
      ...dismissed.rows.map(({ target }) => target),
      ...(begun?.draft.covers ?? []),
      ...blockers.flatMap(({ lists }) => lists.slice(0, MOST)),
      ...notApplicable.map(({ target }) => target),
    ]);
    const [newest] = revisions;
    const present = await termsOf(sql, actor.workspaceId, head.system.id);
    return {
      reviewId,
      seq: head.seq,
      me: actor.id,
      abilities: head.abilities,
      refusals: refusalsOf(actor, ["revision.submit", "risk.edit"], subjectOf(head.isArchived, newest)),
      revisions,
      waiting,
      outlook:
        newest?.state === "draft"
          ? await outlookOf(sql, head, present.terms, { requesterId: wouldSubmit(actor), seq: head.seq })
          : null,
      policyLinks: policyLinks(actor, head.system, present),
      risks,
      links: Object.fromEntries(links),
      members: await sql.query<{ id: string; name: string }>(
        "select id, name from member where removed_at is null order by name, id",
      ),
      uncovered: shown.map((row) => itemOf(reviewId, row, links)),
      uncoveredCount: uncovered.length,
      begun,
      coveredCount: findings.filter(
        (row) =>
          row.state === "open" &&
          isAtLeast(row.severity, "high") &&
          live.some((risk) => isCoveredBy(row, risk)),
      ).length,
      acceptedCount: findings.filter(
        (row) => row.state === "accepted" && live.some((risk) => isCoveredBy(row, risk)),
      ).length,
      open: bySeverity(findings),
      notApplicable: notApplicable.flatMap(({ target, label, reason }) => {
        const link = links.get(target);
        return link ? [{ link, label, reason }] : [];
      }),
      dismissed: dismissed.rows.flatMap((row) => {
        const item = itemOf(reviewId, row, links);
        return item.dismissal ? [{ ...item, dismissal: item.dismissal }] : [];
      }),
      dismissedCount: dismissed.count,
      ending: riskEndings(risks, findings, dayOf(new Date())),
      worstCovered: await worstCoveredOf(sql, reviewId, risks, findings),
      revocations: await revocationsOf(sql, reviewId, risks),
      blockers: blockers.map((blocker) => ({
        ...blocker,
        links: blocker.lists.slice(0, MOST).flatMap((target) => links.get(target) ?? []),
      })),
    };
  });
}

/** Findings that are open or were accepted, with the lists by which risks cover them. */
const openFindings = (sql: Sql, reviewId: string): Promise<OpenFinding[]> =>
  sql.query<OpenFinding>(
    `select id, number, rule_id as "ruleId", target, severity, reason, lists, state, cardinality(lists) as "listCount",
       opened_seq::int as "openedSeq", changed_seq::int as "changedSeq"
     from finding where review_id = $1 and state in ('open', 'accepted') order by number`,
    [reviewId],
  );

/** What each risk covers at its worst, by its id. Dismissed findings count, as they do when it is frozen. */
async function worstCoveredOf(
  sql: Sql,
  reviewId: string,
  risks: readonly ResidualRisk[],
  findings: readonly OpenFinding[],
): Promise<DecidePage["worstCovered"]> {
  const dismissed = await sql.query<Pick<OpenFinding, "id" | "number" | "target" | "severity">>(
    "select id, number, target, severity from finding where review_id = $1 and state = 'dismissed'",
    [reviewId],
  );
  const worst = worstCovered(risks, [...findings, ...dismissed]);
  return Object.fromEntries(
    risks.flatMap(({ id, number }) => (worst.has(number) ? [[id, worst.get(number)!]] : [])),
  );
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const worstFirst = (a: OpenFinding, b: OpenFinding): number =>
  rank(a.severity) - rank(b.severity) || a.number - b.number;

function bySeverity(findings: readonly OpenFinding[]): Record<Severity, number> {
  const open = Object.fromEntries(SEVERITIES.map((word) => [word, 0])) as Record<Severity, number>;
  for (const { severity, state } of findings) if (state === "open") open[severity] += 1;
  return open;
}

/** Links of rows and of findings. A finding is called by its rule and its reason, which names its rows. */
async function linksOf(
  sql: Sql,
  reviewId: string,
  open: readonly OpenFinding[],
  targets: readonly string[],
): Promise<Map<string, RowLink>> {
  const links = await rowLinks(sql, reviewId, targets);
  const wanted = new Set(targets.flatMap((target) => /^finding:(.+)$/.exec(target)?.[1] ?? []));
  const known = open.filter(({ id }) => wanted.delete(id));
  const others =
    wanted.size === 0
      ? []
      : await sql.query<{ id: string; number: number; ruleId: string; reason: string }>(
          'select id, number, rule_id as "ruleId", reason from finding where review_id = $1 and id::text = any($2::text[])',
          [reviewId, [...wanted]],
        );
  for (const { id, number, ruleId, reason } of [...known, ...others]) {
    const target = `finding:${id}`;
    const name = `${ruleId}: ${shortReason(reason)}`;
    links.set(target, { target, label: `F${number}`, name, href: findingHref(reviewId, number) });
  }
  return links;
}
