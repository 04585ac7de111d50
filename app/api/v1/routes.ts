import { identityRoutes } from "@/lib/identity/server/routes/identity-routes";
import type { Route } from "@/lib/platform/http/define-route";
import { documentRoute } from "@/lib/platform/http/document-route";
import { reportRoutes } from "@/lib/report/server/routes";
import { authorityRoutes } from "@/lib/review/server/authority-routes";
import { entryPointRoutes } from "@/lib/review/server/entry-points-routes";
import { routes as reviewRoutes } from "@/lib/review/server/routes";
import { ruleRoutes } from "@/lib/rules/server/routes";
import { revisionReadingRoutes } from "@/lib/signoff/server/revision-reading-routes";
import { signoffRoutes } from "@/lib/signoff/server/routes";

/** Every route of the API. A domain adds a line; the OpenAPI document and the access test follow. */
const domains: Route[] = [
  ...identityRoutes,
  ...reviewRoutes,
  ...ruleRoutes,
  ...entryPointRoutes,
  ...authorityRoutes,
  ...signoffRoutes,
  ...reportRoutes,
  ...revisionReadingRoutes,
];

export const routes: Route[] = [...domains, documentRoute(() => routes)];
