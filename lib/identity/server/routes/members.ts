import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { pageQuerySchema, pageSchema } from "@/lib/platform/http/paging";
import { idSchema, roleSchema } from "../../schema";
import { memberSchema } from "../../views";
import { listMembers } from "../members";
import { removeMember } from "../remove-member";
import { resetPassword } from "../reset-password";
import { setRole } from "../set-role";

const tag = "Members";
const params = z.object({ id: idSchema });

/** The members of the workspace. */
export const memberRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/members",
    summary: "The members of the workspace; their e-mail addresses for reviewers and above",
    tag,
    needs: "member.list",
    query: pageQuerySchema,
    response: pageSchema(memberSchema),
    handle: ({ actor, query }) => listMembers(actor, query),
  }),
  defineRoute({
    method: "PATCH",
    path: "/members/{id}",
    summary: "Give a member another role; `was` is the role that you saw",
    tag,
    needs: "member.set-role",
    params,
    body: z.strictObject({ role: roleSchema, was: roleSchema.optional() }),
    response: memberSchema,
    handle: ({ actor, params: { id }, body }) => setRole(actor, id, body),
  }),
  defineRoute({
    method: "DELETE",
    path: "/members/{id}",
    summary: "Remove a member; their sessions and tokens end",
    tag,
    needs: "member.remove",
    params,
    response: z.void(),
    status: 204,
    handle: async ({ actor, params: { id } }) => {
      await removeMember(actor, id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/members/{id}/password-reset",
    summary: "Reset a member's password and revoke their tokens; the generated one is answered once",
    tag,
    needs: "member.reset-password",
    params,
    response: z.object({ password: z.string() }),
    handle: ({ actor, params: { id } }) => resetPassword(actor, id),
  }),
];
