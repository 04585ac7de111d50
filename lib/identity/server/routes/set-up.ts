import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { sessionCookie } from "@/lib/platform/http/set-session-cookie";
import { idSchema, setUpSchema } from "../../schema";
import { setUp } from "../set-up";

/** The set-up, open while there is no admin. */
export const setUpRoutes: Route[] = [
  defineRoute({
    method: "POST",
    path: "/setup",
    summary: "Make the first workspace and its admin with the one-time code, and sign in",
    tag: "Set-up",
    needs: "open",
    body: setUpSchema,
    response: z.object({ workspaceId: idSchema, memberId: idSchema }),
    bodyLimit: 16 * 1024,
    status: 201,
    perMinute: 30,
    handle: async ({ body, facts }) => {
      const { sessionId, ...made } = await setUp(body, facts);
      return reply(made, { status: 201, headers: { "set-cookie": await sessionCookie(sessionId) } });
    },
  }),
];
