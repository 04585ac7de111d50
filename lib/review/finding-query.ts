import { type FindingFilter, findingFilterSchema } from "./finding-list";

/** The filters of a page's address; a word that means nothing is left out, so that old links still work. */
export function filterFromParams(params: Record<string, string | string[] | undefined>): FindingFilter {
  const filter: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(findingFilterSchema.shape)) {
    const given = params[name];
    if (typeof given !== "string" || given === "") continue;
    const parsed = schema.safeParse(given);
    if (parsed.success) filter[name] = parsed.data;
  }
  return filter as FindingFilter;
}

/** The query of a filter, as the API and the page write it. */
export function filterToParams(filter: FindingFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined || value === "") continue;
    params.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return params;
}
