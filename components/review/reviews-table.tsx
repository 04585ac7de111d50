import Link from "next/link";
import { type ReadColumn, ReadTable } from "@/components/review/read-table";
import { ReviewStanding } from "@/components/review/review-standing";
import { openItemsHref } from "@/components/review/systems-table";
import { CountLink } from "@/components/ui/count-link";
import { Time } from "@/components/ui/time";
import type { ReviewItem } from "@/lib/review/systems";

const COLUMNS: ReadColumn<ReviewItem>[] = [
  {
    id: "title",
    header: "Review",
    width: "34%",
    isName: true,
    cell: (review) => (
      <Link href={`/reviews/${review.id}`} className="font-medium hover:text-accent hover:underline">
        {review.title}
      </Link>
    ),
  },
  {
    id: "standing",
    header: "Stands",
    width: "26%",
    cell: (review) => <ReviewStanding review={review} />,
  },
  {
    id: "open",
    header: "Open items",
    cell: ({ id, openItems }) => <CountLink value={openItems} one="open item" href={openItemsHref(id)} />,
  },
  { id: "begun", header: "Begun", cell: ({ createdAt }) => <Time value={createdAt} precision="day" /> },
  {
    id: "changed",
    header: "Last change",
    cell: ({ changedAt }) => <Time value={changedAt} precision="day" />,
  },
];

/** The reviews of a system. */
export function ReviewsTable({ label, reviews }: { label: string; reviews: readonly ReviewItem[] }) {
  return <ReadTable label={label} columns={COLUMNS} rows={reviews} keyOf={({ id }) => id} />;
}
