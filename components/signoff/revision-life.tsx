import type { ReactNode } from "react";
import { Quote } from "@/components/signoff/standing";
import { Digest } from "@/components/ui/digest";
import { KeyValue, type KeyValueItem } from "@/components/ui/key-value";
import { Time } from "@/components/ui/time";
import { Verdict, type VerdictTone } from "@/components/ui/verdict";
import { dayWords } from "@/lib/review/day";
import { REVISION_STATES, type RevisionState } from "@/lib/review/vocabulary";
import type { SignOffView } from "@/lib/signoff/decide-page";
import type { RevisionPage } from "@/lib/signoff/revision-page";

type Revision = RevisionPage["revision"];

/** How each state of a revision is marked. */
export const REVISION_TONES: Record<RevisionState, VerdictTone> = {
  draft: "open",
  submitted: "neutral",
  "in-force": "good",
  ended: "off",
  rejected: "bad",
  withdrawn: "off",
};

/** The life of a revision: what it is now, who asked, who decided and in which words, how it ended. */
export function RevisionLife({ reviewId, revision }: { reviewId: string; revision: Revision }) {
  return (
    <div className="grid gap-x-12 gap-y-6 pb-8 lg:grid-cols-2">
      <KeyValue items={lifeOf(reviewId, revision)} />
      {revision.state === "draft" ? null : <SignOffs revision={revision} />}
    </div>
  );
}

function lifeOf(reviewId: string, revision: Revision): KeyValueItem[] {
  const { state, requestedAt, requestedBy, requestWords, endedAt, endedBecause } = revision;
  const known = state as RevisionState;
  const items: [string, ReactNode][] = [
    [
      "State",
      <Verdict key="state" tone={REVISION_TONES[known]}>
        {REVISION_STATES[known]}
      </Verdict>,
    ],
    ["Opened", requestedAt ? null : <Time key="opened" value={revision.openedAt} />],
    [
      "Submitted",
      requestedAt ? (
        <span key="submitted">
          {requestedBy?.name ?? "Somebody"}, <Time value={requestedAt} />
          {requestWords ? <Quote>{requestWords}</Quote> : null}
        </span>
      ) : null,
    ],
    ["In force until", known === "in-force" ? untilOf(revision) : null],
    [
      "Contested",
      known === "in-force" && revision.contestedBecause ? (
        <span key="contested" className="break-words">
          {revision.contestedBecause}
          {revision.contestedAt ? (
            <>
              , <Time value={revision.contestedAt} />
            </>
          ) : null}
        </span>
      ) : null,
    ],
    [
      known === "withdrawn" ? "Withdrawn" : "Ended",
      endedAt && known !== "in-force" ? (
        <span key="ended" className="break-words">
          <Time value={endedAt} />
          {endedBecause && endedBecause !== "withdrawn" ? `: ${endedBecause}` : null}
        </span>
      ) : null,
    ],
    [
      "Frozen content",
      revision.digest ? (
        <span key="digest" className="flex flex-wrap items-center gap-x-4">
          <Digest value={revision.digest} />
          <a href={`/api/v1/reviews/${reviewId}/revisions/${revision.id}/snapshot`} className="link">
            The bytes as JSON
          </a>
        </span>
      ) : null,
    ],
  ];
  return items.flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
}

/** A revision ends with its day, or with the first accepted risk that ends before. */
function untilOf({ validUntil, risksUntil, risksUntilOf }: Revision): ReactNode {
  const isSooner = risksUntil !== null && (validUntil === null || risksUntil < validUntil.slice(0, 10));
  if (isSooner) return `${dayWords(risksUntil)}, when R${risksUntilOf} ends`;
  return validUntil ? <Time value={validUntil} precision="day" /> : "It is revoked or superseded";
}

function SignOffs({ revision: { signOffs, signed, quorum: needed, state } }: { revision: Revision }) {
  const quorum = needed ?? 1;
  const approvals = signOffs.filter(({ decision }) => decision === "approve").length;
  return (
    <div>
      <h2 className="pb-1 font-semibold">
        Sign-offs
        {state === "submitted" ? (
          <span className="font-normal text-ink-3">
            {" "}
            · {approvals} of {quorum} {quorum === 1 ? "approval" : "approvals"}
          </span>
        ) : null}
      </h2>
      {signOffs.length === 0 ? (
        <p className="border-y py-1.5 text-ink-2">Nobody has decided{state === "submitted" ? " yet" : ""}.</p>
      ) : (
        <ul className="border-b">
          {signOffs.map((signOff) => (
            <li key={signOff.id} className="border-t py-1.5">
              <SignOff signOff={signOff} known={signed[signOff.id]} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SignOff({
  signOff,
  known,
}: {
  signOff: SignOffView;
  known: Revision["signed"][string] | undefined;
}) {
  const { member, decision, words, decidedAt, method, wrote } = signOff;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{known?.name || member.name}</span>
        <Verdict tone={decision === "approve" ? "good" : "bad"}>
          {decision === "approve" ? "Approved" : "Rejected"}
        </Verdict>
        <span className="text-ink-2">
          <Time value={decidedAt} />
        </span>
      </p>
      <Quote>{words}</Quote>
      <p className="text-ink-3">
        {[
          known?.role ? `as ${known.role}` : "",
          method === "password" ? "after entering the password" : `after signing in by ${method}`,
          wrote.length > 0 ? `wrote in ${wrote.join(", ")}` : "",
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
    </>
  );
}
