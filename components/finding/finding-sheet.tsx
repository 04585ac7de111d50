import Link from "next/link";
import { RowLinks } from "@/components/finding/row-links";
import { KeyValue } from "@/components/ui/key-value";
import { Section } from "@/components/ui/section";
import { Severity } from "@/components/ui/severity";
import { Time } from "@/components/ui/time";
import { Verdict } from "@/components/ui/verdict";
import { FINDING_STATES, type FindingDetail, QUESTIONS } from "@/lib/review/finding-list";
import type { RowLink } from "@/lib/review/row-link";

/** Everything that is said about a finding: why it fired here, what to do, the rows, its history. */
export function FindingSheet({
  finding,
  reviewId,
  coveredBy,
}: {
  finding: FindingDetail;
  reviewId: string;
  /** The residual risks that cover it. */
  coveredBy: readonly RowLink[];
}) {
  const { target } = finding;
  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0">
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
                value: (
                  <Verdict tone={finding.state === "open" ? "open" : "good"}>
                    {FINDING_STATES[finding.state]}
                  </Verdict>
                ),
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
            <RowLinks links={coveredBy} />
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
                    {moment.what === "opened" ? "Opened" : "Resolved"} at event{" "}
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
