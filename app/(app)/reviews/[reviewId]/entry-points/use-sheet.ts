"use client";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState } from "react";
import type { EventChange } from "@/lib/audit/events";
import type { LiveEvent } from "@/lib/platform/live/live-event";
import type { Artifact, EntryPoint, Executor, KindAnswer } from "@/lib/review/content";
import type { EntryPointSheet } from "@/lib/review/entry-point-sheet";
import { applyChanges, type LiveRow, type LiveRows, mergeRead, readRows } from "@/lib/review/live-rows";
import { useReviewEvents } from "../live-provider";

/** The rows of both worksheets as this browser knows them. */
type State = {
  entryPoints: LiveRows<EntryPoint>;
  executors: LiveRows<Executor>;
  artifacts: LiveRows<Artifact>;
  kindAnswers: LiveRows<KindAnswer>;
};

/** How long to wait for more events before findings and reach are read again, in milliseconds. */
const SETTLE_MS = 500;

/** The rows of a page, patched by events as they come; findings and reach follow by a new read. */
export function useSheet(data: EntryPointSheet) {
  const router = useRouter();
  const [state, setState] = useState<State>(() => ({
    entryPoints: readRows(data.seq, data.entryPoints),
    executors: readRows(data.seq, data.executors),
    artifacts: readRows(data.seq, data.artifacts),
    kindAnswers: readRows(data.seq, data.kindAnswers),
  }));
  const [read, setRead] = useState(data);
  if (read !== data) {
    setRead(data);
    setState({
      entryPoints: mergeRead(state.entryPoints, data.seq, data.entryPoints),
      executors: mergeRead(state.executors, data.seq, data.executors),
      artifacts: mergeRead(state.artifacts, data.seq, data.artifacts),
      kindAnswers: mergeRead(state.kindAnswers, data.seq, data.kindAnswers),
    });
  }

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const readAgain = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => startTransition(() => router.refresh()), SETTLE_MS);
  };

  useReviewEvents((event) => {
    setState((now) => applied(now, event));
    readAgain();
  }, data.seq);

  return {
    ...data,
    entryPoints: state.entryPoints.rows,
    executors: state.executors.rows,
    artifacts: state.artifacts.rows,
    kindAnswers: state.kindAnswers.rows,
    readAgain,
  };
}

export type Sheet = ReturnType<typeof useSheet>;

function applied(state: State, { seq, payload }: LiveEvent): State {
  const of = (table: string) => payload.changes?.filter((change) => change.table === table) ?? [];
  return {
    entryPoints: applyChanges(state.entryPoints, seq, of("entry_point"), complete<EntryPoint>),
    executors: applyChanges(state.executors, seq, of("executor"), complete<Executor>),
    artifacts: applyChanges(state.artifacts, seq, of("artifact"), complete<Artifact>),
    kindAnswers: applyChanges(state.kindAnswers, seq, of("kind_answer"), complete<KindAnswer>),
  };
}

/** What an insert leaves out is what nobody has answered. */
const complete = <R extends LiveRow>({ id, number, after }: EventChange): R =>
  ({ answers: {}, versions: {}, archivedAt: null, ...after, id, number }) as unknown as R;
