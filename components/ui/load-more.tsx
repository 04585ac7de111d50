"use client";
import { Button } from "@/components/ui/button";
import { count } from "@/components/ui/count";

/** The foot of a list that comes in pages. */
export function LoadMore({
  shown,
  total,
  onMore,
  busy,
}: {
  shown: number;
  total?: number;
  /** Absent when all are shown. */
  onMore?: () => void;
  busy?: boolean;
}) {
  return (
    <div className="flex items-center justify-between gap-4 border-t py-2 text-ink-3">
      <span aria-live="polite">
        {total === undefined ? `${count(shown)} shown` : `${count(shown)} of ${count(total)}`}
      </span>
      {onMore ? (
        <Button size="small" onClick={onMore} busy={busy}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}
