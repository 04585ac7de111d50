import { ReviewPage } from "@/components/frame/review-page";
import { checkHref } from "@/components/review/check-href";
import { Checklist } from "@/components/review/checklist";
import { OverviewAnswer } from "@/components/review/overview-answer";
import { openItemsHref } from "@/components/review/systems-table";
import { CountLink } from "@/components/ui/count-link";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { QUESTIONS, type Question } from "@/lib/review/finding-list";
import { isUntouched, type NextStep, nextStep } from "@/lib/review/next-step";
import type { ReviewState } from "@/lib/review/review-state";
import { reviewState } from "@/lib/review/server/load-overview";
import { openByQuestion } from "@/lib/review/server/open-by-question";
import { found } from "../../found";
import { RefreshOnEvents } from "./refresh-on-events";

/** How many findings stand under a question before the rest is one click away. */
const MOST_FINDINGS = 8;

export default async function OverviewPage({ params }: { params: Promise<{ reviewId: string }> }) {
  const actor = await requirePageActor();
  const { reviewId } = await params;
  const state = await found(reviewState(actor, reviewId));
  const open = await openByQuestion(actor, reviewId, MOST_FINDINGS);
  const step = nextStep(state.sections);
  const isNew = isUntouched(state.sections);
  return (
    <ReviewPage title="Overview">
      <RefreshOnEvents />
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          {isNew ? null : <Figures reviewId={reviewId} state={state} />}
          {step ? <Next reviewId={reviewId} step={step} /> : null}
          {([1, 2, 3, 4, 5] as const).map((question) => (
            <OverviewAnswer
              key={question}
              reviewId={reviewId}
              question={question}
              title={QUESTIONS[question]}
              answer={answerOf(state, question)}
              open={{
                items: open[question],
                total: state.openByQuestion[question],
                minor: state.minorByQuestion[question],
              }}
            />
          ))}
        </div>
        <Section title="What is done" description="Worked out of the review; nobody ticks it.">
          <Checklist sections={state.sections} reviewId={reviewId} />
        </Section>
      </div>
    </ReviewPage>
  );
}

const answerOf = ({ answers }: ReviewState, question: Question) =>
  answers.find((answer) => answer.question === question);

function Figures({ reviewId, state }: { reviewId: string; state: ReviewState }) {
  const { critical, high, medium, low, info } = state.open;
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-2 pb-6">
      <CountLink value={critical + high + medium} one="open item" href={openItemsHref(reviewId)} large />
      <p className="flex flex-wrap gap-x-4 text-ink-3">
        {(["critical", "high", "medium"] as const).map((severity) => (
          <CountLink
            key={severity}
            value={state.open[severity]}
            one={severity}
            many={severity}
            href={`/reviews/${reviewId}/findings?state=open&severity=${severity}`}
          />
        ))}
        {low + info > 0 ? (
          <span>
            beside them{" "}
            <CountLink
              value={low + info}
              one="of low severity"
              many="of low severity"
              href={`/reviews/${reviewId}/findings?state=open&severity=low,info`}
            />
          </span>
        ) : null}
      </p>
    </div>
  );
}

function Next({ reviewId, step }: { reviewId: string; step: NextStep }) {
  return (
    <section
      aria-label="Next"
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-2 border-accent bg-accent-wash px-4 py-3"
    >
      <div className="min-w-0">
        <p className="text-section font-semibold">
          <span className="font-normal text-ink-2">Next: </span>
          {step.title}
        </p>
        <p className="max-w-[60ch] text-ink-2">{step.words}</p>
      </div>
      <LinkButton href={checkHref(reviewId, step.link)} variant="primary">
        {step.action}
      </LinkButton>
    </section>
  );
}
