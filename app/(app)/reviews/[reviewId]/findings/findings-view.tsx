"use client";
import { usePathname, useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { FindingFilters } from "@/components/finding/finding-filters";
import { FindingRows } from "@/components/finding/finding-rows";
import { ReviewPage } from "@/components/frame/review-page";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadMore } from "@/components/ui/load-more";
import { LoadingLine } from "@/components/ui/loading-line";
import { notifyError } from "@/components/ui/toast";
import { callApi } from "@/lib/platform/http/browser";
import type { FindingFilter, FindingItem } from "@/lib/review/finding-list";
import { filterToParams } from "@/lib/review/finding-query";
import { useSettledEvents } from "../use-review-state";
import { reopenFinding } from "./reopen-finding";

type FindingPage = { items: FindingItem[]; next: string | null; total: number };

/** The findings of a review; the address holds the filters, the server applies them. */
export function FindingsView(props: {
  reviewId: string;
  filter: FindingFilter;
  first: FindingPage;
  rules: { id: string; title: string }[];
  targetLabel?: string;
  canReopen: boolean;
}) {
  const { reviewId, filter, first } = props;
  const router = useRouter();
  const path = usePathname();
  const [isPending, startTransition] = useTransition();
  const [more, setMore] = useState<{ after: FindingPage; items: FindingItem[]; next: string | null } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  useSettledEvents(() => router.refresh());
  // Pages that were added belong to the first page they were added to.
  const added = more?.after === first ? more : null;
  const items = [...first.items, ...(added?.items ?? [])];
  const next = added ? added.next : first.next;
  const loadMore = async () => {
    const params = filterToParams(filter);
    params.set("cursor", next!);
    params.set("limit", "100");
    setBusy(true);
    const answer = await callApi<FindingPage>("GET", `/reviews/${reviewId}/findings?${params}`);
    setBusy(false);
    if (!answer.ok) return notifyError(answer.problem.detail);
    setMore({
      after: first,
      items: [...(added?.items ?? []), ...answer.value.items],
      next: answer.value.next,
    });
  };
  const change = (to: FindingFilter) =>
    startTransition(() => router.replace(`${path}?${filterToParams(to)}`, { scroll: false }));
  return (
    <ReviewPage title="Findings" lead="Rules that fired on what the review says, each with its reason.">
      <FindingFilters filter={filter} rules={props.rules} targetLabel={props.targetLabel} onChange={change} />
      <div className="h-0.5">{isPending ? <LoadingLine /> : null}</div>
      {items.length === 0 ? (
        <EmptyState title="No finding fits">
          {Object.keys(filter).length === 0
            ? "Nothing that the rules look for is in this review."
            : "Clear a filter, or be glad: nothing of this kind is in this review."}
        </EmptyState>
      ) : (
        <>
          <FindingRows
            items={items}
            reviewId={reviewId}
            showsState
            onReopen={props.canReopen ? (item) => void reopenFinding(reviewId, item) : undefined}
          />
          <LoadMore
            shown={items.length}
            total={first.total}
            onMore={next ? loadMore : undefined}
            busy={busy}
          />
        </>
      )}
    </ReviewPage>
  );
}
