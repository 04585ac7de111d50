"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSettledEvents } from "@/app/(app)/reviews/[reviewId]/use-review-state";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/**
 * Says that the draft is not any more what the page shows. It is read again when the reader wants it:
 * nothing moves under somebody who reads, and a large draft is not put together for each edit.
 */
export function DraftChanged() {
  const router = useRouter();
  const [isStale, setStale] = useState(false);
  useSettledEvents(() => setStale(true));
  if (!isStale) return null;
  return (
    <div className="pb-4">
      <Notice
        title="The draft has changed since you opened this page"
        action={
          <Button size="small" onClick={() => router.refresh()}>
            Read again
          </Button>
        }
      />
    </div>
  );
}
