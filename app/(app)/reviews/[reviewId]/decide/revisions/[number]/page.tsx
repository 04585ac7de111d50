import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { found } from "@/app/(app)/found";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { revisionPage } from "@/lib/signoff/server/revision-page";
import { RevisionView } from "./revision-view";

type Params = Promise<{ reviewId: string; number: string }>;
type Search = Promise<{ show?: string | string[]; since?: string | string[] }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  return { title: `Revision ${numberIn((await params).number) ?? ""}`.trim() };
}

/** One revision to read: its life, and all of its content or only what changed. */
export default async function RevisionPageRoute({
  params,
  searchParams,
}: {
  params: Params;
  searchParams: Search;
}) {
  const actor = await requirePageActor();
  const [{ reviewId, number: given }, { show, since }] = [await params, await searchParams];
  const number = numberIn(given);
  if (number === null) notFound();
  const page = await found(
    revisionPage(actor, reviewId, {
      number,
      show: show === "changes" ? "changes" : "everything",
      since: typeof since === "string" ? numberIn(since) : null,
    }),
  );
  return <RevisionView page={page} />;
}

/** A revision's number as an address writes it. */
const numberIn = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
