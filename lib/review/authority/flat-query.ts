import type { FlatFilter, FlatQuery, FlatSort } from "./flat-view";

/**
 * Reads the search parameters of a worksheet's address (`q`, `sort=severity,title:desc`,
 * `filter=group:in:network,data;title:has:socket`), so that the order, the windows and the CSV are
 * asked for with the very words that the page's address holds.
 */
export function flatQueryOf(params: {
  q?: string | undefined;
  sort?: string | undefined;
  filter?: string | undefined;
}): FlatQuery {
  return { q: params.q ?? "", sort: sortOf(params.sort ?? ""), filters: filtersOf(params.filter ?? "") };
}

function unescapeWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // A "%" that somebody wrote by hand is a "%".
  }
}

const sortOf = (text: string): FlatSort[] =>
  text.split(",").flatMap((part) => {
    const [id = "", direction] = part.split(":");
    return id ? [{ id: unescapeWord(id), desc: direction === "desc" }] : [];
  });

const filtersOf = (text: string): FlatFilter[] =>
  text.split(";").flatMap((part): FlatFilter[] => {
    const [id = "", op, rest = ""] = part.split(":");
    if (!id || !rest) return [];
    if (op === "has") return [{ id: unescapeWord(id), op, text: unescapeWord(rest) }];
    if (op === "in")
      return [{ id: unescapeWord(id), op, values: rest.split(",").filter(Boolean).map(unescapeWord) }];
    return [];
  });
