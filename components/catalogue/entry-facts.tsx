import Link from "next/link";
import { FactList } from "@/components/catalogue/fact-list";
import { Severity } from "@/components/ui/severity";
import type { CatalogueItem } from "@/lib/authority/catalogue/catalogue-item";
import { CLASS_SENTENCES, CONFINEMENT_SENTENCES } from "@/lib/review/catalogue-words";
import { CAPABILITY_CLASSES } from "@/lib/review/vocabulary";

/** What an entry is, before what each format says of it. */
export function EntryFacts({
  item,
  siblings,
}: {
  item: CatalogueItem;
  /** Other entries of the same family: degrees of one thing. */
  siblings: readonly Pick<CatalogueItem, "id" | "title">[];
}) {
  return (
    <FactList
      facts={[
        { key: "Severity", value: <Severity level={item.severity} /> },
        {
          key: "Confinement",
          value: (
            <span className={item.endsConfinement === "yes" ? "font-medium" : undefined}>
              {CONFINEMENT_SENTENCES[item.endsConfinement]}
            </span>
          ),
        },
        {
          key: "Class",
          value: (
            <>
              {CAPABILITY_CLASSES[item.class]}.{" "}
              <span className="text-ink-2">{CLASS_SENTENCES[item.class]}</span>
            </>
          ),
        },
        { key: "Usually seen for", value: item.purpose },
        { key: "Usually limited by", value: item.limiter },
        ...(siblings.length > 0
          ? [
              {
                key: "One row with",
                value: (
                  <ul>
                    {siblings.map(({ id, title }) => (
                      <li key={id}>
                        <Link href={`/catalogue/${id}`} className="link">
                          {title}
                        </Link>
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
