import Link from "next/link";
import type { ReactNode } from "react";
import { CellFacts } from "@/components/entry-point/cell-facts";
import { FindingNotes } from "@/components/entry-point/finding-notes";
import { entryPointsHref } from "@/components/entry-point/hrefs";
import { ReachNotes } from "@/components/entry-point/reach-notes";
import { ISOLATION } from "@/components/executor/layers-editor";
import { KeyValue } from "@/components/ui/key-value";
import { Section } from "@/components/ui/section";
import type { EntryPoint, Executor } from "@/lib/review/content";
import type { ReachGroup, RuleWords, SheetFinding } from "@/lib/review/entry-point-sheet";
import type { CellRow, NameOf } from "@/lib/review/row-cells";
import { LAYER_KINDS } from "@/lib/review/vocabulary";

interface ExecutorInspectorProps {
  reviewId: string;
  executor: Executor;
  entryPoints: readonly EntryPoint[];
  reach: readonly ReachGroup[];
  findings: readonly SheetFinding[];
  rules: Readonly<Record<string, RuleWords>>;
  nameOf: NameOf;
  actions: ReactNode;
  history: ReactNode;
}

const MOST_ENTRY_POINTS = 20;

/** Everything that is known of one executor. */
export function ExecutorInspector(props: ExecutorInspectorProps) {
  const { reviewId, executor } = props;
  return (
    <>
      <div className="flex flex-wrap gap-2 pb-4">{props.actions}</div>
      <FindingNotes
        about={`X${executor.number}`}
        reviewId={reviewId}
        findings={props.findings}
        rules={props.rules}
      />
      <Section title="Answers" level={3}>
        <CellFacts
          entity="executor"
          row={executor as unknown as CellRow}
          nameOf={props.nameOf}
          leaveOut={["name", "layers", ...(executor.role === "out-of-scope" ? [] : ["roleReason"])]}
        />
        {executor.workload ? (
          <KeyValue
            items={[
              { key: "Workload", value: <code className="text-small break-all">{executor.workload}</code> },
              { key: "Container", value: <code className="text-small">{executor.container}</code> },
            ]}
          />
        ) : null}
      </Section>
      <Layers executor={executor} />
      <EntryPoints {...props} />
      <ReachNotes reviewId={reviewId} executor={executor} groups={props.reach} title="Authority" />
      {props.history}
    </>
  );
}

function Layers({ executor }: { executor: Executor }) {
  const layers = executor.layers ?? [];
  const isUnknown = executor.answers.layers?.state === "unknown";
  return (
    <Section title="Layers, outermost first" level={3}>
      {layers.length === 0 ? <p className="text-ink-3">{isUnknown ? "Unknown" : "Not answered"}</p> : null}
      <ol className="flex flex-col">
        {layers.map((layer, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: layers have no identity of their own.
          <li key={at} className="flex flex-wrap gap-x-3 border-b py-1.5 first:border-t">
            <span>{LAYER_KINDS[layer.kind].label}</span>
            <span className="text-ink-3">{ISOLATION[LAYER_KINDS[layer.kind].isolation]}</span>
            {layer.note ? <span className="w-full break-words text-ink-2">{layer.note}</span> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function EntryPoints({ reviewId, executor, entryPoints }: ExecutorInspectorProps) {
  return (
    <Section
      title={entryPoints.length === 1 ? "1 entry point" : `${entryPoints.length} entry points`}
      level={3}
    >
      {entryPoints.length === 0 ? <p className="text-ink-3">No entry point leads here.</p> : null}
      <ul className="flex flex-col gap-1">
        {entryPoints.slice(0, MOST_ENTRY_POINTS).map((entry) => (
          <li key={entry.id}>
            <Link href={`/reviews/${reviewId}/entry-points?row=E${entry.number}`} className="link">
              E{entry.number} {entry.name}
            </Link>
          </li>
        ))}
      </ul>
      {entryPoints.length > 1 ? (
        <p className="pt-2">
          <Link href={entryPointsHref(reviewId, "executor", executor.id)} className="link">
            Show all {entryPoints.length} in the worksheet
          </Link>
        </p>
      ) : null}
    </Section>
  );
}
