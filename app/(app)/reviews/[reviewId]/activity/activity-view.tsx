"use client";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ReviewPage } from "@/components/frame/review-page";
import { ActivityFilters } from "@/components/review/activity-filters";
import { ActivityList } from "@/components/review/activity-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { ActivityItem } from "@/lib/review/activity";
import { type ActivityFilter, activityToParams } from "@/lib/review/activity-query";
import { useReviewEvents } from "../live-provider";

type EventPage = { items: ActivityItem[]; next: string | null };

/** Every change of a review, newest first; what happens now is put on top as it happens. */
export function ActivityView({
  reviewId,
  filter,
  event,
  first,
  people,
}: {
  reviewId: string;
  filter: ActivityFilter;
  /** The event that a link leads to: it stands on top, and newer ones are one click away. */
  event: number | null;
  first: EventPage;
  people: { id: string; name: string }[];
}) {
  const router = useRouter();
  const path = usePathname();
  const [, startTransition] = useTransition();
  const [page, setPage] = useState(first);
  const [busy, setBusy] = useState(false);

  const ask = (more: Record<string, string>) => {
    const params = activityToParams(filter);
    for (const [name, value] of Object.entries(more)) params.set(name, value);
    return callApi<EventPage>("GET", `/reviews/${reviewId}/events?${params}`);
  };
  useReviewEvents(async ({ seq }) => {
    if (event) return;
    const since = String(page.items[0]?.seq ?? seq - 1);
    const answer = await ask({ since, limit: "200" });
    if (answer.ok) setPage((known) => ({ ...known, items: merged(answer.value.items, known.items) }));
  });
  const loadMore = async () => {
    setBusy(true);
    const answer = await ask({ cursor: page.next!, limit: "50" });
    setBusy(false);
    if (!answer.ok) return notifyError(answer.problem.detail);
    setPage((known) => ({ items: merged(known.items, answer.value.items), next: answer.value.next }));
  };
  const change = (to: ActivityFilter) =>
    startTransition(() => router.replace(`${path}?${activityToParams(to)}`, { scroll: false }));
  return (
    <ReviewPage title="Activity" lead="Every change: who, when, before and after. Times are UTC.">
      <ActivityFilters filter={filter} people={people} onChange={change} />
      {page.items.length === 0 ? (
        <EmptyState title="Nothing fits">Clear a filter to see more.</EmptyState>
      ) : (
        <>
          {event ? (
            <p className="pb-3">
              <Link href={path} className="link">
                Show newer events too
              </Link>
            </p>
          ) : null}
          <ActivityList items={page.items} marked={event} />
          <LoadMore shown={page.items.length} onMore={page.next ? loadMore : undefined} busy={busy} />
        </>
      )}
    </ReviewPage>
  );
}

/** Two runs of events as one, newest first, each once. */
function merged(newer: readonly ActivityItem[], older: readonly ActivityItem[]): ActivityItem[] {
  const known = new Set(newer.map(({ seq }) => seq));
  return [...newer, ...older.filter(({ seq }) => !known.has(seq))].sort((a, b) => b.seq - a.seq);
}
