import Link from "next/link";
import { counted } from "@/components/ui/count";
import { Severity } from "@/components/ui/severity";
import { rowHref, shortNumber } from "@/lib/review/row-link";
import type { Severity as Level } from "@/lib/review/vocabulary";
import type { Elsewhere, WhereElse } from "@/lib/review/week";

/** Where something was found: by system and review, each place a link to its row. */
export function WhereElseResults({ text, found }: { text: string; found: WhereElse }) {
  const { items, total } = found;
  if (items.length === 0)
    return (
      <p className="text-ink-2">
        Nothing that is granted or listed in the systems you see is called “{text}”. Try a word of its title,
        a path, an image, a Secret's name, or an id of the catalogue.
      </p>
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2" role="status">
        {counted(total, "place")} in {counted(byReview(items).length, "review")}
        {total > items.length ? `; the first ${items.length} are listed` : ""}.
      </p>
      {byReview(items).map(([review, rows]) => (
        <section key={review.id} aria-label={`${review.system.name}, ${review.title}`}>
          <h3 className="pb-1 font-semibold break-words">
            {review.system.name} <span className="font-normal text-ink-3">· {review.title}</span>
          </h3>
          <ul>
            {rows.map((row) => (
              <li
                key={`${row.kind} ${row.number}`}
                className="grid gap-x-4 border-t py-1.5 sm:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_96px]"
              >
                <span className="min-w-0 break-words">
                  <Link href={rowHref(review.id, row.kind, row.number)} className="link">
                    {shortNumber(row.kind, row.number)}
                  </Link>{" "}
                  {row.title || <span className="text-ink-3">without a name</span>}
                </span>
                <span className="min-w-0 break-words text-ink-3">{row.place}</span>
                <span>{row.severity ? <Severity level={row.severity as Level} /> : null}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function byReview(items: readonly Elsewhere[]): [Elsewhere["review"], Elsewhere[]][] {
  const groups = new Map<string, [Elsewhere["review"], Elsewhere[]]>();
  for (const item of items) {
    const group = groups.get(item.review.id);
    if (group) group[1].push(item);
    else groups.set(item.review.id, [item.review, [item]]);
  }
  return [...groups.values()];
}
