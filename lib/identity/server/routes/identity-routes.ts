import type { Route } from "@/lib/platform/http/define-route";
import { setUpRoutes } from "./set-up";

/** Every route of identity: set-up, sessions, members, invitations, tokens, account, workspace. */
export const identityRoutes: Route[] = [...setUpRoutes];
