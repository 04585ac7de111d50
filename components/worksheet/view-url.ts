import type { ColumnFilter, SortKey, WorksheetView } from "@/components/worksheet/types";

export const EMPTY_VIEW: WorksheetView = {
  q: "",
  sort: [],
  filters: [],
  group: [],
  hidden: null,
  row: null,
  selected: [],
};

// Lists use "," ";" ":" and "-" as marks, so those (and "%") are escaped inside a word.
const escapeWord = (word: string) =>
  word.replace(/[%,;:]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
function unescapeWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // A hand-written "%" is a "%".
  }
}

/** "severity,name:desc". */
export const sortToText = (sort: readonly SortKey[]) =>
  sort.map(({ id, desc }) => escapeWord(id) + (desc ? ":desc" : "")).join(",");

export const sortFromText = (text: string): SortKey[] =>
  text
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [id = "", direction] = part.split(":");
      return { id: unescapeWord(id), desc: direction === "desc" };
    })
    .filter(({ id }) => id !== "");

/** "kind:in:preview,startup;need:has:cache". */
export const filtersToText = (filters: readonly ColumnFilter[]) =>
  filters
    .map((filter) =>
      filter.op === "in"
        ? `${escapeWord(filter.id)}:in:${filter.values.map(escapeWord).join(",")}`
        : `${escapeWord(filter.id)}:has:${escapeWord(filter.text)}`,
    )
    .join(";");

export const filtersFromText = (text: string): ColumnFilter[] =>
  text.split(";").flatMap((part): ColumnFilter[] => {
    const [id = "", op, rest = ""] = part.split(":");
    if (!id || !rest) return [];
    if (op === "has") return [{ id: unescapeWord(id), op, text: unescapeWord(rest) }];
    if (op === "in")
      return [{ id: unescapeWord(id), op, values: rest.split(",").filter(Boolean).map(unescapeWord) }];
    return [];
  });

/** "a,b". */
export const wordsToText = (words: readonly string[]) => words.map(escapeWord).join(",");
export const wordsFromText = (text: string): string[] => text.split(",").filter(Boolean).map(unescapeWord);

/** The search parameters of a view; what is as usual is left out. */
export function viewToParams(view: Partial<WorksheetView>): URLSearchParams {
  const params = new URLSearchParams();
  if (view.q) params.set("q", view.q);
  if (view.sort?.length) params.set("sort", sortToText(view.sort));
  if (view.filters?.length) params.set("filter", filtersToText(view.filters));
  if (view.group?.length) params.set("group", wordsToText(view.group));
  if (view.hidden) params.set("hide", wordsToText(view.hidden));
  if (view.row) params.set("row", view.row);
  if (view.selected?.length) params.set("sel", wordsToText(view.selected));
  return params;
}

/** The view that search parameters hold: for servers that sort and filter themselves. */
export function viewFromParams(params: URLSearchParams): WorksheetView {
  const hide = params.get("hide");
  return {
    q: params.get("q") ?? "",
    sort: sortFromText(params.get("sort") ?? ""),
    filters: filtersFromText(params.get("filter") ?? ""),
    group: wordsFromText(params.get("group") ?? ""),
    hidden: hide === null ? null : wordsFromText(hide),
    row: params.get("row"),
    selected: wordsFromText(params.get("sel") ?? ""),
  };
}

/** A link to a worksheet in a certain view; what every count links to. */
export function worksheetHref(path: string, view: Partial<WorksheetView>): string {
  const params = viewToParams(view).toString();
  return params ? `${path}?${params}` : path;
}
