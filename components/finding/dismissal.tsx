import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { LongText } from "@/components/ui/long-text";
import { Time } from "@/components/ui/time";
import type { FindingItem } from "@/lib/review/finding-list";

/** Why a finding was dismissed, by whom and when. */
export function Dismissal({
  dismissal,
  action,
  isBelow,
}: {
  dismissal: NonNullable<FindingItem["dismissal"]>;
  /** What opens it again. */
  action?: ReactNode;
  /** Stands below other words. */
  isBelow?: boolean;
}) {
  return (
    <span
      className={classes("flex flex-wrap items-start justify-between gap-x-4 gap-y-1", isBelow && "pt-1.5")}
    >
      <span className="min-w-0 max-w-[76ch]">
        <span className="block">
          <LongText text={`“${dismissal.reason}”`} />
        </span>
        <span className="text-ink-3">
          Dismissed by {dismissal.by.name}, <Time value={dismissal.at} />
        </span>
      </span>
      {action}
    </span>
  );
}
