import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { pageSchema } from "@/lib/platform/http/paging";
import { createTokenSchema, idSchema } from "../../schema";
import { newTokenSchema, tokenSchema } from "../../views";
import { createToken } from "../create-token";
import { revokeToken } from "../revoke-token";
import { listTokens } from "../tokens";
import { wholeListSchema } from "./session";

const tag = "Tokens";

/** API tokens. */
export const tokenRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/tokens",
    summary: "Tokens that were not revoked: one's own, or with all=true everybody's",
    tag,
    needs: "token.list-own",
    query: wholeListSchema,
    response: pageSchema(tokenSchema),
    handle: ({ actor, query }) => listTokens(actor, query, query.all === "true" ? "all" : "own"),
  }),
  defineRoute({
    method: "POST",
    path: "/tokens",
    summary: "Make a token for oneself; it is answered once",
    tag,
    needs: "token.create-own",
    body: createTokenSchema,
    response: newTokenSchema,
    status: 201,
    handle: ({ actor, body }) => createToken(actor, body),
  }),
  defineRoute({
    method: "DELETE",
    path: "/tokens/{id}",
    summary: "Revoke a token at once",
    tag,
    needs: "token.revoke-own",
    params: z.object({ id: idSchema }),
    response: z.void(),
    status: 204,
    handle: async ({ actor, params }) => {
      await revokeToken(actor, params.id);
    },
  }),
];
