import Link from "next/link";
import { count, counted } from "@/components/ui/count";
import { filtersToText } from "@/components/worksheet/view-url";
import type { CatalogueHolder } from "@/lib/review/catalogue-holder";

/** The rows of a review that are of one id, in its worksheet. */
const rowsHref = (reviewId: string, id: string): string =>
  `/reviews/${reviewId}/authority/flat?filter=${encodeURIComponent(filtersToText([{ id: "catalogueId", op: "in", values: [id] }]))}`;

/** Where it is granted now: each review with its rows, and how many wait for a decision. */
export function HolderTable({ id, holders }: { id: string; holders: readonly CatalogueHolder[] }) {
  return (
    <table className="w-full">
      <thead className="text-left text-small text-ink-3">
        <tr>
          <th scope="col" className="border-b pr-4 pb-1 font-normal">
            System and review
          </th>
          <th scope="col" className="w-20 border-b pr-4 pb-1 text-right font-normal">
            Rows
          </th>
          <th scope="col" className="w-24 border-b pb-1 text-right font-normal">
            Undecided
          </th>
        </tr>
      </thead>
      <tbody>
        {holders.map(({ system, review, rows, undecided }) => (
          <tr key={review.id} className="align-top">
            <th scope="row" className="border-b py-1.5 pr-4 text-left font-normal">
              <Link href={`/systems/${system.id}`} className="link">
                {system.name}
              </Link>
              <span className="text-ink-2"> · {review.title}</span>
            </th>
            <td className="border-b py-1.5 pr-4 text-right">
              <Link
                href={rowsHref(review.id, id)}
                className="link"
                aria-label={`${counted(rows, "row")} in ${review.title}`}
              >
                {count(rows)}
              </Link>
            </td>
            <td className={`border-b py-1.5 text-right ${undecided === 0 ? "text-ink-3" : ""}`}>
              {count(undecided)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
