import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { pageQuerySchema, pageSchema } from "@/lib/platform/http/paging";
import { sessionCookie } from "@/lib/platform/http/set-session-cookie";
import { acceptInvitationSchema, idSchema, inviteSchema } from "../../schema";
import { invitationSchema, newInvitationSchema } from "../../views";
import { acceptInvitation } from "../accept-invitation";
import { listInvitations } from "../invitations";
import { inviteMember } from "../invite-member";
import { revokeInvitation } from "../revoke-invitation";

const tag = "Invitations";

/** Invitations to the workspace. */
export const invitationRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/invitations",
    summary: "Invitations that were neither accepted nor revoked",
    tag,
    needs: "invitation.list",
    query: pageQuerySchema,
    response: pageSchema(invitationSchema),
    handle: ({ actor, query }) => listInvitations(actor, query),
  }),
  defineRoute({
    method: "POST",
    path: "/invitations",
    summary: "Invite somebody; the link is answered once and works once",
    tag,
    needs: "invitation.create",
    body: inviteSchema,
    response: newInvitationSchema,
    status: 201,
    handle: ({ actor, body }) => inviteMember(actor, body),
  }),
  defineRoute({
    method: "POST",
    path: "/invitations/accept",
    summary: "Accept an invitation with its token, and sign in",
    tag,
    needs: "open",
    body: acceptInvitationSchema,
    bodyLimit: 16 * 1024,
    response: z.object({ workspaceId: idSchema, memberId: idSchema }),
    perMinute: 30,
    handle: async ({ body, facts }) => {
      const { sessionId, ...joined } = await acceptInvitation(body, facts);
      return reply(joined, { headers: { "set-cookie": await sessionCookie(sessionId) } });
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/invitations/{id}",
    summary: "Revoke an invitation",
    tag,
    needs: "invitation.revoke",
    params: z.object({ id: idSchema }),
    response: z.void(),
    status: 204,
    handle: async ({ actor, params }) => {
      await revokeInvitation(actor, params.id);
    },
  }),
];
