"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { CaptureFacts } from "@/components/authority/capture-facts";
import { containerId } from "@/components/authority/container-id";
import { DriftList } from "@/components/authority/drift-list";
import { NoteList } from "@/components/authority/note-list";
import { isAnswered, type RoleAnswer, type RoleAnswers, RoleForm } from "@/components/authority/role-form";
import { importBodyOf, mayBeCapture, type Source } from "@/components/authority/source";
import { SourceForm } from "@/components/authority/source-form";
import { ReviewPage } from "@/components/frame/review-page";
import { Button } from "@/components/ui/button";
import { counted } from "@/components/ui/count";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { notify } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import {
  againstWords,
  importWords,
  type Preview,
  type PreviewContainer,
} from "@/lib/review/authority/preview";
import { PROVENANCES } from "@/lib/review/vocabulary";
import { type Work, Working } from "./working";

type Attached = {
  number: number;
  counts: { new: number; changed: number; closed: number; unchanged: number };
};

/** What is held by pods and identities, and by no container of theirs alone. */
function ofPods({ containers, capabilities }: Preview): string {
  const own = containers.reduce((sum, container) => sum + container.capabilities, 0);
  return own < capabilities && containers.length > 0
    ? `, ${capabilities - own} of them held by pods and their identities`
    : "";
}

/** Paste or drop a configuration, look at what attaching it would do, say what its containers are, attach. */
export function ImportFlow({
  reviewId,
  environments,
  canAttach,
}: {
  reviewId: string;
  environments: readonly string[];
  canAttach: boolean;
}) {
  const router = useRouter();
  const [source, setSource] = useState<Source>({
    files: [],
    left: [],
    environment: environments.length === 1 ? environments[0]! : "",
    provenance: null,
  });
  const [errors, setErrors] = useState<Partial<Record<"files" | "environment" | "provenance", string>>>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const [answers, setAnswers] = useState<RoleAnswers>({});
  const [work, setWork] = useState<Work | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ended = useRef<AbortController | null>(null);
  useEffect(() => () => ended.current?.abort(), []);

  const begin = (what: Work["what"]): AbortSignal => {
    setProblem(null);
    setWork({ what, since: Date.now() });
    ended.current = new AbortController();
    return ended.current.signal;
  };
  const look = async () => {
    const missing = {
      ...(source.files.length === 0 ? { files: "Paste or choose a configuration first." } : {}),
      ...(source.environment.trim() || mayBeCapture(source)
        ? {}
        : { environment: "Say which environment this is." }),
      ...(source.provenance || mayBeCapture(source) ? {} : { provenance: "Say where it comes from." }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const answer = await callApi<Preview>(
      "POST",
      `/reviews/${reviewId}/configurations/preview`,
      importBodyOf(source),
      begin("preview"),
    );
    setWork(null);
    if (!answer.ok) {
      if (answer.problem.code === "cancelled") return;
      const fields = (answer.problem.fields ?? []).map(({ pointer, message }) => [pointer.slice(1), message]);
      setErrors(Object.fromEntries(fields));
      return setProblem(answer.problem.detail);
    }
    const { environment, provenance } = answer.value;
    setSource({ ...source, environment, provenance });
    setPreview(answer.value);
    setAnswers(startAnswers(answer.value.containers));
    window.scrollTo({ top: 0 });
  };
  const attach = async () => {
    if (!preview) return;
    const roles = preview.containers.flatMap(({ workload, container, ...one }) => {
      const answer = answers[containerId({ workload, container, ...one })];
      if (!answer?.role || answer.inside) return [];
      const reason = answer.role === "out-of-scope" ? { reason: answer.reason.trim() } : {};
      return [{ workload, container, role: answer.role, ...reason }];
    });
    const answer = await callApi<Attached>(
      "POST",
      `/reviews/${reviewId}/configurations`,
      importBodyOf(source, {
        configDigest: preview.configDigest,
        roles,
        layers: layersOf(preview, answers),
      }),
      begin("attach"),
    );
    setWork(null);
    if (!answer.ok)
      return answer.problem.code === "cancelled" ? undefined : setProblem(answer.problem.detail);
    const { number, counts } = answer.value;
    notify(`Configuration ${number} is attached.`, {
      // Against the environment's newest, as the preview said it; without one, what the review got.
      description: preview.against
        ? `${importWords(preview)}.`
        : `${counts.new} new, ${counts.changed} changed, ${counts.closed} gone, ${counts.unchanged} unchanged.`,
    });
    router.push(`/reviews/${reviewId}/authority`);
  };

  const back = `/reviews/${reviewId}/authority`;
  if (!canAttach)
    return (
      <ReviewPage title="Import a configuration">
        <Notice tone="warn" title="You cannot attach configurations here">
          This needs the role reviewer and a review that is not archived.
        </Notice>
      </ReviewPage>
    );
  const unexplained = preview?.containers.some((one) => {
    const answer = answers[containerId(one)];
    return answer?.role === "out-of-scope" && !answer.inside && !answer.reason.trim();
  });
  const nothing = preview !== null && preview.containers.length === 0 && preview.capabilities === 0;
  const waiting = preview?.containers.filter((one) => !isAnswered(answers[containerId(one)])).length ?? 0;
  return (
    <ReviewPage
      title="Import a configuration"
      lead={
        preview
          ? "Nothing is written yet. Say what each container is, then attach."
          : "What is deployed decides what code can do. Nothing is written before you have seen a preview."
      }
    >
      <div className="flex flex-col gap-5 pb-8">
        {problem ? (
          <Notice tone="error" title="This did not work">
            {problem}
          </Notice>
        ) : null}
        {preview ? (
          <>
            <div className="flex flex-wrap items-center gap-3 border-t border-ink pt-2">
              <span>
                {source.environment.trim()} ·{" "}
                {source.provenance ? PROVENANCES[source.provenance].toLowerCase() : ""} ·{" "}
                {counted(source.files.length, "file")} ·{" "}
                {counted(preview.capabilities, "capability", "capabilities")}
                {ofPods(preview)}
              </span>
              <Button size="small" variant="quiet" disabled={work !== null} onClick={() => setPreview(null)}>
                Change the source
              </Button>
            </div>
            {preview.capture ? (
              <Section
                title="What the capture says of itself"
                description="The word of whoever uploads it. It is kept with the configuration, and decides nothing."
              >
                <div className="max-w-[640px]">
                  <CaptureFacts capture={preview.capture} />
                </div>
              </Section>
            ) : null}
            {preview.signed?.because ? (
              <Notice
                tone="warn"
                title={
                  preview.signed.ends
                    ? `Attaching this ends revision ${preview.signed.revision}`
                    : `Attaching this contests revision ${preview.signed.revision}`
                }
              >
                {preview.signed.because}.
              </Notice>
            ) : null}
            <NoteList notes={preview.notes} />
            {nothing && !preview.notes.some(({ level }) => level === "error") ? (
              <Notice tone="warn" title="There is no workload in this">
                Nothing that grants authority was found, so there is nothing to attach.
              </Notice>
            ) : null}
            {preview.containers.length > 0 ? (
              <Section
                title={counted(preview.containers.length, "container")}
                description="Which of them run code that you did not write?"
              >
                <RoleForm
                  containers={preview.containers}
                  hosts={preview.hosts}
                  answers={answers}
                  onAnswer={(containers, answer) =>
                    setAnswers((now) => ({
                      ...now,
                      ...Object.fromEntries(containers.map((one) => [containerId(one), answer])),
                    }))
                  }
                />
              </Section>
            ) : null}
            {preview.against && !nothing ? (
              <Section title="What changes">
                <p className="pb-4">{againstWords(preview.against, preview)}</p>
                <DriftList compared={preview} />
              </Section>
            ) : null}
          </>
        ) : (
          <SourceForm
            source={source}
            environments={environments}
            errors={errors}
            onChange={(next) => {
              setSource(next);
              setErrors({});
            }}
            onError={(files) => setErrors(files ? { files } : {})}
          />
        )}
        {work ? (
          <Working
            work={work}
            onCancel={() => {
              ended.current?.abort();
              setWork(null);
            }}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-3 border-t pt-4">
            {preview ? (
              <Button variant="primary" disabled={nothing || unexplained} onClick={() => void attach()}>
                Attach configuration
              </Button>
            ) : (
              <Button variant="primary" onClick={() => void look()}>
                Preview
              </Button>
            )}
            <LinkButton href={back} variant="quiet">
              Cancel
            </LinkButton>
            {preview && unexplained ? (
              <span className="text-ink-2">Say why a container is out of scope.</span>
            ) : null}
            {preview && waiting > 0 && !nothing ? (
              <span className="text-ink-3">
                {counted(waiting, "container has", "containers have")} no answer yet; what{" "}
                {waiting === 1 ? "it holds is" : "they hold is"} asked about once you say what{" "}
                {waiting === 1 ? "it is" : "they are"}.
              </span>
            ) : null}
          </div>
        )}
      </div>
    </ReviewPage>
  );
}

/** Each layer with the container that it runs inside. */
function layersOf({ containers, hosts }: Preview, answers: RoleAnswers) {
  const places = [...containers, ...hosts];
  return containers.flatMap((one) => {
    const inside = places.find((place) => containerId(place) === answers[containerId(one)]?.inside);
    return inside
      ? [{ workload: one.workload, inside: { workload: inside.workload, container: inside.container } }]
      : [];
  });
}

function startAnswers(containers: readonly PreviewContainer[]): RoleAnswers {
  const start = (one: PreviewContainer): RoleAnswer => ({
    role: one.executor?.role ?? one.suggestion,
    reason: one.executor?.reason ?? "",
  });
  return Object.fromEntries(containers.map((one) => [containerId(one), start(one)]));
}
