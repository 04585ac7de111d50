import Link from "next/link";
import { Dismissal } from "@/components/finding/dismissal";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Severity } from "@/components/ui/severity";
import { Tag } from "@/components/ui/tag";
import { FINDING_STATES, type FindingItem } from "@/lib/review/finding-list";
import { findingHref, rowHref } from "@/lib/review/row-link";
import { shortReason } from "@/lib/review/short-reason";

type RowProps = {
  item: FindingItem;
  reviewId: string;
  showsState?: boolean;
  isNarrow?: boolean;
  onReopen?: (item: FindingItem) => void;
};

function Row({ item, reviewId, showsState, isNarrow, onReopen }: RowProps) {
  return (
    <li
      className={classes(
        "grid gap-x-4 gap-y-0.5 border-t py-2.5",
        !isNarrow &&
          "max-sm:grid-cols-[auto_1fr] max-sm:[&>:last-child]:col-span-2 sm:grid-cols-[84px_48px_minmax(0,1fr)]",
      )}
    >
      <span>
        <Severity level={item.severity} />
      </span>
      {isNarrow ? null : (
        <span className="min-w-0">
          {item.target.href && item.target.target !== "review" ? (
            <Link href={item.target.href} className="link" title={item.target.name || undefined}>
              {item.target.label}
            </Link>
          ) : null}
        </span>
      )}
      <span className="min-w-0">
        <Link
          href={findingHref(reviewId, item.number)}
          className="font-medium hover:text-accent hover:underline"
        >
          {item.title}
        </Link>{" "}
        <span className="text-small whitespace-nowrap text-ink-3">
          {item.ruleId} · F{item.number}
        </span>{" "}
        {showsState && item.state !== "open" ? <Tag>{FINDING_STATES[item.state]}</Tag> : null}
        {item.coveredBy.length > 0 ? (
          <span className="text-small text-ink-3">· covered by {item.coveredBy.map(riskLink(reviewId))}</span>
        ) : null}
        <span className="block max-w-[76ch] text-ink-2">{shortReason(item.reason)}</span>
        {item.dismissal ? (
          <Dismissal
            isBelow
            dismissal={item.dismissal}
            action={
              onReopen ? (
                <Button size="small" aria-label={`Open F${item.number} again`} onClick={() => onReopen(item)}>
                  Open again
                </Button>
              ) : null
            }
          />
        ) : null}
      </span>
    </li>
  );
}

const riskLink = (reviewId: string) => (label: string, at: number) => (
  <span key={label}>
    {at > 0 ? ", " : null}
    <Link href={rowHref(reviewId, "risk", Number(label.slice(1)))} className="link">
      {label}
    </Link>
  </span>
);

/** Findings, each with its severity, rule, reason, and a link to the row it is about. */
export function FindingRows({
  items,
  reviewId,
  showsState,
  isNarrow,
  onReopen,
}: {
  items: readonly FindingItem[];
  reviewId: string;
  /** Says the state of those that are not open. */
  showsState?: boolean;
  /** In an inspector: everything below each other, without the link to the row that is shown. */
  isNarrow?: boolean;
  /** Opens a dismissed one again, for who can. */
  onReopen?: (item: FindingItem) => void;
}) {
  return (
    <ul className="border-b">
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          reviewId={reviewId}
          showsState={showsState}
          isNarrow={isNarrow}
          onReopen={onReopen}
        />
      ))}
    </ul>
  );
}
