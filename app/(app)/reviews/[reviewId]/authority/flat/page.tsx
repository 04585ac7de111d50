import type { Metadata } from "next";
import { found } from "@/app/(app)/found";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { flatQueryOf } from "@/lib/review/authority/flat-query";
import { packPage } from "@/lib/review/authority/pack-page";
import { authorityPage } from "@/lib/review/server/authority-page";
import { capabilityOrder, capabilityWindow } from "@/lib/review/server/capabilities-read";
import { FlatView } from "./flat-view";

export const metadata: Metadata = { title: "Every capability" };

/** How many rows come with the page; the others follow in windows. */
const FIRST_WINDOW = 40;

type Search = Promise<Record<string, string | string[] | undefined>>;

/** Every capability a row. */
export default async function FlatPage({
  params,
  searchParams,
}: {
  params: Promise<{ reviewId: string }>;
  searchParams: Search;
}) {
  const { reviewId } = await params;
  const actor = await requirePageActor();
  const search = await searchParams;
  const one = (name: string) => (typeof search[name] === "string" ? (search[name] as string) : undefined);
  const query = flatQueryOf({ q: one("q"), sort: one("sort"), filter: one("filter") });
  const page = await found(authorityPage(actor, reviewId));
  const order = await capabilityOrder(actor, reviewId, query);
  const rows = await capabilityWindow(actor, reviewId, order.numbers.slice(0, FIRST_WINDOW));
  // The flat view has no places; its rows, in order, travel as one text.
  const packed = { ...packPage(page), branches: [] };
  return (
    <FlatView
      reviewId={reviewId}
      packed={packed}
      seq={order.seq}
      numbers={order.numbers.join(" ")}
      rows={rows}
    />
  );
}
