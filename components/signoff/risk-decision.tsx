import type { ReactNode } from "react";
import { riskState } from "@/components/signoff/risk-row";
import { Quote } from "@/components/signoff/standing";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { Verdict } from "@/components/ui/verdict";
import type { RiskState } from "@/lib/review/vocabulary";
import type { RiskDecisionView } from "@/lib/signoff/risk-decision";

/** What approvers decided about a risk: never edited, and apart from what a reviewer recommends. */
export function RiskDecision({
  decision,
  state,
  actions,
}: {
  decision: RiskDecisionView;
  state: RiskState;
  /** What can be done next. */
  actions: ReactNode;
}) {
  const { headline, note, words, people } = decision;
  const { tone, word } = riskState(state);
  // "Accepted in revision 3" says the state already.
  const isSaid = headline.startsWith(word);
  return (
    <Section title="Decision" level={3} actions={actions}>
      <div className="flex flex-col gap-1.5">
        <p>
          <Verdict tone={tone}>{isSaid ? headline : word}</Verdict>
        </p>
        {isSaid ? null : <p className="font-medium">{headline}</p>}
        {people.length > 0 ? (
          <ul className="text-ink-2">
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
