import { z } from "zod";
import { defineRoute, type Route } from "@/lib/platform/http/define-route";
import { RULE_SET_VERSION, ruleList } from "../rules";

const ruleResponse = z.object({
  id: z.string(),
  question: z.number(),
  target: z.string(),
  scope: z.string(),
  severity: z.string(),
  title: z.string(),
  explanation: z.string(),
  resolve: z.array(z.string()),
  reference: z.string(),
  notApplicable: z.boolean(),
  listsCauses: z.boolean(),
  when: z.string(),
});

/** The rule catalogue, as data. */
export const ruleRoutes: Route[] = [
  defineRoute({
    method: "GET",
    path: "/rules",
    tag: "Rules",
    summary: "The rule catalogue and its version",
    needs: "workspace.read",
    response: z.object({ version: z.string(), items: z.array(ruleResponse), next: z.null() }),
    handle: async () => ({ version: RULE_SET_VERSION, items: ruleList(), next: null }),
  }),
];
