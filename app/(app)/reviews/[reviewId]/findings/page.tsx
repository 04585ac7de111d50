import type { Metadata } from "next";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { filterFromParams } from "@/lib/review/finding-query";
import { reviewHead } from "@/lib/review/server/access";
import { listFindings } from "@/lib/review/server/list-findings";
import { targetLabel } from "@/lib/review/server/row-links";
import { ruleList } from "@/lib/rules/rules";
import { found } from "../../../found";
import { FindingsView } from "./findings-view";

export const metadata: Metadata = { title: "Findings" };

const PAGE = 100;

type Props = {
  params: Promise<{ reviewId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function FindingsPage({ params, searchParams }: Props) {
  const actor = await requirePageActor();
  const { reviewId } = await params;
  const head = await found(reviewHead(actor, reviewId));
  const filter = filterFromParams(await searchParams);
  const page = await listFindings(actor, reviewId, filter, { limit: PAGE });
  const label = filter.target ? await targetLabel(actor, reviewId, filter.target) : undefined;
  const rules = ruleList().map(({ id, title }) => ({ id, title }));
  return (
    <FindingsView
      reviewId={reviewId}
      filter={filter}
      first={page}
      rules={rules}
      targetLabel={label}
      canReopen={head.abilities.includes("finding.reopen")}
    />
  );
}
