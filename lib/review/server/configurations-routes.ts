import { z } from "zod";
import { captureRecordSchema } from "@/lib/authority/capture-record";
import { noteSchema } from "@/lib/authority/schema";
import { readSql } from "@/lib/platform/db/transaction";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { numberCursorSchema } from "@/lib/platform/http/paging";
import { EXECUTOR_ROLES, PROVENANCES, SEVERITIES } from "../vocabulary";
import { reviewHead } from "./access";
import { attachConfiguration } from "./configurations-attach";
import { readImport } from "./configurations-body";
import { configurationDrift } from "./configurations-drift";
import {
  attachBody,
  attachShape,
  IMPORT_BODY_LIMIT,
  OTHER_BODIES,
  previewBody,
  previewShape,
} from "./configurations-input";
import { previewConfiguration } from "./configurations-preview";
import { configurationDetail, listConfigurations } from "./configurations-read";

const tag = "Configurations";
const path = "/reviews/{id}/configurations";
const reviewParams = z.strictObject({ id: z.uuid() });
const rowParams = z.strictObject({ id: z.uuid(), rowId: z.uuid() });
const keysOf = <T extends Record<string, unknown>>(table: T) =>
  z.enum(Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]);

const item = z.object({
  id: z.uuid(),
  number: z.number(),
  environment: z.string(),
  provenance: keysOf(PROVENANCES),
  format: z.string(),
  configDigest: z.string(),
  authorityDigest: z.string(),
  attachedAt: z.string(),
  attachedBy: z.object({ id: z.string(), name: z.string().nullable() }),
  isNewest: z.boolean(),
  capabilities: z.number(),
  notes: z.object({ error: z.number(), warning: z.number(), info: z.number() }),
});

const role = keysOf(EXECUTOR_ROLES);
const side = z
  .object({
    access: z.string(),
    extent: z.array(z.string()),
    severity: z.enum(SEVERITIES),
    file: z.string(),
    line: z.number(),
  })
  .nullable();
const previewRow = z.object({
  key: z.string(),
  title: z.string(),
  workload: z.string(),
  container: z.string().nullable(),
  before: side,
  after: side,
  comparable: z.boolean(),
});
/** `Compared`, of lib/review/authority. */
const compared = {
  counts: z.object({
    wider: z.number(),
    narrower: z.number(),
    new: z.number(),
    gone: z.number(),
    changed: z.number(),
    unchanged: z.number(),
  }),
  rows: z.object({
    wider: z.array(previewRow),
    narrower: z.array(previewRow),
    new: z.array(previewRow),
    gone: z.array(previewRow),
    changed: z.array(previewRow),
  }),
  bounds: z.object({ wider: z.array(z.string()), narrower: z.array(z.string()) }),
};
const sameness = { sameConfiguration: z.boolean(), sameAuthority: z.boolean() };
const previewResponse = z.object({
  environment: z.string(),
  provenance: keysOf(PROVENANCES),
  capture: captureRecordSchema.nullable(),
  format: z.string(),
  configDigest: z.string(),
  authorityDigest: z.string(),
  containers: z.array(
    z.object({
      workload: z.string(),
      container: z.string(),
      kind: z.string(),
      capabilities: z.number(),
      executor: z
        .object({ id: z.uuid(), number: z.number(), role: role.nullable(), reason: z.string().nullable() })
        .nullable(),
      suggestion: role.nullable(),
    }),
  ),
  hosts: z.array(z.object({ number: z.number(), workload: z.string(), container: z.string() })),
  capabilities: z.number(),
  notes: z.array(noteSchema),
  against: z
    .object({
      number: z.number(),
      attachedAt: z.string(),
      ...sameness,
    })
    .nullable(),
  signed: z.object({ revision: z.number(), ends: z.boolean(), because: z.string().nullable() }).nullable(),
  ...compared,
});

const comparedConfiguration = z.object({
  id: z.uuid(),
  number: z.number(),
  environment: z.string(),
  attachedAt: z.string(),
});
const driftResponse = z.object({
  ...compared,
  configuration: comparedConfiguration,
  against: comparedConfiguration.extend(sameness).nullable(),
  places: z.record(
    z.string(),
    z.object({
      capability: z.object({ id: z.uuid(), number: z.number() }).nullable(),
      lines: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
    }),
  ),
  others: z.array(comparedConfiguration),
});

/** Importing configurations: a look at what it would do, attaching, and what is attached. */
export const configurationRoutes: Route[] = [
  defineRoute({
    method: "POST",
    path: `${path}/preview`,
    tag,
    summary:
      "What attaching a configuration would do; nothing is written. JSON, a form with files, or one text or archive",
    needs: "configuration.attach",
    params: reviewParams,
    body: previewBody,
    bodyShape: previewShape,
    otherBodies: OTHER_BODIES,
    bodyLimit: IMPORT_BODY_LIMIT,
    readBody: readImport,
    perMinute: 60,
    response: previewResponse,
    handle: ({ actor, params, body, request }) =>
      previewConfiguration(actor, params.id, body, request.signal),
  }),
  defineRoute({
    method: "POST",
    path,
    tag,
    summary: "Attach a configuration, as it was previewed; its text is stored with secrets replaced",
    needs: "configuration.attach",
    params: reviewParams,
    body: attachBody,
    bodyShape: attachShape,
    otherBodies: OTHER_BODIES,
    bodyLimit: IMPORT_BODY_LIMIT,
    readBody: readImport,
    perMinute: 60,
    status: 201,
    response: z.object({
      id: z.uuid(),
      number: z.number(),
      seq: z.number(),
      configDigest: z.string(),
      authorityDigest: z.string(),
      counts: z.object({
        new: z.number(),
        changed: z.number(),
        closed: z.number(),
        unchanged: z.number(),
        executors: z.number(),
      }),
    }),
    handle: async ({ actor, params, body, request }) => {
      const attached = await attachConfiguration(actor, params.id, body, request.signal);
      const location = `/api/v1${path.replace("{id}", params.id)}/${attached.id}`;
      return reply(attached, { status: 201, headers: { location } });
    },
  }),
  defineRoute({
    method: "GET",
    path,
    tag,
    summary: "The configurations of a review, the newest first",
    needs: "review.read",
    params: reviewParams,
    query: z.strictObject({
      cursor: numberCursorSchema.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      newest: z.enum(["true", "false"]).default("false"),
    }),
    response: z.object({ items: z.array(item), next: z.string().nullable() }),
    handle: async ({ actor, params, query }) => {
      await reviewHead(actor, params.id);
      const found = await readSql(actor, (sql) =>
        listConfigurations(sql, params.id, {
          newest: query.newest === "true",
          before: query.cursor,
          limit: query.limit + 1,
        }),
      );
      const items = found.slice(0, query.limit);
      return { items, next: found.length > query.limit ? String(items.at(-1)!.number) : null };
    },
  }),
  defineRoute({
    method: "GET",
    path: `${path}/{rowId}`,
    tag,
    summary: "One configuration with its notes and its redacted text",
    needs: "review.read",
    params: rowParams,
    response: item.extend({
      workloads: z.array(z.unknown()),
      bounds: z.array(z.unknown()),
      remarks: z.array(noteSchema),
      capture: captureRecordSchema.nullable(),
      files: z.array(z.object({ name: z.string(), text: z.string() })),
    }),
    handle: ({ actor, params }) => configurationDetail(actor, params.id, params.rowId),
  }),
  defineRoute({
    method: "GET",
    path: `${path}/{rowId}/drift`,
    tag,
    summary: "How a configuration differs from another of the review, by default the one before it",
    needs: "review.read",
    params: rowParams,
    query: z.strictObject({ against: z.uuid().optional() }),
    response: driftResponse,
    perMinute: 60,
    handle: ({ actor, params, query }) => configurationDrift(actor, params.id, params.rowId, query.against),
  }),
];
