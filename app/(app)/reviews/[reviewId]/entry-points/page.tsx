import type { Metadata } from "next";
import { found } from "@/app/(app)/found";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { entryPointSheet } from "@/lib/review/server/entry-points-query";
import { EntryPointsView } from "./entry-points-view";

export const metadata: Metadata = { title: "Entry points" };

/** Every way in which submitted code reaches something that runs it. */
export default async function EntryPointsPage({ params }: { params: Promise<{ reviewId: string }> }) {
  const { reviewId } = await params;
  const data = await found(entryPointSheet(await requirePageActor(), reviewId));
  return <EntryPointsView reviewId={reviewId} data={data} />;
}
