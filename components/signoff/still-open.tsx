import Link from "next/link";
import { Dismissal } from "@/components/finding/dismissal";
import { Button } from "@/components/ui/button";
import { CountLink } from "@/components/ui/count-link";
import { LongText } from "@/components/ui/long-text";
import { Section } from "@/components/ui/section";
import { Severity } from "@/components/ui/severity";
import type { FindingItem } from "@/lib/review/finding-list";
import { findingHref } from "@/lib/review/row-link";
import { shortReason } from "@/lib/review/short-reason";
import type { DecidePage, ShownAnswer } from "@/lib/signoff/decide-page";

const REST = ["critical", "high", "medium", "low", "info"] as const;

/** What somebody who decides has to know: what is open and uncovered, what was answered away, and the rest as counts. */
export function StillOpen({
  page,
  canAccept,
  onAccept,
}: {
  page: DecidePage;
  canAccept: boolean;
  onAccept: (finding: FindingItem) => void;
}) {
  const { reviewId, uncovered, uncoveredCount, coveredCount, acceptedCount, open, notApplicable } = page;
  const total = REST.reduce((sum, word) => sum + open[word], 0);
  const list = (severity: string) => `/reviews/${reviewId}/findings?state=open&severity=${severity}`;
  return (
    <Section
      id="open"
      title="What is still open"
      description="What is high or above needs a residual risk before the draft can be submitted. Medium and lower may stay open; whoever decides sees them."
    >
      <h3 className="pb-1 font-semibold">High or above, covered by no residual risk</h3>
      {uncovered.length === 0 ? (
        <p className="text-ink-2">
          None.{" "}
          {coveredCount > 0
            ? `${coveredCount === 1 ? "The one that is open is" : `All ${coveredCount} that are open are`} covered by residual risks.`
            : ""}
        </p>
      ) : (
        <ul className="border-b">
          {uncovered.map((finding) => (
            <Uncovered
              key={finding.id}
              finding={finding}
              reviewId={reviewId}
              onAccept={canAccept ? () => onAccept(finding) : undefined}
            />
          ))}
        </ul>
      )}
      {uncoveredCount > uncovered.length ? (
        <p className="pt-2">
          <CountLink
            value={uncoveredCount - uncovered.length}
            one="more"
            many="more"
            href={list("critical,high")}
          />
        </p>
      ) : null}
      <NotApplicable answers={notApplicable} />
      <Dismissed page={page} />
      <h3 className="pt-6 pb-1 font-semibold">Everything that is open</h3>
      {total + acceptedCount === 0 ? (
        <p className="text-ink-2">No finding is open.</p>
      ) : (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {REST.filter((word) => open[word] > 0).map((word) => (
            <CountLink key={word} value={open[word]} one={word} many={word} href={list(word)} />
          ))}
          {acceptedCount > 0 ? (
            <span className="text-ink-3">
              beside them{" "}
              <CountLink
                value={acceptedCount}
                one="accepted"
                many="accepted"
                href={`/reviews/${reviewId}/findings?state=accepted`}
              />
            </span>
          ) : null}
          {coveredCount > 0 && uncovered.length > 0 ? (
            <span className="text-ink-3">{coveredCount} of them covered by residual risks</span>
          ) : null}
        </p>
      )}
    </Section>
  );
}

function Uncovered({
  finding,
  reviewId,
  onAccept,
}: {
  finding: FindingItem;
  reviewId: string;
  onAccept?: () => void;
}) {
  const { target } = finding;
  return (
    <li className="grid gap-x-4 gap-y-1 border-t py-2.5 max-sm:grid-cols-[auto_1fr] sm:grid-cols-[84px_48px_minmax(0,1fr)_auto]">
      <span>
        <Severity level={finding.severity} />
      </span>
      <span>
        {target.href && target.target !== "review" ? (
          <Link href={target.href} className="link" title={target.name || undefined}>
            {target.label}
          </Link>
        ) : null}
      </span>
      <span className="min-w-0 max-sm:col-span-2">
        <Link
          href={findingHref(reviewId, finding.number)}
          className="font-medium hover:text-accent hover:underline"
        >
          {finding.title}
        </Link>{" "}
        <span className="text-small whitespace-nowrap text-ink-3">
          {finding.ruleId} · F{finding.number}
        </span>
        <span className="block max-w-[76ch] text-ink-2">{shortReason(finding.reason)}</span>
      </span>
      {onAccept ? (
        <span className="max-sm:col-span-2">
          <Button size="small" onClick={onAccept} aria-label={`Accept F${finding.number} as residual risk`}>
            Accept as residual risk…
          </Button>
        </span>
      ) : null}
    </li>
  );
}

/** Answers that keep rules quiet, with the reasons that somebody gave. */
function NotApplicable({ answers }: { answers: readonly ShownAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <>
      <h3 className="pt-6 pb-1 font-semibold">
        Answered “not applicable” <span className="font-normal text-ink-3">({answers.length})</span>
      </h3>
      <ul className="border-b">
        {answers.map(({ link, label, reason }) => (
          <li
            key={`${link.target} ${label}`}
            className="grid gap-x-4 border-t py-1.5 sm:grid-cols-[48px_minmax(0,16rem)_minmax(0,1fr)]"
          >
            <Link href={link.href} className="link" title={link.name || undefined}>
              {link.label}
            </Link>
            <span className="text-ink-2">{label}</span>
            <span className="min-w-0 max-w-[76ch]">
              <LongText text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Findings that an approver said are none, with the reasons; the newest first. */
function Dismissed({ page }: { page: DecidePage }) {
  const { reviewId, dismissed, dismissedCount } = page;
  if (dismissedCount === 0) return null;
  const more = dismissedCount - dismissed.length;
  return (
    <>
      <h3 className="pt-6 pb-1 font-semibold">
        Dismissed <span className="font-normal text-ink-3">({dismissedCount})</span>
      </h3>
      <ul className="border-b">
        {dismissed.map(({ id, number, title, severity, target, dismissal }) => (
          <li
            key={id}
            className="grid gap-x-4 gap-y-1 border-t py-1.5 max-sm:grid-cols-[auto_1fr] max-sm:[&>:nth-child(n+3)]:col-span-2 sm:grid-cols-[84px_48px_minmax(0,16rem)_minmax(0,1fr)]"
          >
            <span>
              <Severity level={severity} />
            </span>
            <span>
              {target.href && target.target !== "review" ? (
                <Link href={target.href} className="link" title={target.name || undefined}>
                  {target.label}
                </Link>
              ) : null}
            </span>
            <span className="min-w-0">
              <Link href={findingHref(reviewId, number)} className="hover:text-accent hover:underline">
                {title}
              </Link>{" "}
              <span className="text-small text-ink-3">F{number}</span>
            </span>
            <Dismissal dismissal={dismissal} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="pt-2">
          <CountLink
            value={more}
            one="more"
            many="more"
            href={`/reviews/${reviewId}/findings?state=dismissed`}
          />
        </p>
      ) : null}
    </>
  );
}
