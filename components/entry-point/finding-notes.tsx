import Link from "next/link";
import { findingListHref } from "@/components/entry-point/hrefs";
import { Section } from "@/components/ui/section";
import { Severity } from "@/components/ui/severity";
import type { RuleWords, SheetFinding } from "@/lib/review/entry-point-sheet";
import { findingHref } from "@/lib/review/row-link";

/** The findings of a row: which rule, why it fired here, and the ways to resolve it. */
export function FindingNotes({
  reviewId,
  findings,
  rules,
  about,
}: {
  reviewId: string;
  /** The short number of the row. */
  about: string;
  findings: readonly SheetFinding[];
  rules: Readonly<Record<string, RuleWords>>;
}) {
  return (
    <Section title={findings.length === 1 ? "1 finding" : `${findings.length} findings`} level={3}>
      {findings.length === 0 ? <p className="text-ink-3">Nothing is open about this row.</p> : null}
      <ul className="flex flex-col gap-4">
        {findings.map((finding) => (
          <li key={finding.id}>
            <div className="flex items-baseline justify-between gap-3">
              <Severity level={finding.severity} />
              <Link href={findingHref(reviewId, finding.number)} className="link">
                F{finding.number}
              </Link>
            </div>
            <p className="font-medium">{rules[finding.ruleId]?.title ?? finding.ruleId}</p>
            <p className="break-words">{finding.reason}</p>
            {rules[finding.ruleId] ? (
              <ul className="list-disc pt-1 pl-4 text-ink-2">
                {rules[finding.ruleId]?.resolve.map((way) => (
                  <li key={way}>{way}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      {findings.length > 0 ? (
        <p className="pt-3">
          <Link href={findingListHref(reviewId, about)} className="link">
            Show in the list of findings
          </Link>
        </p>
      ) : null}
    </Section>
  );
}
