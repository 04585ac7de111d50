import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { weekOf } from "./week";
import { LONGEST_SEARCH, whereElse } from "./where-else";

const tag = "Week";
const review = z.object({
  id: z.uuid(),
  title: z.string(),
  system: z.object({ id: z.uuid(), name: z.string() }),
});

/** What changed lately in all systems, and a search over them. */
export const weekRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/week",
    tag,
    summary: "What got wider or narrower in the last seven days, and which sign-offs ended or end soon",
    needs: "workspace.read",
    perMinute: 60,
    response: z.object({
      since: z.string(),
      waiting: z.number(),
      changes: z.array(
        z.object({
          review,
          configuration: z.object({ id: z.uuid(), number: z.number(), environment: z.string() }),
          attachedAt: z.string(),
          attachedBy: z.string().nullable(),
          wider: z.number(),
          narrower: z.number(),
        }),
      ),
      revisions: z.array(
        z.object({
          review,
          revision: z.object({ id: z.uuid(), number: z.number() }),
          state: z.enum(["ends-soon", "ended", "contested"]),
          at: z.string(),
          because: z.string(),
        }),
      ),
    }),
    handle: ({ actor }) => weekOf(actor),
  }),
  defineRoute({
    method: "GET",
    path: "/where-else",
    tag,
    summary: "Where a capability is granted or an entry point stands, in every system that the caller sees",
    needs: "workspace.read",
    perMinute: 60,
    query: z.strictObject({ q: z.string().trim().min(1).max(LONGEST_SEARCH) }),
    response: z.object({
      total: z.number(),
      items: z.array(
        z.object({
          review,
          kind: z.enum(["capability", "entry"]),
          number: z.number(),
          title: z.string(),
          place: z.string(),
          severity: z.string().nullable(),
        }),
      ),
    }),
    handle: ({ actor, query }) => whereElse(actor, query.q),
  }),
];
