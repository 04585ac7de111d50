import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { numberCursorSchema } from "@/lib/platform/http/paging";
import { activityFilterSchema } from "../activity-query";
import { findingFilterSchema } from "../finding-list";
import { reviewHead } from "./access";
import { setReviewArchived } from "./archive-review";
import { cellShapes } from "./cell-shapes";
import { editCells } from "./edit-cells";
import { findingDetail } from "./finding-detail";
import { listEvents } from "./list-events";
import { listFindings } from "./list-findings";
import { listReviews } from "./list-reviews";
import { reviewState } from "./load-overview";
import { reviewDetail } from "./load-review";
import { eventResponse, findingItemResponse, findingResponse, reviewItemResponse } from "./review-responses";
import { archivedResponse, editBody, etagOf, savedResponse } from "./row-routes";

const tag = "Reviews";
const params = z.strictObject({ id: z.uuid() });
const limit = z.coerce.number().int().min(1).max(200).default(50);
const archived = z.enum(["true", "false"]).default("false");

const reviewResponse = z.looseObject({
  id: z.uuid(),
  number: z.number(),
  title: z.string(),
  versions: z.record(z.string(), z.number()),
  abilities: z.array(z.string()),
});

const eventQuery = activityFilterSchema.extend({
  cursor: numberCursorSchema.optional(),
  since: z.coerce.number().int().min(0).optional(),
  limit,
});

/** The routes of reviews as a whole, their findings and events. */
export const reviewRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/reviews",
    tag,
    summary: "The reviews of all systems that you see, newest first",
    needs: "review.read",
    query: z.strictObject({ archived, cursor: numberCursorSchema.optional(), limit }),
    response: z.object({ items: z.array(reviewItemResponse), next: z.string().nullable() }),
    handle: ({ actor, query }) => listReviews(actor, query),
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}",
    tag,
    summary: "One review: its scope, where it stands, what you may do",
    needs: "review.read",
    params,
    response: reviewResponse,
    handle: async ({ actor, params: { id } }) => {
      const review = await reviewDetail(actor, id);
      return reply(review, { headers: { etag: etagOf(review.versions) } });
    },
  }),
  defineRoute({
    method: "PATCH",
    path: "/reviews/{id}",
    tag,
    summary: "Save cells of the scope: title, task, dataSubjects, riskTier, notes",
    needs: "content.edit",
    params,
    body: editBody,
    bodyShape: cellShapes("review").edit,
    response: savedResponse,
    handle: async ({ actor, params: { id }, body }) => {
      const saved = await editCells(actor, id, "review", id, body.cells as never);
      return reply(saved, { headers: { etag: etagOf(saved.versions) } });
    },
  }),
  ...([true, false] as const).map((isArchiving) =>
    defineRoute({
      method: "POST",
      path: `/reviews/{id}/${isArchiving ? "archive" : "restore"}`,
      tag,
      summary: isArchiving ? "Archive a review; it stays readable" : "Take an archived review back",
      needs: isArchiving ? "review.archive" : "review.restore",
      params,
      response: archivedResponse,
      handle: ({ actor, params: { id } }) => setReviewArchived(actor, id, isArchiving),
    }),
  ),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/overview",
    tag,
    summary: "Where a review stands: open findings, answers to the questions, the computed checklist",
    needs: "review.read",
    params,
    response: z.looseObject({ seq: z.number(), title: z.string(), isArchived: z.boolean() }),
    handle: ({ actor, params: { id } }) => reviewState(actor, id, true),
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/findings",
    tag: "Findings",
    summary: "The findings of a review, worst first",
    needs: "review.read",
    params,
    query: findingFilterSchema.extend({
      cursor: z
        .string()
        .regex(/^[1-9]\.\d{1,9}$/, "The cursor is what the page before gave as next.")
        .optional(),
      limit,
    }),
    response: z.object({
      items: z.array(findingItemResponse),
      next: z.string().nullable(),
      total: z.number(),
    }),
    handle: async ({ actor, params: { id }, query: { cursor, limit: most, ...filter } }) => {
      await reviewHead(actor, id);
      return listFindings(actor, id, filter, { cursor, limit: most });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/findings/{rowId}",
    tag: "Findings",
    summary: "One finding, by id or short number: why it fired, ways to resolve it, its history",
    needs: "review.read",
    params: z.strictObject({ id: z.uuid(), rowId: z.string().max(40) }),
    response: findingResponse,
    handle: async ({ actor, params: { id, rowId } }) => {
      await reviewHead(actor, id);
      return findingDetail(actor, id, rowId);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/events",
    tag: "Events",
    summary: "What was done to a review, newest first; `since` gives only what is newer",
    needs: "review.read",
    params,
    query: eventQuery,
    response: z.object({ items: z.array(eventResponse), next: z.string().nullable() }),
    handle: async ({ actor, params: { id }, query: { cursor, since, limit: most, ...filter } }) => {
      await reviewHead(actor, id);
      return listEvents(actor, id, filter, { before: cursor, since, limit: most });
    },
  }),
];
