import type { ReactNode } from "react";
import type { RailItem } from "@/components/frame/rail-order";
import { ReviewHeader, type ReviewHeaderProps } from "@/components/frame/review-header";
import { ReviewRail } from "@/components/frame/review-rail";

/** Title block, rail, and the page (a `ReviewPage`). Stands inside `AppFrame`, in the review's layout. */
export function ReviewFrame({
  review,
  items,
  children,
}: {
  review: ReviewHeaderProps;
  items: readonly RailItem[];
  children: ReactNode;
}) {
  return (
    <>
      <ReviewHeader {...review} />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <ReviewRail items={items} />
        {children}
      </div>
    </>
  );
}
