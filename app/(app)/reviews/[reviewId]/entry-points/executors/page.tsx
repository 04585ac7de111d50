import type { Metadata } from "next";
import { found } from "@/app/(app)/found";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { entryPointSheet } from "@/lib/review/server/entry-points-query";
import { ExecutorsView } from "./executors-view";

export const metadata: Metadata = { title: "Executors" };

/** What runs submitted code. */
export default async function ExecutorsPage({ params }: { params: Promise<{ reviewId: string }> }) {
  const { reviewId } = await params;
  const data = await found(entryPointSheet(await requirePageActor(), reviewId));
  return <ExecutorsView reviewId={reviewId} data={data} />;
}
