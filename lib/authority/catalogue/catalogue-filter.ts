import type { CatalogueItem } from "./catalogue-item";
import type { CatalogueFormat } from "./formats/every-format";

/** What a list of entries is narrowed by; what is left out or null narrows nothing. */
export type CatalogueFilter = {
  class?: CatalogueItem["class"] | null;
  group?: CatalogueItem["group"] | null;
  severity?: CatalogueItem["severity"] | null;
  /** Only what this format can express. */
  format?: CatalogueFormat | null;
  /** Words that all have to be found, in any order, whatever their case. */
  text?: string | null;
};

/** What a filter needs to know of an entry: the page holds no more of it. */
export type Filtered = Pick<CatalogueItem, "class" | "group" | "severity"> & {
  formats: readonly CatalogueFormat[];
  /** What is searched, made by `searchedText`. */
  text: string;
};

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** All that a search finds an entry by: names, sentences, fields, other tools' ids, advisories. */
const searchedText = (item: CatalogueItem): string =>
  folded(
    [
      item.id,
      item.title,
      item.grants,
      item.purpose,
      item.limiter,
      ...new Set(item.formats.flatMap(({ fields }) => fields)),
      ...item.peers.flatMap(({ name, ids }) => [name, ...ids]),
      ...item.references.flatMap((reference) => /CVE-\d+-\d+/.exec(reference)?.[0] ?? []),
    ].join("\n"),
  );

export const filtered = (item: CatalogueItem): Filtered => ({
  class: item.class,
  group: item.group,
  severity: item.severity,
  formats: item.formats.map(({ format }) => format),
  text: searchedText(item),
});

/** Whether an entry passes. */
export function passes(entry: Filtered, filter: CatalogueFilter): boolean {
  if (filter.class && entry.class !== filter.class) return false;
  if (filter.group && entry.group !== filter.group) return false;
  if (filter.severity && entry.severity !== filter.severity) return false;
  if (filter.format && !entry.formats.includes(filter.format)) return false;
  return folded(filter.text ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => entry.text.includes(word));
}
