import type { ReactNode } from "react";
import { Digest } from "@/components/ui/digest";
import { KeyValue, type KeyValueItem } from "@/components/ui/key-value";
import { LongText } from "@/components/ui/long-text";
import { Time } from "@/components/ui/time";
import { Verdict } from "@/components/ui/verdict";
import { REVISION_STATES, type RevisionState } from "@/lib/review/vocabulary";
import type { RevisionView } from "@/lib/signoff/decide-page";
import type { DecisionStanding } from "@/lib/signoff/standing";

/** Words that somebody wrote, set apart from the interface's own. */
export function Quote({ children }: { children: string }) {
  return (
    <span className="block">
      <LongText text={`“${children}”`} />
    </span>
  );
}

const wroteWords = (wrote: readonly string[]): string =>
  `wrote in ${wrote.length > 6 ? `${wrote.length} rows` : wrote.join(", ")}`;

function factsOf(revision: RevisionView): KeyValueItem[] {
  const items: KeyValueItem[] = [];
  if (revision.requestedAt)
    items.push({
      key: "Submitted",
      value: (
        <>
          {revision.requestedBy?.name ?? "Somebody"}, <Time value={revision.requestedAt} />
          {revision.requestWords ? <Quote>{revision.requestWords}</Quote> : null}
        </>
      ),
    });
  else items.push({ key: "Opened", value: <Time value={revision.openedAt} /> });
  for (const { id, member, decision, words, decidedAt, wrote } of revision.signOffs)
    items.push({
      key: decision === "approve" ? "Approved" : "Rejected",
      value: (
        <span key={id}>
          {member.name}, <Time value={decidedAt} />
          {wrote.length > 0 ? <span className="text-ink-3"> · {wroteWords(wrote)}</span> : null}
          <Quote>{words}</Quote>
        </span>
      ),
    });
  if (revision.state === "withdrawn" && revision.endedAt)
    items.push({
      key: "Withdrawn",
      value: (
        <>
          <Time value={revision.endedAt} />
          {revision.endedBecause && revision.endedBecause !== "withdrawn" ? (
            <Quote>{revision.endedBecause}</Quote>
          ) : null}
        </>
      ),
    });
  if (revision.state === "ended" && revision.endedAt)
    items.push({
      key: "Ended",
      value: (
        <>
          <Time value={revision.endedAt} />: {revision.endedBecause}
        </>
      ),
    });
  if (revision.state === "in-force" && revision.contestedBecause)
    items.push({ key: "Contested", value: `Since it came into force: ${revision.contestedBecause}.` });
  if (revision.digest) items.push({ key: "Frozen content", value: <Digest value={revision.digest} /> });
  return items;
}

/** Where the decision stands: the largest thing on the page, with what happens next, and the facts beside it. */
export function Standing({ standing, action }: { standing: DecisionStanding; action?: ReactNode }) {
  const { about, tone, headline, next } = standing;
  const state = about ? REVISION_STATES[about.state as RevisionState] : null;
  return (
    <section
      aria-label="Where it stands"
      className="grid gap-x-12 gap-y-4 pb-8 lg:grid-cols-[minmax(0,1fr)_400px]"
    >
      <div className="flex flex-col gap-2">
        <p className="text-figure font-medium tracking-[-0.015em] text-balance">{headline}</p>
        <p className="max-w-[60ch] text-prose text-ink-2">
          {next}
          {standing.draft && !standing.waiting ? (
            <>
              {" "}
              <a href="#submit" className="link whitespace-nowrap">
                Go to the submission
              </a>
            </>
          ) : null}
        </p>
      </div>
      {about ? (
        <div>
          <p className="flex items-baseline justify-between gap-4 pb-1">
            <span className="font-semibold">Revision {about.number}</span>
            {state ? <Verdict tone={about === standing.draft ? "open" : tone}>{state}</Verdict> : null}
          </p>
          <KeyValue items={factsOf(about)} />
          {action ? <div className="pt-3">{action}</div> : null}
        </div>
      ) : null}
    </section>
  );
}
