import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { storableText } from "@/lib/review/fields";
import { dismissFinding } from "./dismiss-finding";
import { reopenFinding } from "./reopen-finding";

const params = z.strictObject({ id: z.uuid(), rowId: z.uuid() });
const path = "/reviews/{id}/findings/{rowId}/dismissal";
const tag = "Findings";
const response = z.object({ id: z.uuid(), state: z.string(), seq: z.number() });
const reason = storableText(10_000).refine((text) => text.trim() !== "", "Say why, in words.");

/** The routes by which approvers dismiss findings, and open them again. */
export const dismissalRoutes: Route[] = [
  defineRoute({
    method: "POST",
    path,
    tag,
    summary: "Dismiss an open finding, with a reason",
    needs: "finding.dismiss",
    params,
    body: z.strictObject({ reason }),
    response,
    handle: ({ actor, params, body }) => dismissFinding(actor, params.id, params.rowId, body.reason.trim()),
  }),
  defineRoute({
    method: "DELETE",
    path,
    tag,
    summary: "Open a dismissed finding again",
    needs: "finding.reopen",
    params,
    response,
    handle: ({ actor, params }) => reopenFinding(actor, params.id, params.rowId),
  }),
];
