import type { Metadata } from "next";
import { requirePageActor } from "@/lib/platform/http/page-actor";
import { activityFromParams } from "@/lib/review/activity-query";
import { reviewHead } from "@/lib/review/server/access";
import { eventActors, listEvents } from "@/lib/review/server/list-events";
import { found } from "../../../found";
import { ActivityView } from "./activity-view";

export const metadata: Metadata = { title: "Activity" };

const PAGE = 50;

type Props = {
  params: Promise<{ reviewId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ActivityPage({ params, searchParams }: Props) {
  const actor = await requirePageActor();
  const { reviewId } = await params;
  await found(reviewHead(actor, reviewId));
  const search = await searchParams;
  const filter = activityFromParams(search);
  // A link to one event shows it on top, with what was before it below.
  const event = /^[1-9]\d{0,9}$/.test(String(search.event)) ? Number(search.event) : null;
  const [{ items, next }, people] = await Promise.all([
    listEvents(actor, reviewId, filter, { limit: PAGE, ...(event && { before: event + 1 }) }),
    eventActors(actor, reviewId),
  ]);
  // The payloads are for machines; the browser needs the words only.
  const first = { items: items.map(({ payload: _payload, ...item }) => item), next };
  return (
    <ActivityView
      key={JSON.stringify([filter, event])}
      reviewId={reviewId}
      filter={filter}
      event={event}
      first={first}
      people={people}
    />
  );
}
