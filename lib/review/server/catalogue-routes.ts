import { z } from "zod";
import { filtered, passes } from "@/lib/authority/catalogue/catalogue-filter";
import { CATALOGUE_ITEMS } from "@/lib/authority/catalogue/catalogue-item";
import { GROUPS } from "@/lib/authority/catalogue/entry";
import { CATALOGUE_FORMATS } from "@/lib/authority/catalogue/formats/every-format";
import { CATALOGUE_VERSION } from "@/lib/authority/catalogue/index-of-ids";
import { capabilityClassSchema, severitySchema } from "@/lib/authority/schema";
import { digestOf } from "@/lib/kernel/digest";
import { problem } from "@/lib/kernel/errors";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { catalogueHolders } from "./catalogue-holders";

const tag = "Catalogue";
const formatSchema = z.enum(CATALOGUE_FORMATS);

const itemResponse = z.object({
  id: z.string(),
  title: z.string(),
  grants: z.string(),
  class: capabilityClassSchema,
  family: z.string(),
  group: z.enum(GROUPS),
  severity: severitySchema,
  endsConfinement: z.enum(["yes", "no", "depends"]),
  purpose: z.string(),
  limiter: z.string(),
  formats: z.array(
    z.object({
      format: formatSchema,
      name: z.string(),
      specification: z.url(),
      fields: z.array(z.string()).readonly(),
      silenceMeans: z.enum(["granted", "not-granted", "unknown"]),
      silence: z.string(),
      removal: z.object({ fragment: z.string().nullable(), words: z.string().nullable() }),
    }),
  ),
  peers: z.array(z.object({ tool: z.string(), name: z.string(), ids: z.array(z.string()).readonly() })),
  references: z.array(z.url()),
});

const holdersResponse = z.object({
  items: z.array(
    z.object({
      system: z.object({ id: z.uuid(), name: z.string() }),
      review: z.object({ id: z.uuid(), number: z.number(), title: z.string() }),
      rows: z.number(),
      undecided: z.number(),
    }),
  ),
  more: z.boolean(),
});

/** Changes with every word of the catalogue; its version, part of what is signed, does not. */
const etag = `"${digestOf([CATALOGUE_VERSION, CATALOGUE_ITEMS]).slice("sha256:".length)}"`;
const SEARCHED = CATALOGUE_ITEMS.map((item) => ({ item, by: filtered(item) }));

/** The catalogue of authority, as data. */
export const catalogueRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/catalogue",
    tag,
    summary: "The catalogue of authority: what each id grants, and what silence means in each format",
    needs: "workspace.read",
    query: z.strictObject({
      class: capabilityClassSchema.optional(),
      group: z.enum(GROUPS).optional(),
      severity: severitySchema.optional(),
      format: formatSchema.optional(),
      text: z.string().max(200, "A search has at most 200 characters.").optional(),
    }),
    response: z.object({ version: z.string(), items: z.array(itemResponse), next: z.null() }),
    handle: async ({ query }) =>
      reply(
        {
          version: CATALOGUE_VERSION,
          items: SEARCHED.filter(({ by }) => passes(by, query)).map(({ item }) => item),
          next: null,
        },
        { headers: { etag } },
      ),
  }),
  defineRoute({
    method: "GET",
    path: "/catalogue/{id}",
    tag,
    summary: "One entry of the catalogue, and the reviews in which it is granted now",
    needs: "workspace.read",
    params: z.strictObject({ id: z.string().max(100) }),
    response: z.object({ version: z.string(), item: itemResponse, grantedIn: holdersResponse }),
    handle: async ({ actor, params }) => {
      const item = CATALOGUE_ITEMS.find(({ id }) => id === params.id);
      if (!item) throw problem("not-found", "The catalogue has no such entry.");
      return { version: CATALOGUE_VERSION, item, grantedIn: await catalogueHolders(actor, item.id) };
    },
  }),
];
