import type { Metadata } from "next";
import { found } from "@/app/(app)/found";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { packPage } from "@/lib/review/authority/pack-page";
import { authorityPage } from "@/lib/review/server/authority-page";
import { AuthorityView } from "./authority-view";

export const metadata: Metadata = { title: "Authority" };

/** What submitted code can do if it runs: read by need. */
export default async function AuthorityPage({ params }: { params: Promise<{ reviewId: string }> }) {
  const { reviewId } = await params;
  const initial = await found(authorityPage(await requirePageActor(), reviewId));
  return <AuthorityView reviewId={reviewId} packed={packPage(initial)} />;
}
