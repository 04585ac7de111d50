import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { numberCursorSchema } from "@/lib/platform/http/paging";
import type { Cell } from "../cell";
import { ENTITIES } from "../fields";
import { reviewHead } from "./access";
import { setArchived } from "./archive-row";
import { cellShapes, listShape } from "./cell-shapes";
import { type CreatableKind, createRow } from "./create-row";
import { editCells } from "./edit-cells";
import { listRows, oneRow } from "./list-rows";

/** The collections of rows that are served in the same way, by the name in the address. */
export const COLLECTIONS = {
  artifacts: "artifact",
  executors: "executor",
  "entry-points": "entryPoint",
  justifications: "justification",
} as const satisfies Record<string, CreatableKind>;

const reviewParams = z.strictObject({ id: z.uuid() });
const rowParams = z.strictObject({ id: z.uuid(), rowId: z.uuid() });
const cellBody = z.looseObject({ state: z.enum(["value", "unset", "unknown", "not-applicable"]) });

/** The body of a save: for each cell what it shall hold and the version that was seen. */
export const editBody = z.strictObject({
  cells: z
    .record(z.string(), z.strictObject({ cell: cellBody, version: z.int().min(0) }))
    .refine((cells) => Object.keys(cells).length > 0, "Name at least one cell."),
});
export const savedResponse = z.object({
  id: z.uuid(),
  versions: z.record(z.string(), z.number()),
  seq: z.number().nullable(),
});
export const createBody = z.strictObject({ cells: z.record(z.string(), cellBody) });
export const createdResponse = z.object({
  id: z.uuid(),
  number: z.number(),
  versions: z.record(z.string(), z.number()),
  seq: z.number(),
});
export const rowResponse = z.looseObject({ id: z.uuid(), versions: z.record(z.string(), z.number()) });
export const listResponse = z.object({ items: z.array(rowResponse), next: z.string().nullable() });
export const listQuery = z.strictObject({
  cursor: numberCursorSchema.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  archived: z.enum(["true", "false"]).default("false"),
});
export const archivedResponse = z.object({ id: z.uuid(), seq: z.number() });

/** The strong validator of a row: the newest of its versions (RFC 9110, section 8.8.3). */
export const etagOf = (versions: Record<string, number>): string =>
  `"${Math.max(0, ...Object.values(versions))}"`;

function routesOf(collection: string, entity: CreatableKind): Route[] {
  const { label } = ENTITIES[entity];
  const tag = `${label}s`;
  const path = `/reviews/{id}/${collection}`;
  const shapes = cellShapes(entity);
  return [
    defineRoute({
      method: "GET",
      path,
      tag,
      summary: `List the ${label.toLowerCase()}s of a review`,
      needs: "review.read",
      params: reviewParams,
      query: listQuery,
      response: listResponse,
      responseShape: listShape(shapes.row),
      handle: async ({ actor, params, query }) => {
        // Read beside each other, and given only to who sees the review.
        const [, rows] = await Promise.all([
          reviewHead(actor, params.id),
          listRows(actor, params.id, entity, query),
        ]);
        return rows;
      },
    }),
    defineRoute({
      method: "POST",
      path,
      tag,
      summary: "Add a row",
      bodyShape: shapes.create,
      needs: "content.edit",
      params: reviewParams,
      body: createBody,
      response: createdResponse,
      status: 201,
      handle: async ({ actor, params, body }) => {
        const made = await createRow(actor, params.id, entity, body.cells as Record<string, Cell>);
        return reply(made, {
          status: 201,
          headers: { location: `/api/v1${path.replace("{id}", params.id)}/${made.id}` },
        });
      },
    }),
    defineRoute({
      method: "GET",
      path: `${path}/{rowId}`,
      tag,
      summary: "One row",
      needs: "review.read",
      params: rowParams,
      response: rowResponse,
      responseShape: shapes.row,
      handle: async ({ actor, params }) => {
        await reviewHead(actor, params.id);
        const row = await oneRow(actor, params.id, entity, params.rowId);
        return reply(row, { headers: { etag: etagOf(row.versions) } });
      },
    }),
    ...editingRoutes(path, tag, entity),
  ];
}

/** Saving cells, archiving and restoring: the same for every entity. */
export function editingRoutes(path: string, tag: string, entity: CreatableKind): Route[] {
  const needs = entity === "risk" ? "risk.edit" : "content.edit";
  const archiving = (archived: boolean) =>
    defineRoute({
      method: "POST",
      path: `${path}/{rowId}/${archived ? "archive" : "restore"}`,
      tag,
      summary: archived ? "Archive a row; its number stays" : "Take an archived row back",
      needs,
      params: rowParams,
      response: archivedResponse,
      handle: ({ actor, params }) => setArchived(actor, params.id, entity, params.rowId, archived),
    });
  return [
    defineRoute({
      method: "PATCH",
      path: `${path}/{rowId}`,
      tag,
      summary: "Save cells; each names the version that was seen",
      needs,
      params: rowParams,
      body: editBody,
      bodyShape: cellShapes(entity).edit,
      response: savedResponse,
      handle: async ({ actor, params, body }) => {
        const saved = await editCells(actor, params.id, entity, params.rowId, body.cells as never);
        return reply(saved, { headers: { etag: etagOf(saved.versions) } });
      },
    }),
    archiving(true),
    archiving(false),
  ];
}

/** The routes of artifacts, executors, entry points and justifications. */
export const rowRoutes: Route[] = Object.entries(COLLECTIONS).flatMap(([collection, entity]) =>
  routesOf(collection, entity),
);
