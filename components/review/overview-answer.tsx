import Link from "next/link";
import { FindingRows } from "@/components/finding/finding-rows";
import { checkHref } from "@/components/review/check-href";
import { CountLink } from "@/components/ui/count-link";
import { Section } from "@/components/ui/section";
import { Verdict, type VerdictTone } from "@/components/ui/verdict";
import type { FindingItem, Question } from "@/lib/review/finding-list";
import type { OverviewAnswer as Answer } from "@/lib/review/overview";

const VERDICTS: Record<Answer["verdict"], { tone: VerdictTone; words: string } | null> = {
  yes: { tone: "bad", words: "Yes" },
  no: { tone: "good", words: "None recorded" },
  said: null,
  "not-known": { tone: "open", words: "Not known yet" },
  "not-recorded": { tone: "open", words: "Not recorded yet" },
};

/** What is open under one question. */
export interface OpenOfQuestion {
  /** The worst of the open items. */
  items: readonly FindingItem[];
  /** All open items: medium and above. */
  total: number;
  /** Open findings of low severity and info. */
  minor: number;
}

const findingsHref = (reviewId: string, question: Question, severity: string): string =>
  `/reviews/${reviewId}/findings?question=${question}&state=open&severity=${severity}`;

/** One question: its answer in words, its numbers, and the open findings behind it. */
export function OverviewAnswer({
  reviewId,
  question,
  title,
  answer,
  open,
}: {
  reviewId: string;
  question: Question;
  title: string;
  answer?: Pick<Answer, "verdict" | "answer" | "facts">;
  open: OpenOfQuestion;
}) {
  const verdict = answer && VERDICTS[answer.verdict];
  const facts = answer?.facts.filter(({ count }) => count > 0) ?? [];
  const rest = open.total - open.items.length;
  if (!answer && open.total === 0 && open.minor === 0) return null;
  return (
    <Section title={title} id={`question-${question}`}>
      {answer ? (
        <div className="flex flex-col gap-1 pb-4">
          {verdict ? <Verdict tone={verdict.tone}>{verdict.words}</Verdict> : null}
          <p className="max-w-[68ch] text-prose">{withoutVerdict(answer.answer)}</p>
          {facts.length > 0 ? (
            <ul className="flex flex-wrap gap-x-6 gap-y-1 pt-1">
              {facts.map((fact) => (
                <li key={fact.words}>
                  <CountLink
                    value={fact.count}
                    one={fact.words}
                    many={fact.words}
                    href={checkHref(reviewId, fact.link)}
                  />
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
      {open.items.length > 0 ? <FindingRows items={open.items} reviewId={reviewId} /> : null}
      {rest > 0 || open.minor > 0 ? (
        <p className="flex flex-wrap gap-x-6 pt-2">
          {rest > 0 ? (
            <Link href={findingsHref(reviewId, question, "critical,high,medium")} className="link">
              Show all {open.total} open items
            </Link>
          ) : null}
          {open.minor > 0 ? (
            <CountLink
              value={open.minor}
              one="finding of low severity"
              many="findings of low severity"
              href={findingsHref(reviewId, question, "low,info")}
            />
          ) : null}
        </p>
      ) : null}
    </Section>
  );
}

/** The verdict stands before the answer with its mark; it is not said twice. */
function withoutVerdict(answer: string): string {
  const rest = answer.replace(/^(Yes\. |Not known yet: |Not recorded yet: )/, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
