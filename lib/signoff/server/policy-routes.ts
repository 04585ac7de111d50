import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { SEVERITIES } from "@/lib/review/vocabulary";
import { termsSchema } from "../terms-schema";
import { policyView } from "./policy-page";
import { setTerms } from "./set-terms";

const termsResponse = z.object({
  quorum: z.number(),
  approverIds: z.array(z.uuid()),
  adminsApprove: z.boolean(),
  ownText: z.boolean(),
  validityDays: z.number(),
  highestSeverity: z.enum(SEVERITIES),
  warningDays: z.number(),
});
const policyResponse = z.object({
  system: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  version: z.number(),
  own: termsResponse.nullable(),
  workspace: termsResponse,
  effective: termsResponse,
  approvers: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.string(), seesSystem: z.boolean() })),
  versions: z.array(termsResponse.extend({ version: z.number(), setBy: z.string(), setAt: z.string() })),
  abilities: z.array(z.string()),
});
const version = z.number().int().min(0).describe("The newest version that you saw; 0 where none was set");
const body = z.strictObject({ terms: termsSchema, version });

const SYSTEM = "/systems/{id}/sign-off-policy";
const WORKSPACE = "/workspace/sign-off-policy";
const params = z.strictObject({ id: z.uuid() });

/** The routes of the policy of signing off. */
export const policyRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: WORKSPACE,
    tag: "Policy",
    summary: "The workspace's policy of signing off, with its versions",
    needs: "policy.read",
    response: policyResponse,
    handle: ({ actor }) => policyView(actor),
  }),
  defineRoute({
    method: "PUT",
    path: WORKSPACE,
    tag: "Policy",
    summary:
      "Set the workspace's policy of signing off as the next version, within five minutes of entering the password",
    needs: "policy.set",
    body,
    response: z.object({ version: z.number() }),
    handle: ({ actor, body }) => setTerms(actor, null, body.terms, body.version),
  }),
  defineRoute({
    method: "GET",
    path: SYSTEM,
    tag: "Policy",
    summary: "The policy of one system: the workspace's, and what is tighter here",
    needs: "policy.read",
    params,
    response: policyResponse,
    handle: ({ actor, params }) => policyView(actor, params.id),
  }),
  defineRoute({
    method: "PUT",
    path: SYSTEM,
    tag: "Policy",
    summary:
      "Set what is tighter for one system as the next version, within five minutes of entering the password",
    needs: "policy.set",
    params,
    body,
    response: z.object({ version: z.number() }),
    handle: ({ actor, params, body }) => setTerms(actor, params.id, body.terms, body.version),
  }),
];
