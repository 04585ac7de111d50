"use client";
import { Cell, PlainTable } from "@/app/plain-table";
import { useMore } from "@/app/use-more";
import { LoadMore } from "@/components/ui/load-more";
import { Time } from "@/components/ui/time";
import type { EventView } from "@/lib/audit/server/list-events";
import type { Page } from "@/lib/platform/http/paging";

const COLUMNS = [{ header: "When" }, { header: "What" }];

export function EventTable({ first }: { first: Page<EventView> }) {
  const { items, onMore, isBusy } = useMore(first, "/workspace/events");
  return (
    <>
      <PlainTable label="Activity" columns={COLUMNS}>
        {items.map((event) => (
          <tr key={event.id}>
            <Cell>
              <Time value={event.at} />
            </Cell>
            <Cell>
              {event.actor.name} {event.words}
            </Cell>
          </tr>
        ))}
      </PlainTable>
      {onMore ? <LoadMore shown={items.length} onMore={onMore} busy={isBusy} /> : null}
    </>
  );
}
