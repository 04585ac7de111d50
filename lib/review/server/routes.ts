import type { Route } from "@/lib/platform/http/define-route";
import { reviewRoutes } from "./review-routes";
import { rowRoutes } from "./row-routes";
import { systemRoutes } from "./system-routes";
import { weekRoutes } from "./week-routes";

/** Every route of systems, reviews and their rows. */
export const routes: Route[] = [...systemRoutes, ...reviewRoutes, ...rowRoutes, ...weekRoutes];
