import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { numberCursorSchema } from "@/lib/platform/http/paging";
import { decideBody } from "../authority/decide-body";
import { flatQueryOf } from "../authority/flat-query";
import { CAPABILITY_CLASSES, CAPABILITY_GROUPS, DECISIONS, SEVERITIES } from "../vocabulary";
import { addBody, addCapability } from "./capabilities-add";
import { capabilitiesCsv, columnsOf } from "./capabilities-csv";
import { decideCapabilities } from "./capabilities-decide";
import { capabilityDetail, capabilityPatch } from "./capabilities-detail";
import { capabilityOrder, capabilityWindow, listCapabilities, placeOrder } from "./capabilities-read";
import { rowHistory } from "./entry-points-history";
import { createdResponse, editingRoutes, etagOf } from "./row-routes";

const tag = "Capabilities";
const path = "/reviews/{id}/capabilities";
const reviewParams = z.strictObject({ id: z.uuid() });
const rowParams = z.strictObject({ id: z.uuid(), rowId: z.uuid() });
const keysOf = <T extends Record<string, unknown>>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]);

/** The words of a worksheet's address. */
const viewQuery = z.strictObject({
  q: z.string().max(500).optional(),
  sort: z.string().max(500).optional(),
  filter: z.string().max(5_000).optional(),
});
const severity = z.enum(SEVERITIES);
const findingMark = z.object({ id: z.uuid(), number: z.number(), ruleId: z.string(), severity });

const row = z.looseObject({
  id: z.uuid(),
  number: z.number(),
  title: z.string(),
  class: keysOf(CAPABILITY_CLASSES),
  group: keysOf(CAPABILITY_GROUPS),
  severity,
  holders: z.array(z.string()),
  decision: keysOf(DECISIONS).nullable(),
  justificationId: z.string().nullable(),
  versions: z.record(z.string(), z.number()),
  findings: z.array(findingMark),
  layerSays: z.string().nullable(),
});
const orderResponse = z.object({ seq: z.number(), numbers: z.array(z.number()) });

const numbersText = z
  .string()
  .max(5_000)
  .regex(/^\d{1,9}(,\d{1,9})*$/, "Name short numbers without their letter, separated by commas: 3,1,2.")
  .transform((text) => text.split(",").map(Number))
  .pipe(z.array(z.number()).max(500, "Ask for at most 500 rows at once."));

/** Reading, deciding and adding capabilities. */
export const capabilityRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path,
    tag,
    summary: "Capabilities: a window by short numbers, or pages in the order of a filter",
    needs: "review.read",
    params: reviewParams,
    query: viewQuery.extend({
      numbers: numbersText.optional(),
      cursor: numberCursorSchema.default(0),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    response: z.object({ items: z.array(row), next: z.string().nullable() }),
    handle: async ({ actor, params, query }) =>
      query.numbers
        ? { items: await capabilityWindow(actor, params.id, query.numbers), next: null }
        : listCapabilities(actor, params.id, flatQueryOf(query), query),
  }),
  defineRoute({
    method: "GET",
    path: `${path}/order`,
    tag,
    summary: "The short numbers of a filter and sort in order, or of one place of the page",
    needs: "review.read",
    params: reviewParams,
    query: viewQuery.extend({ place: z.string().max(100).optional(), executor: z.uuid().optional() }),
    response: orderResponse,
    handle: ({ actor, params, query }) =>
      query.place
        ? placeOrder(actor, params.id, query.executor ?? null, query.place)
        : capabilityOrder(actor, params.id, flatQueryOf(query)),
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/capabilities.csv",
    tag,
    summary: "The flat view as it stands, as CSV",
    needs: "review.read",
    params: reviewParams,
    query: viewQuery.extend({ columns: z.string().max(1_000).optional() }),
    response: z.string(),
    produces: "text/csv",
    handle: async ({ actor, params, query }) =>
      new Response(await capabilitiesCsv(actor, params.id, flatQueryOf(query), columnsOf(query.columns)), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="capabilities.csv"`,
          "cache-control": "no-store",
        },
      }),
  }),
  defineRoute({
    method: "POST",
    path,
    tag,
    summary: "Add a capability by hand",
    needs: "content.edit",
    params: reviewParams,
    body: addBody,
    response: createdResponse,
    status: 201,
    handle: async ({ actor, params, body }) => {
      const made = await addCapability(actor, params.id, body);
      const location = `/api/v1${path.replace("{id}", params.id)}/${made.id}`;
      return reply(made, { status: 201, headers: { location } });
    },
  }),
  defineRoute({
    method: "POST",
    path: `${path}/decide`,
    tag,
    summary: "Decide rows, a place of the page, an executor, or all that are alike, in one event",
    needs: "content.edit",
    params: reviewParams,
    body: decideBody,
    response: z.object({
      seq: z.number().nullable(),
      decided: z.array(z.number()),
      changed: z.array(
        z.object({
          id: z.uuid(),
          number: z.number(),
          decision: keysOf(DECISIONS).nullable(),
          justificationId: z.string().nullable(),
          version: z.number(),
          author: z.object({ id: z.string(), name: z.string() }).nullable(),
          at: z.string().nullable(),
        }),
      ),
      skipped: z.number(),
      justification: z.object({ id: z.uuid(), number: z.number() }).nullable(),
    }),
    handle: ({ actor, params, body }) => decideCapabilities(actor, params.id, body),
  }),
  defineRoute({
    method: "GET",
    path: `${path}/{rowId}`,
    tag,
    summary: "One capability with its grants, its source lines, its catalogue entry and its findings",
    needs: "review.read",
    params: rowParams,
    response: z.looseObject({ row }),
    handle: async ({ actor, params }) => {
      const detail = await capabilityDetail(actor, params.id, params.rowId);
      return reply(detail, { headers: { etag: etagOf(detail.row.versions) } });
    },
  }),
  defineRoute({
    method: "GET",
    path: `${path}/{rowId}/patch`,
    tag,
    summary: "What to change so that the newest configuration stops granting it",
    needs: "review.read",
    params: rowParams,
    response: z.object({ title: z.string(), text: z.string() }),
    handle: ({ actor, params }) => capabilityPatch(actor, params.id, params.rowId),
  }),
  defineRoute({
    method: "GET",
    path: `${path}/{rowId}/events`,
    tag,
    summary: "What happened to one row, the newest first",
    needs: "review.read",
    params: rowParams,
    response: z.object({
      items: z.array(
        z.object({
          seq: z.number(),
          at: z.string(),
          type: z.string(),
          actor: z.object({ id: z.string(), name: z.string() }),
          before: z.record(z.string(), z.unknown()).nullable(),
          after: z.record(z.string(), z.unknown()),
        }),
      ),
      next: z.null(),
    }),
    handle: async ({ actor, params }) => ({
      items: await rowHistory(actor, params.id, "capability", params.rowId),
      next: null,
    }),
  }),
  ...editingRoutes(path, tag, "capability"),
];
