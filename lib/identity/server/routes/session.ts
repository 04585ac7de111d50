import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { pageQuerySchema, pageSchema } from "@/lib/platform/http/paging";
import { noSessionCookie, sessionCookie } from "@/lib/platform/http/set-session-cookie";
import { enteredPasswordSchema, idSchema } from "../../schema";
import { sessionSchema, whoAmISchema } from "../../views";
import { endSession } from "../end-session";
import { reauthenticate } from "../reauthenticate";
import { listSessions } from "../sessions";
import { switchWorkspace } from "../switch-workspace";
import { whoAmI } from "../who-am-i";

const tag = "Sessions";
const nothing = z.void();
/** `?all=true` is an admin's view of the whole workspace. */
export const wholeListSchema = pageQuerySchema.extend({ all: z.enum(["true", "false"]).default("false") });

/** Who one is, and the sessions of people. Signing in by browser goes through next-auth. */
export const sessionRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/session",
    summary: "Who is asking: member, role, workspace, what the role allows",
    tag,
    needs: "session.read",
    response: whoAmISchema,
    handle: ({ actor }) => whoAmI(actor),
  }),
  defineRoute({
    method: "DELETE",
    path: "/session",
    summary: "Sign out: end the present session",
    tag,
    needs: "session.end-own",
    response: nothing,
    status: 204,
    handle: async ({ actor }) => {
      if (actor.session) await endSession(actor, actor.session.id);
      return reply(undefined, { status: 204, headers: { "set-cookie": noSessionCookie() } });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/session/reauthenticate",
    summary: "Enter the password again, before signing, dismissing, revoking or setting the policy",
    tag,
    needs: "session.reauthenticate",
    body: z.strictObject({ password: enteredPasswordSchema }),
    response: z.object({ authenticatedAt: z.iso.datetime() }),
    handle: async ({ actor, body }) => ({
      authenticatedAt: (await reauthenticate(actor, body.password)).toISOString(),
    }),
  }),
  defineRoute({
    method: "POST",
    path: "/session/workspace",
    summary: "Go to another workspace that one is a member of",
    tag,
    needs: "session.switch-workspace",
    body: z.strictObject({ workspaceId: idSchema }),
    response: nothing,
    status: 204,
    handle: async ({ actor, body }) => {
      const sessionId = await switchWorkspace(actor, body.workspaceId);
      return reply(undefined, { status: 204, headers: { "set-cookie": await sessionCookie(sessionId) } });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/sessions",
    summary: "Open sessions: one's own, or with all=true everybody's",
    tag,
    needs: "session.list-own",
    query: wholeListSchema,
    response: pageSchema(sessionSchema),
    handle: ({ actor, query }) => listSessions(actor, query, query.all === "true" ? "all" : "own"),
  }),
  defineRoute({
    method: "DELETE",
    path: "/sessions/{id}",
    summary: "End a session at once",
    tag,
    needs: "session.end-own",
    params: z.object({ id: idSchema }),
    response: nothing,
    status: 204,
    handle: async ({ actor, params }) => {
      await endSession(actor, params.id);
    },
  }),
];
