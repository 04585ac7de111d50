"use client";
import { useState } from "react";
import { containerId } from "@/components/authority/container-id";
import { InsideSelect } from "@/components/authority/inside-select";
import { Button } from "@/components/ui/button";
import { count, counted } from "@/components/ui/count";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { innerLayerOf } from "@/lib/review/authority/inner-layer";
import type { PreviewContainer, PreviewHost } from "@/lib/review/authority/preview";
import type { ExecutorRole } from "@/lib/review/vocabulary";

/**
 * What was said of a container: its role, and why when it is out of scope; of a layer, the container that it runs
 * inside, by its id, or empty for none.
 */
export type RoleAnswer = { role: ExecutorRole | null; reason: string; inside?: string };
export type RoleAnswers = Readonly<Record<string, RoleAnswer>>;

/** Whether a container has its answer: what it is, or what it runs inside. */
export const isAnswered = (answer: RoleAnswer | undefined): boolean => !!answer?.role || !!answer?.inside;

const KINDS: Record<string, string> = {
  main: "Main container",
  init: "Init container, ends before the others start",
  sidecar: "Sidecar, runs beside the others",
  ephemeral: "Ephemeral container, put in for debugging",
};
const AT_ONCE = 30;

/** A layer is no container of its own, whatever stands for one. */
function kindWords({ workload, kind }: PreviewContainer): string {
  const layer = innerLayerOf(workload);
  if (layer) return layer.kind ? `A layer around code: ${layer.name}` : layer.name;
  return KINDS[kind] ?? kind;
}

/** Whether another container is like this one: the same name and kind in another workload. */
const isAlike = (a: PreviewContainer, b: PreviewContainer): boolean =>
  a.container === b.container && a.kind === b.kind;

/** Asks of each container what it is to the review. */
export function RoleForm({
  containers,
  hosts,
  answers,
  onAnswer,
}: {
  containers: readonly PreviewContainer[];
  /** Executors of the review that are not in the configuration: a layer may run inside one. */
  hosts: readonly PreviewHost[];
  answers: RoleAnswers;
  onAnswer: (containers: readonly PreviewContainer[], answer: RoleAnswer) => void;
}) {
  const [shown, setShown] = useState(AT_ONCE);
  const unanswered = containers.filter((one) => !isAnswered(answers[containerId(one)]));
  return (
    <div className="flex flex-col">
      {containers.slice(0, shown).map((container) => {
        const id = containerId(container);
        const answer = answers[id] ?? { role: null, reason: "" };
        const alike = containers.filter((other) => other !== container && isAlike(other, container));
        return (
          <div
            key={id}
            className="grid gap-x-8 gap-y-2 border-t py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <div className="min-w-0">
              <p className="font-medium break-words">{container.container}</p>
              <p className="font-mono text-small break-words text-ink-3">{container.workload}</p>
              <p className="text-ink-3">
                {kindWords(container)} · {counted(container.capabilities, "capability", "capabilities")}
                {container.executor ? ` · is X${container.executor.number} of this review` : ""}
              </p>
              {container.executor === null && container.suggestion ? (
                <p className="text-ink-3">Suggested by its kind; change it if it runs submitted code.</p>
              ) : null}
            </div>
            <div className="flex flex-col gap-2">
              <InsideSelect
                container={container}
                containers={containers}
                hosts={hosts}
                inside={answer.inside ?? ""}
                onChange={(inside) => onAnswer([container], { ...answer, inside })}
              />
              {answer.inside ? null : (
                <RadioGroup
                  label={`What is ${container.container}?`}
                  name={id}
                  value={answer.role}
                  onChange={(role) => onAnswer([container], { ...answer, role })}
                  options={[
                    { value: "runs-submitted-code", label: "Runs submitted code" },
                    {
                      value: "neighbour",
                      label: "Neighbour",
                      hint: "Asked about identity, secrets, shared volumes and exposure only.",
                    },
                    { value: "out-of-scope", label: "Out of scope, because…" },
                  ]}
                />
              )}
              {answer.role === "out-of-scope" && !answer.inside ? (
                <TextField
                  aria-label={`Why ${container.container} is out of scope`}
                  placeholder="Because…"
                  value={answer.reason}
                  onChange={(reason) => onAnswer([container], { ...answer, reason })}
                />
              ) : null}
              {alike.length > 0 && answer.role ? (
                <div>
                  <Button size="small" variant="quiet" onClick={() => onAnswer(alike, answer)}>
                    Apply to all {count(alike.length + 1)} like it
                  </Button>
                </div>
              ) : null}
            </div>
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-3 border-t pt-3">
        {containers.length > shown ? (
          <Button size="small" onClick={() => setShown(shown + AT_ONCE)}>
            Show {Math.min(AT_ONCE, containers.length - shown)} more of {count(containers.length)}
          </Button>
        ) : null}
        {containers.length > 5 && unanswered.length > 0 ? (
          <Button size="small" onClick={() => onAnswer(unanswered, { role: "neighbour", reason: "" })}>
            The {count(unanswered.length)} without an answer are neighbours
          </Button>
        ) : null}
        <span className="text-ink-3">
          {unanswered.length === 0
            ? "Every container is answered."
            : `${count(unanswered.length)} without an answer.`}
        </span>
      </div>
    </div>
  );
}
