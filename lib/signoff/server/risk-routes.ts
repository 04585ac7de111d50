import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import type { Cell } from "@/lib/review/cell";
import { storableText } from "@/lib/review/fields";
import { reviewHead } from "@/lib/review/server/access";
import { cellShapes, listShape } from "@/lib/review/server/cell-shapes";
import { listRows, oneRow } from "@/lib/review/server/list-rows";
import {
  createBody,
  createdResponse,
  editingRoutes,
  etagOf,
  listQuery,
  listResponse,
  rowResponse,
} from "@/lib/review/server/row-routes";
import { coverable } from "./coverable";
import { createRisk } from "./create-risk";
import { proposeRisk } from "./propose-risk";
import { revokeRisk } from "./revoke-risk";

const reviewParams = z.strictObject({ id: z.uuid() });
const rowParams = z.strictObject({ id: z.uuid(), rowId: z.uuid() });
const RISKS = "/reviews/{id}/risks";
const tag = "Residual risks";

const linkResponse = z.object({
  target: z.string(),
  label: z.string(),
  name: z.string(),
  href: z.string(),
});
const firstState = z
  .enum(["draft", "proposed"], "A risk begins as a draft, or proposed. Approvers decide what comes after.")
  .default("proposed");
const doneResponse = z.object({ id: z.uuid(), state: z.string(), seq: z.number() });
const words = storableText(10_000).refine((text) => text.trim() !== "", "Say why, in words.");

/** The routes of residual risks and of their life. */
export const riskRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: RISKS,
    tag,
    summary: "List the residual risks of a review",
    needs: "review.read",
    params: reviewParams,
    query: listQuery,
    response: listResponse,
    responseShape: listShape(cellShapes("risk").row),
    handle: async ({ actor, params, query }) => {
      await reviewHead(actor, params.id);
      return listRows(actor, params.id, "risk", query);
    },
  }),
  defineRoute({
    method: "POST",
    path: RISKS,
    tag,
    summary: "Write a residual risk down, as a draft or proposed",
    needs: "risk.edit",
    params: reviewParams,
    body: createBody.extend({ state: firstState }),
    bodyShape: (cellShapes("risk").create as typeof createBody).extend({ state: firstState }),
    response: createdResponse,
    status: 201,
    handle: async ({ actor, params, body }) =>
      reply(await createRisk(actor, params.id, body.cells as Record<string, Cell>, body.state), {
        status: 201,
      }),
  }),
  defineRoute({
    method: "GET",
    path: `${RISKS}/{rowId}`,
    tag,
    summary: "One residual risk",
    needs: "review.read",
    params: rowParams,
    response: rowResponse,
    responseShape: cellShapes("risk").row,
    handle: async ({ actor, params }) => {
      await reviewHead(actor, params.id);
      const row = await oneRow(actor, params.id, "risk", params.rowId);
      return reply(row, { headers: { etag: etagOf(row.versions) } });
    },
  }),
  ...editingRoutes(RISKS, tag, "risk"),
  defineRoute({
    method: "POST",
    path: `${RISKS}/{rowId}/proposal`,
    tag,
    summary: "Propose a residual risk that is a draft, or was rejected, has expired or was revoked",
    needs: "risk.propose",
    params: rowParams,
    response: doneResponse,
    handle: ({ actor, params }) => proposeRisk(actor, params.id, params.rowId),
  }),
  defineRoute({
    method: "POST",
    path: `${RISKS}/{rowId}/revocation`,
    tag,
    summary: "Take the acceptance of a residual risk back, in words; what it covered is open again",
    needs: "risk.revoke",
    params: rowParams,
    body: z.strictObject({ words }),
    response: doneResponse,
    handle: ({ actor, params, body }) => revokeRisk(actor, params.id, params.rowId, body.words.trim()),
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/coverable",
    tag,
    summary: "What a residual risk can cover: open findings, entry points and capabilities that match",
    needs: "review.read",
    params: reviewParams,
    query: z.strictObject({ q: storableText(200).default("") }),
    response: z.object({ items: z.array(linkResponse), next: z.null() }),
    handle: async ({ actor, params, query }) => ({
      items: await coverable(actor, params.id, query.q),
      next: null,
    }),
  }),
];
