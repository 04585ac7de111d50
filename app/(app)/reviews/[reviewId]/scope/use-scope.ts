"use client";
import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import type { EventChange } from "@/lib/audit/events";
import type { LiveEvent } from "@/lib/platform/live/live-event";
import type { Artifact } from "@/lib/review/content";
import { applyChanges, type LiveRows, mergeRead, readRows } from "@/lib/review/live-rows";
import type { ReviewDetail } from "@/lib/review/server/load-review";
import type { Scope } from "@/lib/review/server/load-scope";
import { useReviewEvents } from "../live-provider";
import { useSettledEvents } from "../use-review-state";

/** The review's own cells, as one live row. */
type ScopeRow = Pick<
  ReviewDetail,
  "id" | "number" | "title" | "task" | "dataSubjects" | "riskTier" | "notes" | "answers" | "versions"
> & { archivedAt: string | null };

type State = { review: LiveRows<ScopeRow>; artifacts: LiveRows<Artifact> };

const rowOf = (review: ReviewDetail): ScopeRow => ({ ...review, archivedAt: null });

/** The scope as this browser knows it: patched by events at once; findings follow by a new read. */
export function useScope(data: Scope) {
  const router = useRouter();
  const [state, setState] = useState<State>(() => ({
    review: readRows(data.review.seq, [rowOf(data.review)]),
    artifacts: readRows(data.review.seq, data.artifacts),
  }));
  const [read, setRead] = useState(data);
  if (read !== data) {
    setRead(data);
    setState({
      review: mergeRead(state.review, data.review.seq, [rowOf(data.review)]),
      artifacts: mergeRead(state.artifacts, data.review.seq, data.artifacts),
    });
  }
  useReviewEvents((event) => setState((now) => applied(now, event)), data.review.seq);
  useSettledEvents(() => startTransition(() => router.refresh()));
  return { ...data, scope: state.review.rows[0]!, artifacts: state.artifacts.rows };
}

function applied(state: State, { seq, payload }: LiveEvent): State {
  const of = (table: string) => payload.changes?.filter((change) => change.table === table) ?? [];
  return {
    // The review's row is there before its first event.
    review: applyChanges(state.review, seq, of("review"), () => state.review.rows[0]!),
    artifacts: applyChanges(state.artifacts, seq, of("artifact"), complete),
  };
}

const complete = ({ id, number, after }: EventChange): Artifact =>
  ({ answers: {}, versions: {}, archivedAt: null, ...after, id, number }) as unknown as Artifact;
