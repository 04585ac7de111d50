import { z } from "zod";
import { listWorkspaceEvents } from "@/lib/audit/server/list-events";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { pageQuerySchema, pageSchema } from "@/lib/platform/http/paging";
import { workspaceNameSchema } from "../../schema";
import { eventSchema, workspaceSchema } from "../../views";
import { editWorkspace, viewWorkspace } from "../workspace";

const tag = "Workspace";

/** The workspace itself. */
export const workspaceRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/workspace",
    summary: "The workspace of the session or token",
    tag,
    needs: "workspace.read",
    response: workspaceSchema,
    handle: ({ actor }) => viewWorkspace(actor),
  }),
  defineRoute({
    method: "PATCH",
    path: "/workspace",
    summary: "Rename the workspace; `was` is the name that you saw",
    tag,
    needs: "workspace.edit",
    body: z.strictObject({ name: workspaceNameSchema, was: z.string().optional() }),
    response: workspaceSchema,
    handle: ({ actor, body }) => editWorkspace(actor, body),
  }),
  defineRoute({
    method: "GET",
    path: "/workspace/events",
    summary: "Events that belong to no review: members, sessions, tokens, systems",
    tag,
    needs: "workspace.events",
    query: pageQuerySchema,
    response: pageSchema(eventSchema),
    handle: ({ actor, query }) => listWorkspaceEvents(actor, query),
  }),
];
