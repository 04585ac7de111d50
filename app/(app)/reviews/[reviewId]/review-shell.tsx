"use client";
import type { ReactNode } from "react";
import { noteReviewChange } from "@/app/(app)/inbox-count";
import type { RailItem } from "@/components/frame/rail-order";
import { ReviewFrame } from "@/components/frame/review-frame";
import { openItemsHref } from "@/components/review/systems-table";
import { Notice } from "@/components/ui/notice";
import type { Action } from "@/lib/identity/policy";
import { completenessOf, type ReviewFacts, type ReviewState } from "@/lib/review/review-state";
import { type StandingWords, standingWords } from "@/lib/review/standing";
import { revisionHref } from "@/lib/signoff/revision-page";
import { usePeople } from "./live-provider";
import { ReviewActions } from "./review-actions";
import { useReviewState, useSettledEvents } from "./use-review-state";

/** The places of a review that there are, and the questions whose open items are settled there. */
const PLACES = [
  { id: "scope", questions: [] },
  { id: "entry-points", questions: [1] },
  { id: "authority", questions: [2, 3] },
  { id: "decide", questions: [5] },
  { id: "report", questions: [] },
  { id: "activity", questions: [] },
] as const;

function railItems(reviewId: string, state: ReviewFacts & Partial<ReviewState>): RailItem[] {
  return PLACES.map(({ id, questions }) => {
    const section = state.sections?.find((candidate) => candidate.id === id);
    const open = questions.reduce((sum, question) => sum + state.openByQuestion[question], 0);
    return {
      id,
      href: `/reviews/${reviewId}/${id}`,
      ...(section && { completeness: completenessOf(section, state) }),
      ...(open > 0 && { open }),
    };
  });
}

/** The line about revisions with where each clause leads: what waits and what contests is decided on one page. */
function standingLinks(reviewId: string, { tone, label, revision, more }: StandingWords) {
  const decide = `/reviews/${reviewId}/decide`;
  return {
    tone,
    label,
    href: revision === null ? decide : revisionHref(reviewId, revision),
    more: more.map(({ about, revision: number, words }) => ({
      label: words,
      href:
        about === "waiting" || about === "contested"
          ? decide
          : revisionHref(reviewId, number, about === "draft" ? "changes" : undefined),
    })),
  };
}

/** The title block and the rail of a review, kept up to date. */
export function ReviewShell({
  reviewId,
  system,
  facts,
  abilities,
  children,
}: {
  reviewId: string;
  system: { id: string; name: string };
  facts: ReviewFacts;
  abilities: Action[];
  children: ReactNode;
}) {
  const state = useReviewState(reviewId, facts);
  useSettledEvents(noteReviewChange);
  const people = usePeople();
  const { critical, high, medium } = state.open;
  return (
    <ReviewFrame
      review={{
        title: state.title,
        href: `/reviews/${reviewId}`,
        system: { name: system.name, href: `/systems/${system.id}` },
        standing: standingLinks(reviewId, standingWords(state, state.draftChanges)),
        environment: state.environment,
        authorityDigest: state.authorityDigest,
        open: { count: critical + high + medium, href: openItemsHref(reviewId) },
        people,
        actions: <ReviewActions reviewId={reviewId} title={state.title} abilities={abilities} />,
      }}
      items={railItems(reviewId, state)}
    >
      {state.isArchived ? (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <section aria-label="Archived">
            <Notice title="This review is archived">
              It can be read; nothing of it is changed until an admin restores it.
            </Notice>
          </section>
          <div className="flex min-h-0 flex-1 flex-col md:flex-row">{children}</div>
        </div>
      ) : (
        children
      )}
    </ReviewFrame>
  );
}
