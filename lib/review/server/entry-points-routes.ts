import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { csvOf } from "@/lib/report/csv";
import { type Extract, entryPointTable, executorTable, type WordTable } from "../sheet-csv";
import { rowHistory } from "./entry-points-history";
import { entryPointSheet } from "./entry-points-query";
import { kindRoutes } from "./kind-routes";

const numbers = z
  .string()
  .max(20_000)
  .regex(/^\d{1,9}(,\d{1,9})*$/, "Name short numbers without their letter, separated by commas: 3,1,2.");
const extractQuery = z.strictObject({
  rows: numbers.optional(),
  columns: z.string().max(2_000).optional(),
});

const extractOf = ({ rows, columns }: z.output<typeof extractQuery>): Extract => ({
  rows: rows?.split(",").map(Number) ?? null,
  columns: columns?.split(",") ?? null,
});

const csvResponse = (name: string, { header, rows }: WordTable): Response =>
  new Response(csvOf(header, rows), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    },
  });

function csvRoute(name: "entry-points" | "executors", tag: string, table: typeof entryPointTable): Route {
  return defineRoute({
    method: "GET",
    path: `/reviews/{id}/${name}.csv`,
    tag,
    summary: "The worksheet as CSV; rows (short numbers, in this order) and columns narrow it",
    needs: "review.read",
    params: z.strictObject({ id: z.uuid() }),
    query: extractQuery,
    response: z.string(),
    produces: "text/csv",
    handle: async ({ actor, params, query }) =>
      csvResponse(name, table(await entryPointSheet(actor, params.id), extractOf(query))),
  });
}

const eventResponse = z.object({
  seq: z.number(),
  at: z.string(),
  type: z.string(),
  actor: z.object({ id: z.string(), name: z.string() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()),
});

const historyRoute = (
  collection: "entry-points" | "executors",
  entity: "entryPoint" | "executor",
  tag: string,
): Route =>
  defineRoute({
    method: "GET",
    path: `/reviews/{id}/${collection}/{rowId}/events`,
    tag,
    summary: "What happened to one row, the newest first",
    needs: "review.read",
    params: z.strictObject({ id: z.uuid(), rowId: z.uuid() }),
    response: z.object({ items: z.array(eventResponse), next: z.null() }),
    handle: async ({ actor, params }) => ({
      items: await rowHistory(actor, params.id, entity, params.rowId),
      next: null,
    }),
  });

/** What the pages of entry points and executors need beyond the rows themselves. */
export const entryPointRoutes: Route[] = [
  ...kindRoutes,
  csvRoute("entry-points", "Entry points", entryPointTable),
  csvRoute("executors", "Executors", executorTable),
  historyRoute("entry-points", "entryPoint", "Entry points"),
  historyRoute("executors", "executor", "Executors"),
];
