import type { Metadata } from "next";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { choicesOf, preferred } from "@/lib/report/choice";
import { printableRevisions } from "@/lib/report/server/printable-revisions";
import { SHEETS } from "@/lib/report/sheets";
import { reviewHead } from "@/lib/review/server/access";
import { found } from "../../../found";
import { RefreshOnEvents } from "../refresh-on-events";
import { ReportView } from "./report-view";

export const metadata: Metadata = { title: "Report" };

type Props = {
  params: Promise<{ reviewId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ReportPage({ params, searchParams }: Props) {
  const actor = await requirePageActor();
  const head = await found(reviewHead(actor, (await params).reviewId));
  const revisions = await printableRevisions(actor, head.id);
  const choices = choicesOf(revisions);
  const { revision } = await searchParams;
  const isThere = choices.some(({ value }) => value === revision);
  return (
    <>
      <RefreshOnEvents />
      <ReportView
        reviewId={head.id}
        choices={choices}
        chosen={isThere ? String(revision) : preferred(revisions)}
        sheets={Object.entries(SHEETS).map(([name, label]) => ({ name, label }))}
      />
    </>
  );
}
