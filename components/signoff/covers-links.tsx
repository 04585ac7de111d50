import Link from "next/link";
import type { RowLink } from "@/lib/review/row-link";

export type Links = Readonly<Record<string, RowLink>>;

/** What a risk covers as short numbers that lead there: F3, C17, E2. */
export function CoversLinks({
  covers,
  links,
  most = 8,
  isInGrid,
}: {
  covers: readonly string[];
  links: Links;
  most?: number;
  /** In a grid's cell the focus stays with the cell. */
  isInGrid?: boolean;
}) {
  const known = covers.flatMap((target) => links[target] ?? []);
  // Two lines of a cell hold eight, or six with how many more there are.
  const limit = isInGrid && covers.length > most ? most - 2 : most;
  const shown = known.slice(0, limit);
  const more = covers.length - shown.length;
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2 overflow-hidden">
      {shown.map(({ target, label, name, href }) => (
        <Link key={target} href={href} className="link" title={name} tabIndex={isInGrid ? -1 : undefined}>
          {label}
        </Link>
      ))}
      {more > 0 ? <span className="text-ink-3">and {more} more</span> : null}
    </span>
  );
}
