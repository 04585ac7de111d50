import Link from "next/link";
import { Section } from "@/components/ui/section";
import { Tag } from "@/components/ui/tag";
import { compareSiblings } from "@/lib/review/compare-siblings";
import type { EntryPoint } from "@/lib/review/content";
import type { NameOf } from "@/lib/review/row-cells";

/** The entry points of one artifact side by side, what differs first. */
export function SiblingTable({
  reviewId,
  artifact,
  siblings,
  current,
  nameOf,
}: {
  reviewId: string;
  artifact: string;
  siblings: readonly EntryPoint[];
  current: string;
  nameOf: NameOf;
}) {
  if (siblings.length < 2) return null;
  const compared = compareSiblings(siblings, nameOf);
  const differing = compared.filter(({ differs }) => differs);
  const rest = compared.filter(({ differs }) => !differs);
  const said = differing.length === 0 ? "They agree in everything that is answered." : undefined;
  return (
    <Section title={`Entry points of ${artifact}`} level={3} description={said}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="overflow-x-auto" aria-label={`Comparison of ${artifact}`} tabIndex={0}>
        <table className="w-full border-collapse text-small">
          <thead>
            <tr className="border-b border-line-control text-left align-bottom">
              <th scope="col" className="py-1 pr-3 font-medium text-ink-3">
                <span className="sr-only">Question</span>
              </th>
              {siblings.map((row) => (
                <th key={row.id} scope="col" className="min-w-24 py-1 pr-3 font-medium">
                  {row.id === current ? (
                    <span>
                      E{row.number} {row.name}
                    </span>
                  ) : (
                    <Link href={`/reviews/${reviewId}/entry-points?row=E${row.number}`} className="link">
                      E{row.number} {row.name}
                    </Link>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...differing, ...rest].map((line) => (
              <tr key={line.field} className="border-b align-top">
                <th scope="row" className="min-w-28 py-1 pr-3 text-left font-normal text-ink-3">
                  {line.label} {line.differs ? <Tag tone="amber">differs</Tag> : null}
                </th>
                {line.words.map((words, at) => (
                  <td
                    key={siblings[at]?.id}
                    className={`max-w-48 py-1 pr-3 break-words ${line.differs ? "font-medium" : "text-ink-2"}`}
                  >
                    {words || <span className="font-normal text-ink-3">—</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
