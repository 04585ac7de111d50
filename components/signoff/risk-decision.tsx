import { Quote } from "@/components/signoff/standing";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { Verdict, type VerdictTone } from "@/components/ui/verdict";
import type { RiskDecisionView } from "@/lib/signoff/risk-decision";

/** What approvers decided about a risk: never edited, and apart from what a reviewer recommends. */
export function RiskDecision({ decision, tone }: { decision: RiskDecisionView; tone: VerdictTone }) {
  const { headline, note, words, people } = decision;
  return (
    <Section title="Decision" description="Of the approvers, with a revision." level={3}>
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">
          <Verdict tone={tone}>{headline}</Verdict>
        </p>
        {people.length > 0 ? (
          <ul>
            {people.map(({ name, at }) => (
              <li key={`${name} ${at}`}>
                {name}, <Time value={at} />
              </li>
            ))}
          </ul>
        ) : null}
        {words ? <Quote>{words}</Quote> : null}
        {note ? <p className="text-ink-2">{note}</p> : null}
      </div>
    </Section>
  );
}
