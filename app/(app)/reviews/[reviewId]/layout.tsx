import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { reviewHead } from "@/lib/review/server/access";
import { reviewFacts } from "@/lib/review/server/load-overview";
import { found } from "../../found";
import { LiveProvider } from "./live-provider";
import { ReviewShell } from "./review-shell";

type Params = Promise<{ reviewId: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const actor = await requirePageActor();
  const head = await reviewHead(actor, (await params).reviewId).catch(() => null);
  const title = head?.title ?? "Review";
  return { title: { default: title, template: `%s · ${title} · Cordon` } };
}

/** The frame of a review: title block, rail, and everything live inside. */
export default async function ReviewLayout({ params, children }: { params: Params; children: ReactNode }) {
  const actor = await requirePageActor();
  const head = await found(reviewHead(actor, (await params).reviewId));
  const facts = await reviewFacts(actor, head);
  return (
    <LiveProvider reviewId={head.id} seq={head.seq}>
      <ReviewShell reviewId={head.id} system={head.system} facts={facts} abilities={head.abilities}>
        {children}
      </ReviewShell>
    </LiveProvider>
  );
}
