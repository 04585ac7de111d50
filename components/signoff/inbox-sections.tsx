import Link from "next/link";
import type { ReactNode } from "react";
import { type ReadColumn, ReadTable } from "@/components/review/read-table";
import { Quote } from "@/components/signoff/standing";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { relativeTime } from "@/components/ui/time-text";
import { Verdict } from "@/components/ui/verdict";
import type { Inbox, InboxItem, InboxReview, LapsedItem, RequestItem } from "@/lib/signoff/inbox";
import { revisionHref } from "@/lib/signoff/revision-page";

type About = { review: InboxReview; revision: { id: string; number: number } };

/** Where a revision is decided. */
const decideHref = (reviewId: string): string => `/reviews/${reviewId}/decide`;

/** The inbox: what waits first; what is left of the rest only where there is something. */
export function InboxSections({ inbox, canSign, now }: { inbox: Inbox; canSign: boolean; now: number }) {
  const { waiting, lapsed, requests } = inbox;
  return (
    <>
      {waiting.length > 0 ? (
        <div className="pb-8">
          <ReadTable
            label="Waiting for your decision"
            columns={waitingColumns(now)}
            rows={waiting}
            keyOf={keyOf}
          />
        </div>
      ) : (
        <div className="pb-8">
          <Nothing canSign={canSign} hasMore={lapsed.length + requests.length > 0} />
        </div>
      )}
      {lapsed.length > 0 ? (
        <Section
          title="Signed by you, and no longer as it was"
          description="Somebody has to submit a revision again before one is in force."
        >
          <ReadTable
            label="Signed by you, and no longer as it was"
            columns={LAPSED}
            rows={lapsed}
            keyOf={keyOf}
          />
        </Section>
      ) : null}
      {requests.length > 0 ? (
        <Section title="Asked by you">
          <ReadTable label="Asked by you" columns={requestColumns(now)} rows={requests} keyOf={keyOf} />
        </Section>
      ) : null}
    </>
  );
}

function Nothing({ canSign, hasMore }: { canSign: boolean; hasMore: boolean }) {
  return (
    <EmptyState
      title="Nothing waits for your decision"
      action={hasMore ? null : <LinkButton href="/systems">Go to the systems</LinkButton>}
    >
      {canSign
        ? "A revision is here as soon as somebody else submits one that you may decide about."
        : "Only approvers decide. What you submit yourself is shown here until it is decided."}
    </EmptyState>
  );
}

const keyOf = ({ revision }: About): string => revision.id;

const aboutColumn = <R extends About>(more: (row: R) => ReactNode): ReadColumn<R> => ({
  id: "review",
  header: "Revision",
  width: "34%",
  isName: true,
  cell: (row) => (
    <span className="flex min-w-0 flex-col items-start">
      <span className="text-small text-ink-3">{row.review.system.name}</span>
      <Link
        href={revisionHref(row.review.id, row.revision.number)}
        className="font-medium break-words hover:text-accent hover:underline"
      >
        {row.review.title}, revision {row.revision.number}
      </Link>
      {more(row)}
    </span>
  ),
});

/** How long something has waited, and since when. */
const Age = ({ at, now }: { at: string; now: number }) => (
  <>
    <span className="block">{relativeTime(at, now)}</span>
    <span className="text-ink-3">
      <Time value={at} />
    </span>
  </>
);

const approvalsWords = ({ approvals, quorum }: { approvals: number; quorum: number }): string =>
  `${approvals} of ${quorum} ${quorum === 1 ? "approval" : "approvals"}`;

const waitingColumns = (now: number): ReadColumn<InboxItem>[] => [
  aboutColumn(({ words }) =>
    words ? (
      <span className="max-w-[56ch] text-ink-2">
        <Quote>{words}</Quote>
      </span>
    ) : null,
  ),
  {
    id: "asked",
    header: "Asked",
    cell: ({ requestedBy, requestedAt }) => (
      <>
        <span className="block">{requestedBy?.name ?? "Somebody"}</span>
        <Age at={requestedAt} now={now} />
      </>
    ),
  },
  {
    id: "open",
    header: "Open items",
    cell: ({ review, open, high }) =>
      open === 0 ? (
        <span className="text-ink-3">None</span>
      ) : (
        <Link
          href={`/reviews/${review.id}/findings?state=open&severity=critical,high,medium`}
          className="link"
        >
          {open}
          {high > 0 ? `, ${high} high or above` : ""}
        </Link>
      ),
  },
  { id: "approvals", header: "Progress", cell: (row) => approvalsWords(row) },
  {
    id: "decide",
    header: "Decision",
    width: "92px",
    cell: ({ review, revision }) => (
      <LinkButton
        size="small"
        href={`${decideHref(review.id)}#decision`}
        aria-label={`Decide about ${review.title}, revision ${revision.number}`}
      >
        Decide
      </LinkButton>
    ),
  },
];

const LAPSED: ReadColumn<LapsedItem>[] = [
  aboutColumn(() => null),
  {
    id: "because",
    header: "What happened",
    cell: ({ state, because }) => (
      <>
        <Verdict tone="warn">{state === "ended" ? "Ended" : "In force, contested"}</Verdict>
        <span className="block max-w-[56ch] break-words">{because}</span>
      </>
    ),
  },
  { id: "at", header: "When", width: "20%", cell: ({ at }) => <Time value={at} /> },
];

const requestColumns = (now: number): ReadColumn<RequestItem>[] => [
  aboutColumn(() => null),
  {
    id: "state",
    header: "State",
    cell: (row) => (
      <>
        {row.state === "rejected" ? (
          <Verdict tone="bad">Rejected</Verdict>
        ) : (
          <Verdict tone="neutral">Waits, {approvalsWords(row)}</Verdict>
        )}
        {row.words ? (
          <span className="max-w-[56ch] text-ink-2">
            <Quote>{row.words}</Quote>
          </span>
        ) : null}
      </>
    ),
  },
  { id: "at", header: "Since", width: "20%", cell: ({ at }) => <Age at={at} now={now} /> },
];
