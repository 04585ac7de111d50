import Link from "next/link";
import { type ReadColumn, ReadTable } from "@/components/review/read-table";
import { counted } from "@/components/ui/count";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { Verdict } from "@/components/ui/verdict";
import type { Week, WeekChange, WeekReview, WeekRevision } from "@/lib/review/week";
import { revisionHref } from "@/lib/signoff/revision-page";

/** What changed in the week: what is granted, and what became or becomes of sign-offs. */
export function WeekSections({ week: { changes, revisions, waiting } }: { week: Week }) {
  return (
    <>
      {waiting > 0 ? (
        <p className="pb-4">
          <Link href="/inbox" className="link">
            {counted(waiting, "revision")}
          </Link>{" "}
          {waiting === 1 ? "waits" : "wait"} for your decision.
        </p>
      ) : null}
      <Section
        title="Authority that changed"
        description="Configurations attached in the last seven days that grant other than the one before them."
      >
        {changes.length > 0 ? (
          <ReadTable label="Authority that changed" columns={CHANGES} rows={changes} keyOf={keyOfChange} />
        ) : (
          <p className="text-ink-3">Nothing was attached that grants more or less than before.</p>
        )}
      </Section>
      <Section
        title="Sign-offs that end"
        description="In force and ending soon, contested by a fact, or ended in the last seven days."
      >
        {revisions.length > 0 ? (
          <ReadTable label="Sign-offs that end" columns={REVISIONS} rows={revisions} keyOf={keyOfRevision} />
        ) : (
          <p className="text-ink-3">No sign-off ended, and none ends soon.</p>
        )}
      </Section>
    </>
  );
}

const keyOfChange = ({ configuration }: WeekChange): string => configuration.id;
const keyOfRevision = ({ revision }: WeekRevision): string => revision.id;

/** A link named by what it leads to, under the system that it belongs to. */
function About({ review, href, text }: { review: WeekReview; href: string; text: string }) {
  return (
    <span className="flex min-w-0 flex-col items-start">
      <span className="text-small text-ink-3">{review.system.name}</span>
      <Link href={href} className="font-medium break-words hover:text-accent hover:underline">
        {text}
      </Link>
    </span>
  );
}

const CHANGES: ReadColumn<WeekChange>[] = [
  {
    id: "review",
    header: "Configuration",
    width: "44%",
    isName: true,
    cell: ({ review, configuration: { id, number, environment } }) => (
      <About
        review={review}
        href={`/reviews/${review.id}/authority/configurations/${id}/drift`}
        text={`${review.title}, configuration ${number} of ${environment}`}
      />
    ),
  },
  {
    id: "wider",
    header: "Wider or new",
    cell: ({ wider }) =>
      wider > 0 ? (
        <Verdict tone="warn">{wider.toLocaleString("en")}</Verdict>
      ) : (
        <span className="text-ink-3">None</span>
      ),
  },
  {
    id: "narrower",
    header: "Narrower or gone",
    cell: ({ narrower }) =>
      narrower > 0 ? narrower.toLocaleString("en") : <span className="text-ink-3">None</span>,
  },
  {
    id: "attached",
    header: "Attached",
    cell: ({ attachedAt, attachedBy }) => (
      <>
        <Time value={attachedAt} />
        {attachedBy ? <span className="block text-ink-3">{attachedBy}</span> : null}
      </>
    ),
  },
];

const STATES = { "ends-soon": "Ends soon", contested: "Contested", ended: "Ended" } as const;

const REVISIONS: ReadColumn<WeekRevision>[] = [
  {
    id: "revision",
    header: "Revision",
    width: "44%",
    isName: true,
    cell: ({ review, revision }) => (
      <About
        review={review}
        href={revisionHref(review.id, revision.number)}
        text={`${review.title}, revision ${revision.number}`}
      />
    ),
  },
  {
    id: "state",
    header: "State",
    cell: ({ state }) => <Verdict tone={state === "ended" ? "bad" : "warn"}>{STATES[state]}</Verdict>,
  },
  { id: "at", header: "When", cell: ({ at }) => <Time value={at} precision="day" /> },
  {
    id: "because",
    header: "Because",
    cell: ({ because }) => <span className="inline-block break-words first-letter:uppercase">{because}</span>,
  },
];
