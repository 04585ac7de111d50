import Link from "next/link";
import type { ReactNode } from "react";
import { CellFacts } from "@/components/entry-point/cell-facts";
import { FindingNotes } from "@/components/entry-point/finding-notes";
import { ReachNotes } from "@/components/entry-point/reach-notes";
import { SiblingTable } from "@/components/entry-point/sibling-table";
import { CoveredBy } from "@/components/signoff/covered-by";
import { Section } from "@/components/ui/section";
import type { Artifact, EntryPoint, Executor } from "@/lib/review/content";
import {
  type ExecutorReach,
  REACH_FIELDS,
  type RuleWords,
  reachText,
  type SheetFinding,
} from "@/lib/review/entry-point-sheet";
import type { CellRow, NameOf } from "@/lib/review/row-cells";
import { SUBMITTERS } from "@/lib/review/vocabulary";
import type { CoveringRisk } from "@/lib/signoff/covering-risk";

interface EntryInspectorProps {
  reviewId: string;
  entry: EntryPoint;
  executor: Executor | undefined;
  artifact: Artifact | undefined;
  /** The entry points of the same artifact, this one among them. */
  siblings: readonly EntryPoint[];
  reach: ExecutorReach | undefined;
  findings: readonly SheetFinding[];
  rules: Readonly<Record<string, RuleWords>>;
  nameOf: NameOf;
  actions: ReactNode;
  /** The residual risks that cover it. */
  covered: readonly CoveringRisk[];
  /** The row's history, which is read when it is asked for. */
  history: ReactNode;
}

/** Everything that is known of one entry point. */
export function EntryInspector(props: EntryInspectorProps) {
  const { reviewId, entry, executor, artifact, reach } = props;
  const more: Record<string, ReactNode> = {};
  for (const field of REACH_FIELDS) {
    const derived = reach?.[field];
    if (derived)
      more[field] = <p className="break-words text-ink-3 italic">By its executor: {reachText(derived)}</p>;
  }
  if (executor)
    more.executor = (
      <Link href={`/reviews/${reviewId}/entry-points/executors?row=X${executor.number}`} className="link">
        See the executor
      </Link>
    );
  if (artifact?.submitters && !entry.submitters?.length && !entry.answers.submitters)
    more.submitters = (
      <p className="text-ink-3">
        As A{artifact.number} says: {artifact.submitters.map((one) => SUBMITTERS[one]).join(", ")}
      </p>
    );
  return (
    <>
      <div className="flex flex-wrap gap-2 pb-4">{props.actions}</div>
      {props.covered.length > 0 ? (
        <Section title="Covered by" level={3}>
          <CoveredBy risks={props.covered} />
        </Section>
      ) : null}
      <FindingNotes
        about={`E${entry.number}`}
        reviewId={reviewId}
        findings={props.findings}
        rules={props.rules}
      />
      <Section title="Answers" level={3}>
        <CellFacts entity="entryPoint" row={entry as unknown as CellRow} nameOf={props.nameOf} more={more} />
      </Section>
      {artifact ? (
        <SiblingTable
          reviewId={reviewId}
          artifact={`A${artifact.number} ${artifact.name}`}
          siblings={props.siblings}
          current={entry.id}
          nameOf={props.nameOf}
        />
      ) : null}
      {executor ? <ReachNotes reviewId={reviewId} executor={executor} groups={reach?.groups ?? []} /> : null}
      {props.history}
    </>
  );
}
