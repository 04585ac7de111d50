import Link from "next/link";
import type { ReactNode } from "react";
import { type ReadColumn, ReadTable } from "@/components/review/read-table";
import { REVISION_TONES } from "@/components/signoff/revision-life";
import { Digest } from "@/components/ui/digest";
import { LongText } from "@/components/ui/long-text";
import { Time } from "@/components/ui/time";
import { Verdict } from "@/components/ui/verdict";
import { untilDay } from "@/lib/review/standing";
import { REVISION_STATES, type RevisionState } from "@/lib/review/vocabulary";
import type { RevisionView } from "@/lib/signoff/decide-page";
import { revisionHref } from "@/lib/signoff/revision-page";

const Words = ({ children }: { children: string }) => (
  <span className="block max-w-[48ch] text-ink-2">
    <LongText text={`“${children}”`} most={400} />
  </span>
);
const Nothing = <span className="text-ink-3">–</span>;

function stateOf(revision: RevisionView): ReactNode {
  const { state, endedAt, endedBecause, contestedBecause } = revision;
  const known = state as RevisionState;
  const until = known === "in-force" ? untilDay(revision) : null;
  return (
    <>
      <Verdict tone={REVISION_TONES[known]}>{REVISION_STATES[known]}</Verdict>
      {until ? (
        <span className="block text-ink-2">
          until <Time value={until} precision="day" />
        </span>
      ) : null}
      {known === "in-force" && contestedBecause ? (
        <span className="block max-w-[48ch] break-words text-ink-2">contested: {contestedBecause}</span>
      ) : null}
      {known === "ended" ? (
        <span className="block text-ink-2">
          {endedBecause}
          {endedAt ? (
            <>
              , <Time value={endedAt} precision="day" />
            </>
          ) : null}
        </span>
      ) : null}
      {known === "withdrawn" ? (
        <>
          {endedAt ? (
            <span className="block text-ink-2">
              <Time value={endedAt} />
            </span>
          ) : null}
          {endedBecause && endedBecause !== "withdrawn" ? <Words>{endedBecause}</Words> : null}
        </>
      ) : null}
    </>
  );
}

function columns(reviewId: string): ReadColumn<RevisionView>[] {
  return [
    {
      id: "number",
      header: "Revision",
      width: "88px",
      isName: true,
      cell: ({ number }) => (
        <>
          <Link href={revisionHref(reviewId, number)} className="link" aria-label={`Read revision ${number}`}>
            <span className="sm:hidden">Revision </span>
            {number}
          </Link>
        </>
      ),
    },
    { id: "state", header: "State", width: "20%", cell: stateOf },
    {
      id: "submitted",
      header: "Submitted",
      width: "28%",
      cell: ({ requestedAt, requestedBy, requestWords }) =>
        requestedAt ? (
          <>
            {requestedBy?.name}, <Time value={requestedAt} />
            {requestWords ? <Words>{requestWords}</Words> : null}
          </>
        ) : (
          Nothing
        ),
    },
    {
      id: "decided",
      header: "Decided",
      cell: ({ signOffs }) =>
        signOffs.length > 0
          ? signOffs.map(({ id, member, decision, words, decidedAt }) => (
              <span key={id} className="block">
                {member.name} {decision === "approve" ? "approved" : "rejected"}, <Time value={decidedAt} />
                <Words>{words}</Words>
              </span>
            ))
          : Nothing,
    },
    {
      id: "content",
      header: "Frozen content",
      width: "150px",
      cell: ({ id, digest, number }) =>
        digest ? (
          <>
            <Digest value={digest} />
            <a
              href={`/api/v1/reviews/${reviewId}/revisions/${id}/snapshot`}
              aria-label={`Frozen content of revision ${number} as JSON`}
              className="link block"
            >
              JSON
            </a>
          </>
        ) : (
          Nothing
        ),
    },
  ];
}

/** Every revision of a review, newest first, with what was said and why it ended. */
export function RevisionsTable({
  reviewId,
  revisions,
}: {
  reviewId: string;
  revisions: readonly RevisionView[];
}) {
  return <ReadTable label="Revisions" columns={columns(reviewId)} rows={revisions} keyOf={({ id }) => id} />;
}
