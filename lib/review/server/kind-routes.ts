import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import type { Cell } from "../cell";
import { CHECKLIST_KINDS } from "../vocabulary";
import { answerKind, checklistOf } from "./checklist-answers";

const itemResponse = z.object({
  kind: z.enum(CHECKLIST_KINDS),
  state: z.enum(["has-entry-points", "does-not-exist", "open"]),
  entryPoints: z.array(z.object({ id: z.uuid(), number: z.number(), name: z.string() })),
  because: z.string().nullable(),
  version: z.number(),
});

const answerBody = z.strictObject({
  cell: z.looseObject({
    state: z.enum(["value", "unset"], "Give a value, or unset to open the kind again."),
  }),
  version: z.int().min(0),
});

/** The checklist of entry-point kinds and its answers. */
export const kindRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/kinds",
    tag: "Entry points",
    summary: "The kind checklist: entry points, 'does not exist here, because', or open",
    needs: "review.read",
    params: z.strictObject({ id: z.uuid() }),
    response: z.object({ items: z.array(itemResponse), next: z.null() }),
    handle: async ({ actor, params }) => ({ items: await checklistOf(actor, params.id), next: null }),
  }),
  defineRoute({
    method: "PUT",
    path: "/reviews/{id}/kinds/{kind}",
    tag: "Entry points",
    summary: "Say why a kind of entry point does not exist here; names the version that was seen",
    needs: "content.edit",
    params: z.strictObject({
      id: z.uuid(),
      kind: z.enum(CHECKLIST_KINDS, "The checklist has no such kind."),
    }),
    body: answerBody,
    response: z.object({
      kind: z.enum(CHECKLIST_KINDS),
      because: z.string().nullable(),
      version: z.number(),
      seq: z.number().nullable(),
    }),
    handle: ({ actor, params, body }) =>
      answerKind(actor, params.id, params.kind, { cell: body.cell as Cell, version: body.version }),
  }),
];
