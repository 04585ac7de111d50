import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { SECTION_IDS, type SectionId } from "../frozen-sections";
import { inbox, inboxCount } from "./inbox";
import { revisionChanges, revisionContent } from "./revision-content";

const params = z.strictObject({ id: z.uuid(), revisionId: z.uuid() });
const section = z.enum(SECTION_IDS as [SectionId, ...SectionId[]]);
const rowsQuery = z.strictObject({
  section: section.optional(),
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  limit: z.coerce.number().int().min(1).max(200, "A page has at most 200 rows.").default(50),
});

const kind = z.enum(["digest", "severity"]).optional();
const note = z
  .string()
  .optional()
  .describe("That another severity is written than the one that counts, and why");
const readCell = z.object({ label: z.string(), words: z.string(), kind, note });
const changedCell = z.object({
  label: z.string(),
  before: z.string(),
  after: z.string(),
  kind,
  notes: z.object({ before: note, after: note }).optional(),
});
const row = z.object({ section, key: z.string(), label: z.string(), name: z.string() });
const next = z.number().nullable();

const contentResponse = z.object({
  sections: z.array(z.object({ id: section, label: z.string(), count: z.number() })),
  items: z.array(row.extend({ cells: z.array(readCell) })),
  next,
});
const changesResponse = z.object({
  since: z.object({ id: z.uuid(), number: z.number(), state: z.string() }).nullable(),
  sections: z.array(
    z.object({
      id: section,
      label: z.string(),
      added: z.number(),
      removed: z.number(),
      changed: z.number(),
      cells: z.number(),
    }),
  ),
  total: z.number(),
  items: z.array(
    row.extend({
      change: z.enum(["added", "removed", "changed"]),
      cells: z.array(changedCell),
      note: z.string().optional(),
    }),
  ),
  next,
});

const about = {
  review: z.object({
    id: z.uuid(),
    title: z.string(),
    system: z.object({ id: z.uuid(), name: z.string() }),
  }),
  revision: z.object({ id: z.uuid(), number: z.number() }),
};
const progress = { approvals: z.number(), quorum: z.number() };
const inboxResponse = z.object({
  waiting: z.array(
    z.object({
      ...about,
      ...progress,
      requestedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      requestedAt: z.string(),
      words: z.string(),
      open: z.number(),
      high: z.number(),
    }),
  ),
  lapsed: z.array(
    z.object({ ...about, state: z.enum(["ended", "contested"]), because: z.string(), at: z.string() }),
  ),
  requests: z.array(
    z.object({
      ...about,
      ...progress,
      state: z.enum(["submitted", "rejected"]),
      at: z.string(),
      words: z.string(),
    }),
  ),
});

/** The routes of reading revisions and of the inbox. */
export const revisionReadingRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/revisions/{revisionId}/content",
    tag: "Revisions",
    summary: "The content of a revision in words, by section: as it was frozen, or of a draft as it is now",
    needs: "review.read",
    params,
    query: rowsQuery,
    response: contentResponse,
    handle: ({ actor, params: { id, revisionId }, query }) => revisionContent(actor, id, revisionId, query),
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/revisions/{revisionId}/changes",
    tag: "Revisions",
    summary:
      "What changed since another revision, cell by cell: since the one in force, unless `since` names one",
    needs: "review.read",
    params,
    query: rowsQuery.extend({ since: z.uuid().optional() }),
    response: changesResponse,
    handle: ({ actor, params: { id, revisionId }, query: { since, ...rows } }) =>
      revisionChanges(actor, id, revisionId, since, rows),
  }),
  defineRoute({
    method: "GET",
    path: "/inbox",
    tag: "Inbox",
    summary:
      "What waits for your decision, what ended or is contested that you signed, and your own requests",
    needs: "workspace.read",
    response: inboxResponse,
    handle: ({ actor }) => inbox(actor),
  }),
  defineRoute({
    method: "GET",
    path: "/inbox/count",
    tag: "Inbox",
    summary: "How many revisions wait for your decision",
    needs: "workspace.read",
    response: z.object({ waiting: z.number() }),
    handle: async ({ actor }) => ({ waiting: await inboxCount(actor) }),
  }),
];
