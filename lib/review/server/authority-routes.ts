import { z } from "zod";
import { CATALOGUE, CATALOGUE_VERSION } from "@/lib/authority/catalogue/index-of-ids";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { authorityPage } from "./authority-page";
import { capabilityRoutes } from "./capabilities-routes";
import { configurationRoutes } from "./configurations-routes";

/** Everything behind the page "Authority". */
export const authorityRoutes: Route[] = [
  ...configurationRoutes,
  ...capabilityRoutes,
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/authority",
    tag: "Capabilities",
    summary: "Authority read by need: for each executor its places with counts",
    needs: "review.read",
    params: z.strictObject({ id: z.uuid() }),
    response: z.looseObject({ seq: z.number() }),
    handle: ({ actor, params }) => authorityPage(actor, params.id),
  }),
  defineRoute({
    method: "GET",
    path: "/catalogue",
    tag: "Catalogue",
    summary: "The catalogue of authority: what each id grants, and what silence means",
    needs: "workspace.read",
    response: z.object({
      version: z.string(),
      items: z.array(z.looseObject({ id: z.string() })),
      next: z.null(),
    }),
    handle: async () => ({
      version: CATALOGUE_VERSION,
      items: CATALOGUE.map(({ endsConfinement, ...entry }) => ({
        ...entry,
        endsConfinement: endsConfinement === false ? "no" : endsConfinement === true ? "yes" : "depends",
      })),
      next: null,
    }),
  }),
];
