import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { authorityPage } from "./authority-page";
import { capabilityRoutes } from "./capabilities-routes";
import { catalogueRoutes } from "./catalogue-routes";
import { configurationRoutes } from "./configurations-routes";

/** Everything behind the page "Authority". */
export const authorityRoutes: Route[] = [
  ...configurationRoutes,
  ...capabilityRoutes,
  ...catalogueRoutes,
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
];
