import { stringify } from "yaml";
import type { Removal } from "@/lib/authority/catalogue/entry";
import { kindOf, type PatchRow } from "./source-text";
import { commentText, type RemovalPatch } from "./text";

const TEKTON = /^(Cluster)?Task$|^TaskRun$/;
const ARGO = /^((Cluster)?Workflow(Template)?|CronWorkflow)$/;

/** Whether a workload's kind has no pod template as such, so that fields of a pod stand elsewhere. */
export const isComposed = (workload: string): boolean =>
  TEKTON.test(kindOf(workload)) || ARGO.test(kindOf(workload));

/** Fields of a pod that a workflow's spec has too; others only a patch of its pods can set. */
const OF_WORKFLOW = new Set([
  "automountServiceAccountToken",
  "hostNetwork",
  "securityContext",
  "serviceAccountName",
]);

const argoSpec = (kind: string, fields: object): object =>
  kind === "CronWorkflow" ? { spec: { workflowSpec: fields } } : { spec: fields };

/** Fields for a container or a pod of Tekton or Argo, where these keep them; null for other kinds. */
export function composedPatch(
  row: PatchRow,
  removal: Extract<Removal, { kind: "container" | "pod" }>,
): RemovalPatch | null {
  const kind = kindOf(row.workload);
  if (!isComposed(row.workload)) return null;
  const { fields } = removal;
  if (removal.kind === "container") {
    const { resources, ...others } = fields;
    const written = TEKTON.test(kind) && resources ? { ...others, computeResources: resources } : fields;
    const place = TEKTON.test(kind) ? "step or sidecar" : "template, in its container or script,";
    return {
      title: "Write these fields in the container",
      text: commentText(`In the ${place} called ${row.container ?? "by the row"}:`) + stringify(written),
    };
  }
  if (TEKTON.test(kind)) {
    const { serviceAccountName, ...template } = fields;
    const spec = serviceAccountName ? { serviceAccountName } : { podTemplate: template };
    const comment = kind === "TaskRun" ? "" : commentText("Each TaskRun chooses it for itself:");
    return { title: "Merge these fields", text: comment + stringify({ spec }) };
  }
  const has = Object.keys(fields).every((field) => OF_WORKFLOW.has(field));
  const spec = has ? fields : { podSpecPatch: stringify(fields) };
  return { title: "Merge these fields", text: stringify(argoSpec(kind, spec)) };
}

/** An end of a run's time in Tekton or Argo; null for other kinds. */
export function composedDeadline(workload: string): RemovalPatch | null {
  const kind = kindOf(workload);
  if (TEKTON.test(kind)) {
    const comment = kind === "TaskRun" ? "" : commentText("Each TaskRun has a timeout of its own:");
    return { title: "Merge these fields", text: comment + stringify({ spec: { timeout: "1h0m0s" } }) };
  }
  if (!ARGO.test(kind)) return null;
  return {
    title: "Merge these fields",
    text: stringify(argoSpec(kind, { activeDeadlineSeconds: 3600 })),
  };
}

/** No more retries in Tekton or Argo; null for other kinds. */
export function composedRestarts(workload: string): RemovalPatch | null {
  const kind = kindOf(workload);
  if (TEKTON.test(kind)) return { title: "Merge these fields", text: stringify({ spec: { retries: 0 } }) };
  if (!ARGO.test(kind)) return null;
  return {
    title: "Merge these fields",
    text:
      commentText("Or take out the retryStrategy at this line:") +
      stringify(argoSpec(kind, { templateDefaults: { retryStrategy: { limit: "0" } } })),
  };
}
