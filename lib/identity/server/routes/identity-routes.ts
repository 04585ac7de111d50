import type { Route } from "@/lib/platform/http/define-route";
import { accountRoutes } from "./account";
import { invitationRoutes } from "./invitations";
import { memberRoutes } from "./members";
import { sessionRoutes } from "./session";
import { setUpRoutes } from "./set-up";
import { tokenRoutes } from "./tokens";
import { workspaceRoutes } from "./workspace";

/** Every route of identity: set-up, sessions, members, invitations, tokens, account, workspace. */
export const identityRoutes: Route[] = [
  ...setUpRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...tokenRoutes,
  ...workspaceRoutes,
];
