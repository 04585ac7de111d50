import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { found } from "@/app/(app)/found";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { decidePage } from "@/lib/signoff/server/decide-page";
import { namedRisk } from "@/lib/signoff/unknown-risk";
import { DecideView } from "./decide-view";

export const metadata: Metadata = { title: "Decide" };

/** Residual risks, submission, approval or rejection, and the revisions so far. */
export default async function DecidePageRoute({
  params,
  searchParams,
}: {
  params: Promise<{ reviewId: string }>;
  searchParams: Promise<{ risk?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const { risk } = await searchParams;
  const begin = typeof risk === "string" ? risk : null;
  const { reviewId } = await params;
  const named = namedRisk(begin);
  if (named) redirect(`/reviews/${reviewId}/decide?row=${named}`);
  return <DecideView data={await found(decidePage(actor, reviewId, begin))} />;
}
