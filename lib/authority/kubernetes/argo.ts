import type { At } from "@/lib/authority/read/cursor";
import { firstWritten, joinedLists, layered, withFields } from "./composed";
import type { KubeObject } from "./objects";
import { type Container, containersOf, type Pod, podAt } from "./pod";
import type { PodLookup } from "./pods-of";

/** The kinds of Argo Workflows whose spec makes pods, and where it stands. */
export const ARGO_SPECS: Record<string, string[]> = {
  Workflow: ["spec"],
  WorkflowTemplate: ["spec"],
  ClusterWorkflowTemplate: ["spec"],
  CronWorkflow: ["spec", "workflowSpec"],
};

/**
 * One pod for each template that runs containers; its container is called as the template, those beside it
 * `<template>/<name>`. Source: argo-workflows.readthedocs.io/en/latest/fields (WorkflowSpec, Template).
 */
export function argoPods(object: KubeObject, lookup: PodLookup): Pod[] {
  const spec = withReferenced(object, object.at.path(...ARGO_SPECS[object.kind]!), lookup);
  const pods: Pod[] = [];
  for (const { at, name } of templatesOf(object, spec, lookup)) {
    const template = layered(at, spec.get("templateDefaults"));
    if (!RUNS.some((field) => template.get(field).exists)) continue;
    pods.push(podOfTemplate(object, spec, template, name ?? `#${pods.length}`));
  }
  if (pods.length === 0) {
    const why = "has no template that runs a container, so it yields no row";
    lookup.note("warning", "no-container", `${object.ref} ${why}`, object.at);
  }
  return pods;
}

/** Template types that are pods; `steps`, `dag` and `suspend` only order others. */
const RUNS = ["container", "script", "containerSet", "resource", "data", "http", "plugin"];

/** A workflow that refers to a template of the input has its spec, with its own laid over it. */
function withReferenced(object: KubeObject, spec: At, lookup: PodLookup): At {
  const reference = spec.get("workflowTemplateRef");
  const name = reference.get("name").string();
  if (name === null) return spec;
  const kind = reference.get("clusterScope").boolean() ? "ClusterWorkflowTemplate" : "WorkflowTemplate";
  const found = lookup.find(kind, object.namespace, name);
  if (!found) {
    lookup.note(
      "warning",
      "template-not-supplied",
      `${object.ref} runs ${kind} ${name}, which is not in the input, so its containers are not shown`,
      reference,
    );
    return spec;
  }
  return layered(spec, found.at.get("spec"));
}

type Template = { at: At; name: string | null };

/** Templates by name, those that stand inside a step or a task, and those of other objects that these refer to. */
function templatesOf(object: KubeObject, spec: At, lookup: PodLookup): Template[] {
  const found = new Map<string, Template>();
  const add = (at: At, name: string | null) => found.set(name ?? `#${found.size}`, { at, name });
  const call = (place: At) => {
    const inline = place.get("inline");
    if (inline.exists) add(inline, inline.get("name").string() ?? place.get("name").string());
    const reference = place.get("templateRef");
    if (!reference.exists) return;
    const name = `${reference.get("name").string()}/${reference.get("template").string()}`;
    const at = referenced(object, reference, lookup);
    if (at) add(at, name);
  };
  for (const template of spec.get("templates").items()) {
    add(template, template.get("name").string());
    for (const group of template.get("steps").items())
      for (const step of group.value?.kind === "list" ? group.items() : [group]) call(step);
    for (const task of template.path("dag", "tasks").items()) call(task);
  }
  return [...found.values()];
}

/** The template of another object of the input that a step refers to; it runs with this workflow's account. */
function referenced(object: KubeObject, reference: At, lookup: PodLookup): At | null {
  const kind = reference.get("clusterScope").boolean() ? "ClusterWorkflowTemplate" : "WorkflowTemplate";
  const name = reference.get("name").string() ?? "";
  const wanted = reference.get("template").string();
  const templates = lookup.find(kind, object.namespace, name)?.at.path("spec", "templates").items() ?? [];
  const at = templates.find((template) => template.get("name").string() === wanted) ?? null;
  if (!at) {
    const what = `template ${wanted} of ${kind} ${name}, which is not in the input, so what it runs is not shown`;
    lookup.note("warning", "template-not-supplied", `${object.ref} runs ${what}`, reference);
  }
  return at;
}

function podOfTemplate(object: KubeObject, spec: At, template: At, name: string): Pod {
  const first = (field: string, ofSpec = field) => firstWritten(template.get(field), spec.get(ofSpec));
  const podSpec = withFields(spec, {
    serviceAccountName: first("serviceAccountName"),
    automountServiceAccountToken: first("automountServiceAccountToken"),
    securityContext: layered(template.get("securityContext"), spec.get("securityContext")),
    volumes: joinedLists([spec.get("volumes"), template.get("volumes")], "name"),
    tolerations: joinedLists([spec.get("tolerations"), template.get("tolerations")]),
    hostAliases: joinedLists([spec.get("hostAliases"), template.get("hostAliases")]),
    priorityClassName: first("priorityClassName", "podPriorityClassName"),
    nodeSelector: first("nodeSelector"),
  });
  const metadata = layered(template.get("metadata"), spec.get("podMetadata"));
  const pod = podAt(object, withFields(template, { metadata }), podSpec);
  pod.labels.set("workflows.argoproj.io/workflow", object.name);
  pod.part = name;
  pod.containers = containersIn(template, name);
  const patch = firstWritten(template.get("podSpecPatch"), spec.get("podSpecPatch"));
  if (patch.exists) pod.patch = patch;
  const executor = firstWritten(
    template.path("executor", "serviceAccountName"),
    spec.path("executor", "serviceAccountName"),
  );
  const account = executor.string();
  if (account !== null)
    pod.otherAccounts.push({ name: account, at: executor, limit: "in the executor's containers only" });
  return pod;
}

function containersIn(template: At, name: string): Container[] {
  const found: Container[] = [];
  const add = (at: At, called: string, role: Container["role"], script?: At) =>
    found.push({ name: called, role, at, context: at.get("securityContext"), script });
  const main = firstWritten(template.get("container"), template.get("script"));
  if (template.get("container").exists) add(template.get("container"), name, "main");
  const script = template.get("script");
  if (script.exists) add(script, name, "main", script.get("source"));
  const set = template.get("containerSet");
  for (const at of set.get("containers").items()) {
    const mounts = joinedLists([set.get("volumeMounts"), at.get("volumeMounts")], "mountPath");
    add(withFields(at, { volumeMounts: mounts }), `${name}/${nameIn(at, found)}`, "main");
  }
  const beside = withFields(template, { containers: template.get("sidecars") });
  for (const { at, role, name: own } of containersOf(beside)) {
    const mirrors = at.get("mirrorVolumeMounts").boolean() === true;
    const mounts = joinedLists([at.get("volumeMounts"), main.get("volumeMounts")], "mountPath");
    const container = mirrors ? withFields(at, { volumeMounts: mounts }) : at;
    add(container, `${name}/${own}`, role === "main" ? "sidecar" : role);
  }
  return found;
}

const nameIn = (at: At, found: Container[]): string => at.get("name").string() ?? `#${found.length}`;
