import Link from "next/link";
import { type ReadColumn, ReadTable } from "@/components/review/read-table";
import { ReviewStanding } from "@/components/review/review-standing";
import { CountLink } from "@/components/ui/count-link";
import { Tag } from "@/components/ui/tag";
import { Time } from "@/components/ui/time";
import type { ReviewItem, SystemItem } from "@/lib/review/systems";

/** The review that a system's state is read from: the one in force, else the newest. */
export const leadingReview = (reviews: readonly ReviewItem[]): ReviewItem | undefined =>
  reviews.find(({ inForce }) => inForce !== null) ?? reviews[0];

/** Where the open items of a review are listed. */
export const openItemsHref = (reviewId: string): string =>
  `/reviews/${reviewId}/findings?state=open&severity=critical,high,medium`;

function Standing({ reviews }: { reviews: readonly ReviewItem[] }) {
  const leading = leadingReview(reviews);
  if (!leading) return <span className="text-ink-3">No review yet</span>;
  return (
    <span className="flex flex-col">
      <Link href={`/reviews/${leading.id}`} className="link w-fit">
        {leading.title}
      </Link>
      <ReviewStanding review={leading} />
      {reviews.length > 1 ? (
        <span className="text-small text-ink-3">
          and {reviews.length - 1} other {reviews.length === 2 ? "review" : "reviews"}
        </span>
      ) : null}
    </span>
  );
}

const COLUMNS: ReadColumn<SystemItem>[] = [
  {
    id: "name",
    header: "System",
    width: "30%",
    isName: true,
    cell: (system) => (
      <span className="flex flex-col items-start gap-1">
        <Link
          href={`/systems/${system.id}`}
          className="text-section font-medium hover:text-accent hover:underline"
        >
          {system.name}
        </Link>
        {system.description ? (
          <span className="line-clamp-2 max-w-[56ch] text-ink-3">{system.description}</span>
        ) : null}
        {system.visibility === "restricted" ? <Tag>Restricted</Tag> : null}
      </span>
    ),
  },
  { id: "review", header: "Review", width: "24%", cell: ({ reviews }) => <Standing reviews={reviews} /> },
  {
    id: "open",
    header: "Open items",
    cell: ({ reviews, openItems }) => {
      const leading = leadingReview(reviews);
      if (!leading) return <span className="text-ink-3">None</span>;
      const href = reviews.length === 1 ? openItemsHref(leading.id) : `/systems/${leading.system.id}`;
      return <CountLink value={openItems} one="open item" href={href} />;
    },
  },
  {
    id: "environments",
    header: "Newest configuration",
    cell: ({ environments }) =>
      environments.length === 0 ? (
        <span className="text-ink-3">None captured</span>
      ) : (
        <span className="flex flex-col">
          {environments.map(({ environment, reviewId, attachedAt }) => (
            <span key={environment}>
              <Link href={`/reviews/${reviewId}/authority`} className="link">
                {environment}
              </Link>{" "}
              <span className="text-ink-3">
                <Time value={attachedAt} precision="day" />
              </span>
            </span>
          ))}
        </span>
      ),
  },
  {
    id: "changed",
    header: "Last change",
    cell: ({ changedAt }) => <Time value={changedAt} precision="day" />,
  },
];

/** Systems with where their reviews stand. */
export function SystemsTable({ systems }: { systems: readonly SystemItem[] }) {
  return <ReadTable label="Systems" columns={COLUMNS} rows={systems} keyOf={({ id }) => id} />;
}
