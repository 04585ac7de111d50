import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { numberCursorSchema } from "@/lib/platform/http/paging";
import { newReviewSchema, newSystemSchema, systemEditSchema } from "../systems";
import { setSystemArchived } from "./archive-system";
import { createReview } from "./create-review";
import { createSystem } from "./create-system";
import { editSystem } from "./edit-system";
import { listReviews } from "./list-reviews";
import { listSystems } from "./list-systems";
import { systemDetail } from "./load-system";
import { environmentResponse, reviewItemResponse } from "./review-responses";
import { setSystemMembers } from "./set-system-members";

const tag = "Systems";
const params = z.strictObject({ id: z.uuid() });
const named = z.object({ id: z.uuid() });
const archived = z.enum(["true", "false"]).default("false");
const limit = z.coerce.number().int().min(1).max(200).default(50);

const systemItemResponse = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  visibility: z.enum(["open", "restricted"]),
  isArchived: z.boolean(),
  createdAt: z.string(),
  changedAt: z.string(),
  openItems: z.number(),
  reviews: z.array(reviewItemResponse),
  environments: z.array(environmentResponse),
});
const memberResponse = z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: z.string() });
const systemResponse = systemItemResponse.extend({
  version: z.string(),
  members: z.array(memberResponse),
  abilities: z.array(z.string()),
});

const membersBody = z.strictObject({
  memberIds: z.array(z.uuid()).max(1_000, "At most 1,000 members can be named on a system."),
});

/** The routes of systems and of the reviews below them. */
export const systemRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/systems",
    tag,
    summary: "The systems that you see, by name, with their reviews and newest configurations",
    needs: "system.read",
    query: z.strictObject({ archived, cursor: z.uuid().optional(), limit }),
    response: z.object({ items: z.array(systemItemResponse), next: z.string().nullable() }),
    handle: ({ actor, query }) => listSystems(actor, query),
  }),
  defineRoute({
    method: "POST",
    path: "/systems",
    tag,
    summary: "Make a system; you are put on it",
    needs: "system.create",
    body: newSystemSchema,
    response: named,
    status: 201,
    handle: async ({ actor, body }) => {
      const made = await createSystem(actor, body);
      return reply(made, { status: 201, headers: { location: `/api/v1/systems/${made.id}` } });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/systems/{id}",
    tag,
    summary: "One system with its reviews, environments and named members",
    needs: "system.read",
    params,
    response: systemResponse,
    handle: ({ actor, params: { id } }) => systemDetail(actor, id),
  }),
  defineRoute({
    method: "PATCH",
    path: "/systems/{id}",
    tag,
    summary: "Change name, description or visibility; names the version that was seen",
    needs: "system.edit",
    params,
    body: systemEditSchema,
    response: named.extend({ version: z.string() }),
    handle: ({ actor, params: { id }, body }) => editSystem(actor, id, body),
  }),
  ...([true, false] as const).map((isArchiving) =>
    defineRoute({
      method: "POST",
      path: `/systems/{id}/${isArchiving ? "archive" : "restore"}`,
      tag,
      summary: isArchiving ? "Archive a system; its reviews stay readable" : "Take an archived system back",
      needs: "system.edit",
      params,
      response: named,
      handle: ({ actor, params: { id } }) => setSystemArchived(actor, id, isArchiving),
    }),
  ),
  defineRoute({
    method: "GET",
    path: "/systems/{id}/members",
    tag,
    summary: "Who is named on a system",
    needs: "system.read",
    params,
    response: z.object({ items: z.array(memberResponse), next: z.null() }),
    handle: async ({ actor, params: { id } }) => ({
      items: (await systemDetail(actor, id)).members,
      next: null,
    }),
  }),
  defineRoute({
    method: "PUT",
    path: "/systems/{id}/members",
    tag,
    summary: "Say who is named on a system",
    needs: "system.set-members",
    params,
    body: membersBody,
    response: named.extend({ members: z.number() }),
    handle: ({ actor, params: { id }, body }) => setSystemMembers(actor, id, body.memberIds),
  }),
  defineRoute({
    method: "GET",
    path: "/systems/{id}/reviews",
    tag,
    summary: "The reviews of a system, newest first",
    needs: "review.read",
    params,
    query: z.strictObject({ archived, cursor: numberCursorSchema.optional(), limit }),
    response: z.object({ items: z.array(reviewItemResponse), next: z.string().nullable() }),
    handle: async ({ actor, params: { id }, query }) => {
      await systemDetail(actor, id);
      return listReviews(actor, query, id);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/systems/{id}/reviews",
    tag,
    summary: "Begin a review; it starts from the system's last revision in force, if there is one",
    needs: "review.create",
    params,
    body: newReviewSchema,
    response: z.object({
      id: z.uuid(),
      number: z.number(),
      copiedFrom: z.object({ reviewId: z.uuid(), revision: z.number(), title: z.string() }).nullable(),
    }),
    status: 201,
    handle: async ({ actor, params: { id }, body }) => {
      const made = await createReview(actor, id, body);
      return reply(made, { status: 201, headers: { location: `/api/v1/reviews/${made.id}` } });
    },
  }),
];
