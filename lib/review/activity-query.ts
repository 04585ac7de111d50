import { z } from "zod";
import { EVENT_TYPES, type EventType } from "@/lib/audit/events";
import { ROW_KINDS, type RowKind } from "./row-link";

const kinds = ["review", ...Object.keys(ROW_KINDS)] as ["review", ...RowKind[]];
const types = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** The filters of a review's events: the query of the API, and the address of the page. */
export const activityFilterSchema = z.strictObject({
  type: z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.enum(types)).max(50))
    .optional(),
  /** The id of a member. */
  actor: z.uuid().optional(),
  /** The kind of row that was changed; `review` for the scope's own cells. */
  kind: z.enum(kinds).optional(),
  /** A row's short number (`E3`) or id. */
  row: z.string().max(64).optional(),
});
export type ActivityFilter = z.output<typeof activityFilterSchema>;

/** The filters of a page's address; a word that means nothing is left out. */
export function activityFromParams(params: Record<string, string | string[] | undefined>): ActivityFilter {
  const filter: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(activityFilterSchema.shape)) {
    const given = params[name];
    if (typeof given !== "string" || given === "") continue;
    const parsed = schema.safeParse(given);
    if (parsed.success) filter[name] = parsed.data;
  }
  return filter as ActivityFilter;
}

/** The query of a filter, as the API and the page write it. */
export function activityToParams(filter: ActivityFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) params.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return params;
}
