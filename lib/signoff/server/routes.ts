import { z } from "zod";
import { defineRoute, type Route, reply } from "@/lib/platform/http/define-route";
import { storableText } from "@/lib/review/fields";
import { currentBlockers } from "./blockers";
import { decideRevision } from "./decide-revision";
import { dismissalRoutes } from "./dismissal-routes";
import { policyRoutes } from "./policy-routes";
import { listRevisions, oneRevision, snapshotBytes } from "./revisions";
import { revokeRevision } from "./revoke-revision";
import { riskRoutes } from "./risk-routes";
import { submitRevision } from "./submit-revision";
import { withdrawRevision } from "./withdraw-revision";

const reviewParams = z.strictObject({ id: z.uuid() });
const revisionParams = z.strictObject({ id: z.uuid(), revisionId: z.uuid() });
const REVISIONS = "/reviews/{id}/revisions";

const signOffResponse = z.object({
  id: z.uuid(),
  member: z.object({ id: z.uuid(), name: z.string() }),
  decision: z.enum(["approve", "reject"]),
  words: z.string(),
  digest: z.string(),
  method: z.string(),
  authenticatedAt: z.string(),
  decidedAt: z.string(),
  wrote: z.array(z.string()).describe("Short numbers of rows of the revision that they wrote in"),
});
const revisionResponse = z.object({
  id: z.uuid(),
  number: z.number(),
  state: z.string(),
  openedAt: z.string(),
  requestedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  requestedAt: z.string().nullable(),
  requestWords: z.string().nullable(),
  decidedAt: z.string().nullable(),
  validUntil: z.string().nullable(),
  endedAt: z.string().nullable(),
  endedBecause: z.string().nullable(),
  endedBy: z
    .string()
    .nullable()
    .describe("time, revoked, superseded, wider-authority, risk-expired, risk-revoked"),
  contestedBecause: z.string().nullable(),
  risksUntil: z.string().nullable(),
  policyVersion: z.string().nullable(),
  quorum: z.number().nullable(),
  digest: z.string().nullable(),
  signOffs: z.array(signOffResponse),
  abilities: z.array(z.string()),
});
const blockerResponse = z.object({ code: z.string(), message: z.string(), lists: z.array(z.string()) });
const words = storableText(10_000).refine((text) => text.trim() !== "", "Say it in words.");

const revisionRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: REVISIONS,
    tag: "Revisions",
    summary: "List the revisions of a review, newest first",
    needs: "review.read",
    params: reviewParams,
    response: z.object({ items: z.array(revisionResponse), next: z.null() }),
    handle: async ({ actor, params }) => ({ items: await listRevisions(actor, params.id), next: null }),
  }),
  defineRoute({
    method: "GET",
    path: `${REVISIONS}/{revisionId}`,
    tag: "Revisions",
    summary: "One revision with its decisions",
    needs: "review.read",
    params: revisionParams,
    response: revisionResponse,
    handle: ({ actor, params }) => oneRevision(actor, params.id, params.revisionId),
  }),
  defineRoute({
    method: "GET",
    path: `${REVISIONS}/{revisionId}/snapshot`,
    tag: "Revisions",
    summary: "The frozen content: canonical JSON whose SHA-256 is the revision's digest",
    needs: "review.read",
    params: revisionParams,
    response: z.unknown(),
    produces: "application/json",
    handle: async ({ actor, params }) => {
      const { bytes, digest } = await snapshotBytes(actor, params.id, params.revisionId);
      return new Response(Buffer.from(bytes), {
        headers: { "content-type": "application/json", etag: `"${digest}"`, "cache-control": "no-store" },
      });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/sign-offs",
    tag: "Revisions",
    summary: "Every decision on a review's revisions",
    needs: "review.read",
    params: reviewParams,
    response: z.object({ items: z.array(signOffResponse.extend({ revision: z.number() })), next: z.null() }),
    handle: async ({ actor, params }) => {
      const revisions = await listRevisions(actor, params.id);
      return {
        items: revisions.flatMap(({ number, signOffs }) =>
          signOffs.map((signOff) => ({ ...signOff, revision: number })),
        ),
        next: null,
      };
    },
  }),
  defineRoute({
    method: "GET",
    path: "/reviews/{id}/blockers",
    tag: "Revisions",
    summary: "What keeps the draft from being submitted",
    needs: "review.read",
    params: reviewParams,
    response: z.object({ items: z.array(blockerResponse), next: z.null() }),
    handle: async ({ actor, params }) => ({ items: await currentBlockers(actor, params.id), next: null }),
  }),
  defineRoute({
    method: "POST",
    path: "/reviews/{id}/submission",
    tag: "Revisions",
    summary: "Submit the draft: freeze it and ask for a decision",
    needs: "revision.submit",
    params: reviewParams,
    body: z.strictObject({ words: storableText(10_000).default("") }),
    response: z.object({ revisionId: z.uuid(), number: z.number(), digest: z.string() }),
    status: 201,
    handle: async ({ actor, params, body }) =>
      reply(await submitRevision(actor, params.id, body.words), { status: 201 }),
  }),
  defineRoute({
    method: "POST",
    path: `${REVISIONS}/{revisionId}/withdrawal`,
    tag: "Revisions",
    summary: "Withdraw a submitted revision",
    needs: "revision.withdraw",
    params: revisionParams,
    body: z.strictObject({ words: storableText(10_000).default("") }),
    response: z.undefined(),
    status: 204,
    handle: async ({ actor, params, body }) => {
      await withdrawRevision(actor, params.id, params.revisionId, body.words);
      return undefined;
    },
  }),
  defineRoute({
    method: "POST",
    path: `${REVISIONS}/{revisionId}/sign-offs`,
    tag: "Revisions",
    summary: "Approve or reject a submitted revision, in words, on the digest that was read",
    needs: "revision.sign",
    params: revisionParams,
    body: z.strictObject({
      decision: z.enum(["approve", "reject"]),
      words,
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/, "Send the digest that was read, sha256:…"),
      rejects: z
        .array(z.uuid())
        .max(1_000)
        .default([])
        .describe("With a rejection: ids of the residual risks that are not acceptable as written"),
    }),
    response: z.object({
      revisionId: z.uuid(),
      state: z.string(),
      approvals: z.number(),
      quorum: z.number(),
    }),
    status: 201,
    handle: async ({ actor, params, body }) =>
      reply(await decideRevision(actor, params.id, params.revisionId, body), { status: 201 }),
  }),
  defineRoute({
    method: "POST",
    path: `${REVISIONS}/{revisionId}/revocation`,
    tag: "Revisions",
    summary: "Take the approval of the revision in force back, in words",
    needs: "revision.revoke",
    params: revisionParams,
    body: z.strictObject({ words }),
    response: z.undefined(),
    status: 204,
    handle: async ({ actor, params, body }) => {
      await revokeRevision(actor, params.id, params.revisionId, body.words);
      return undefined;
    },
  }),
];

/** The routes of residual risks and of deciding. */
export const signoffRoutes: Route[] = [...policyRoutes, ...riskRoutes, ...dismissalRoutes, ...revisionRoutes];
