import Link from "next/link";
import type { ReactNode } from "react";
import { Dismissal } from "@/components/finding/dismissal";
import { RowLinks } from "@/components/finding/row-links";
import { CoveredBy } from "@/components/signoff/covered-by";
import { KeyValue } from "@/components/ui/key-value";
import { Section } from "@/components/ui/section";
import { Severity } from "@/components/ui/severity";
import { Time } from "@/components/ui/time";
import { Verdict } from "@/components/ui/verdict";
import { FINDING_STATES, type FindingDetail, QUESTIONS } from "@/lib/review/finding-list";
import type { CoveringRisk } from "@/lib/signoff/covering-risk";

const TONES = { open: "open", resolved: "good", accepted: "good", dismissed: "off" } as const;
const MOMENTS = { opened: "Opened", resolved: "Resolved", dismissed: "Dismissed" } as const;

/** Everything that is said about a finding: why it fired here, what to do, the rows, its history. */
export function FindingSheet({
  finding,
  reviewId,
  coveredBy,
  reopen,
}: {
  finding: FindingDetail;
  reviewId: string;
  /** The residual risks that cover it. */
  coveredBy: readonly CoveringRisk[];
  /** What opens it again when it is dismissed. */
  reopen?: ReactNode;
}) {
  const { target } = finding;
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0">
        {finding.dismissal ? (
          <Section title="Why it was dismissed" actions={reopen}>
            <div className="text-prose">
              <Dismissal dismissal={finding.dismissal} />
            </div>
          </Section>
        ) : null}
        <Section title="Why it fired here">
          <p className="max-w-[68ch] text-prose">{finding.reason}</p>
          {finding.explanation ? (
            <p className="max-w-[68ch] pt-3 text-prose text-ink-2">{finding.explanation}</p>
          ) : null}
        </Section>
        <Section title="Ways to resolve it">
          <ol className="flex max-w-[68ch] list-decimal flex-col gap-1.5 pl-5 text-prose">
            {finding.resolve.map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ol>
        </Section>
        {finding.lists.length > 0 ? (
          <Section title={`What it lists (${finding.lists.length})`}>
            <RowLinks links={finding.lists} />
          </Section>
        ) : null}
      </div>
      <div className="min-w-0">
        <Section title="Facts">
          <KeyValue
            items={[
              { key: "Severity", value: <Severity level={finding.severity} /> },
              {
                key: "State",
                value: <Verdict tone={TONES[finding.state]}>{FINDING_STATES[finding.state]}</Verdict>,
              },
              {
                key: "About",
                value: (
                  <Link href={target.href} className="link">
                    {`${target.label} ${target.name}`.trim()}
                  </Link>
                ),
              },
              {
                key: "Rule",
                value: (
                  <Link href={`/reviews/${reviewId}/findings?rule=${finding.ruleId}`} className="link">
                    {finding.ruleId}
                  </Link>
                ),
              },
              { key: "Question", value: QUESTIONS[finding.question] },
              { key: "Reference", value: finding.reference },
            ]}
          />
        </Section>
        {coveredBy.length > 0 ? (
          <Section title="Covered by">
            <CoveredBy risks={coveredBy} />
          </Section>
        ) : null}
        <Section title="History">
          {finding.history.length === 0 ? (
            <p className="text-ink-3">
              Found when the rules were last looked at (event {finding.openedSeq}).
            </p>
          ) : (
            <ol className="border-b">
              {finding.history.map((moment) => (
                <li key={`${moment.seq} ${moment.what}`} className="border-t py-1.5">
                  <p>
                    {MOMENTS[moment.what]} at event{" "}
                    <Link href={`/reviews/${reviewId}/activity?event=${moment.seq}`} className="link">
                      {moment.seq}
                    </Link>
                    , by {moment.actor}
                  </p>
                  <p className="text-small text-ink-3">
                    <Time value={moment.at} />
                  </p>
                </li>
              ))}
            </ol>
          )}
        </Section>
      </div>
    </div>
  );
}
