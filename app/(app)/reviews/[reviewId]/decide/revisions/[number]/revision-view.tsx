import Link from "next/link";
import { RefreshOnEvents } from "@/app/(app)/reviews/[reviewId]/refresh-on-events";
import { ReviewPage } from "@/components/frame/review-page";
import { OutOfReach } from "@/components/signoff/out-of-reach";
import { RevisionLife } from "@/components/signoff/revision-life";
import { RevisionSwitch } from "@/components/signoff/revision-switch";
import { SectionList } from "@/components/signoff/section-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import type { ChangedRow } from "@/lib/signoff/compare-revisions";
import type { ReadRow } from "@/lib/signoff/frozen-sections";
import { type RevisionPage, revisionHref } from "@/lib/signoff/revision-page";
import { DraftChanged } from "./draft-changed";
import { ChangedSection, ReadSection } from "./section-rows";

/** What a revision is called: a draft is not one yet. */
const nameOf = ({ number, state }: { number: number; state: string }): string =>
  `${state === "draft" ? "Draft" : "Revision"} ${number}`;

/** One revision, read only: its life, then its content by section. */
export function RevisionView({ page }: { page: RevisionPage }) {
  const { reviewId, revision, since, show } = page;
  const isWaiting = revision.state === "submitted";
  const decide = `/reviews/${reviewId}/decide`;
  return (
    <ReviewPage
      title={nameOf(revision)}
      lead={
        revision.state === "draft"
          ? "The content at this moment, as it would be frozen if it were submitted now."
          : "What was frozen when it was submitted. It never changes."
      }
      actions={
        <>
          <LinkButton
            href={`/api/v1/reviews/${reviewId}/report.pdf?revision=${revision.number}`}
            prefetch={false}
          >
            Report as PDF
          </LinkButton>
          <LinkButton
            href={isWaiting ? `${decide}#decision` : decide}
            variant={isWaiting ? "primary" : "secondary"}
          >
            {isWaiting ? `Decide about revision ${revision.number}` : "Decide"}
          </LinkButton>
        </>
      }
    >
      {revision.state === "draft" ? <DraftChanged key={page.seq} /> : <RefreshOnEvents />}
      <OutOfReach
        className="pb-6"
        title={`Too few people could approve revision ${revision.number}`}
        outlook={page.outlook}
        policyLinks={page.policyLinks}
      />
      <RevisionLife reviewId={reviewId} revision={revision} />
      <RevisionSwitch page={page} nameOf={nameOf} />
      {show === "changes" && since ? (
        page.changes.length === 0 ? (
          <EmptyState
            title={`Nothing changed since ${nameOf(since).toLowerCase()}`}
            action={<LinkButton href={revisionHref(reviewId, revision.number)}>Read everything</LinkButton>}
          >
            Every row, cell, finding and configuration is the same in both.
          </EmptyState>
        ) : (
          <Changes page={page} since={since} />
        )
      ) : (
        <Everything page={page} />
      )}
    </ReviewPage>
  );
}

function Everything({ page }: { page: RevisionPage }) {
  const { reviewId, revision, sections } = page;
  const full = sections.filter(({ total }) => total > 0);
  const empty = sections.filter(({ total }) => total === 0);
  return (
    <Divided sections={full.map(({ id, label, total }) => ({ id, label, count: isOne(id) ? null : total }))}>
      {full.map(({ id, label, total, rows }) => (
        <Section key={id} id={id} title={label}>
          <ReadSection
            key={versionOf(page)}
            path={`/reviews/${reviewId}/revisions/${revision.id}/content`}
            section={id}
            total={isOne(id) ? rows.length : total}
            first={rows as ReadRow[]}
          />
        </Section>
      ))}
      {empty.length > 0 ? (
        <p className="border-t border-ink pt-2 pb-8 text-ink-2">
          Nothing in it under: {empty.map(({ label }) => label.toLowerCase()).join(", ")}.
        </p>
      ) : null}
    </Divided>
  );
}

/** Sections that are one thing with cells, not a list. */
const isOne = (id: string): boolean => id === "scope" || id === "terms";

function Changes({ page, since }: { page: RevisionPage; since: NonNullable<RevisionPage["since"]> }) {
  const { reviewId, revision, changes } = page;
  return (
    <Divided sections={changes.map(({ id, label, total }) => ({ id, label, count: total }))}>
      {changes.map(({ id, label, total, added, removed, changed, rows }) => (
        <Section key={id} id={id} title={label} description={countsWords({ added, removed, changed })}>
          <ChangedSection
            key={`${since.id} ${versionOf(page)}`}
            path={`/reviews/${reviewId}/revisions/${revision.id}/changes`}
            since={since.id}
            section={id}
            total={total}
            first={rows as ChangedRow[]}
            label={label}
            before={nameOf(since)}
            after={nameOf(revision)}
          />
        </Section>
      ))}
      {changes.every(({ id }) => id !== "risks") ? (
        <p className="border-t border-ink pt-2 pb-8 text-ink-2">
          No residual risk was added, changed or removed.{" "}
          <Link href={revisionHref(reviewId, revision.number)} className="link">
            Read everything
          </Link>
        </p>
      ) : null}
    </Divided>
  );
}

/** What is frozen stays; a draft read again begins its lists again. */
const versionOf = ({ revision, seq }: RevisionPage): string => revision.digest ?? `seq ${seq}`;

function countsWords(counts: Record<"added" | "removed" | "changed", number>): string {
  const parts = (["added", "changed", "removed"] as const).filter((deed) => counts[deed] > 0);
  return parts.map((deed) => `${counts[deed].toLocaleString("en")} ${deed}`).join(", ");
}

/** The list of sections beside the sections; it stays in sight while they are read. */
function Divided({
  sections,
  children,
}: {
  sections: { id: string; label: string; count: number | null }[];
  children: React.ReactNode;
}) {
  return (
    <div className="grid gap-x-10 lg:grid-cols-[184px_minmax(0,1fr)]">
      <SectionList sections={sections} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
