import { firstWritten, implied, listOf, withFields } from "@/lib/authority/kubernetes/composed";
import { type Container, type Pod, podAt } from "@/lib/authority/kubernetes/pod";
import type { At } from "@/lib/authority/read/cursor";
import type { ContainerRole } from "@/lib/authority/schema";
import type { Operation } from "./operation";
import { merged } from "./patches";
import { WithUndetermined } from "./spelling";

/** The fields of a distributed run that hold one kind of replica each. */
const ROLES = [
  ...["master", "chief", "ps", "worker", "evaluator", "launcher", "scheduler", "server", "head", "job"],
  ...["driver", "executor", "tuner", "tunerTracker", "tunerServer", "template"],
];

/** A pod of an operation, and what it is made of. */
export type RunPart = { pod: Pod; replica: At };

/**
 * An operation as the pods that the agent makes of it: one, or one for each role of a distributed run. The
 * sections `environment` and `container` are Kubernetes' pod and container, so that Kubernetes' rows are
 * made of them. Source: Polyaxon, V1Environment, V1Job, V1Service, V1KFReplica, V1RayJob, V1DaskJob.
 */
export function partsOf(operation: Operation): RunPart[] {
  const { run } = operation;
  const replicas = ROLES.map((role): [string, At] => [role, run.get(role)]).filter(([, at]) => isReplica(at));
  const workers = run.get("workers");
  for (const [name, at] of workers.entries()) if (isReplica(at)) replicas.push([name, at]);
  for (const at of workers.items())
    if (isReplica(at)) replicas.push([at.get("name").string() ?? "worker", at]);
  if (replicas.length === 0) return [partOf(operation, run, null)];
  return replicas.map(([role, at]) => partOf(operation, underRun(at, run), role));
}

/** What a patch or a preset writes for a distributed run as a whole, it writes for each of its replicas. */
function underRun(replica: At, run: At): At {
  const fields = ["environment", "container", "connections", "volumes", "init", "sidecars"];
  return withFields(
    replica,
    Object.fromEntries(fields.map((field) => [field, merged(run.get(field), replica.get(field))])),
  );
}

const isReplica = (at: At): boolean =>
  at.get("container").exists || at.get("environment").exists || at.has("init");

function partOf({ ref, root }: Operation, replica: At, role: string | null): RunPart {
  const environment = replica.get("environment");
  const spec = withFields(environment, {
    volumes: replica.get("volumes"),
    imagePullSecrets: named(environment.get("imagePullSecrets")),
  });
  const object = {
    kind: ref.split(" ", 1)[0]!,
    apiVersion: "",
    name: ref.slice(ref.indexOf(" ") + 1),
    namespace: "",
    ref,
    at: root,
    controller: null,
  };
  const template = withFields(environment, { metadata: environment });
  const pod = podAt(object, template, new WithUndetermined(spec, ["runtimeClassName"]));
  pod.containers = containersOf(replica, environment, role);
  pod.part = role;
  pod.ownDefaults = {
    what: new Set(["account"]),
    sentence: "names no service account, so the agent's own setting for its runs decides",
  };
  return { pod, replica };
}

/** Names, which are written as such, as Kubernetes' references. */
function named(list: At): At {
  return listOf(
    list,
    list.items().map((at) => (at.value?.kind === "scalar" ? implied(at, { name: at.string() }) : at)),
  );
}

function containersOf(replica: At, environment: At, role: string | null): Container[] {
  const containers: Container[] = [];
  const take = (at: At, as: ContainerRole, otherwise: string) => {
    const own = at.get("name").string() ?? otherwise;
    let name = own;
    for (let n = 2; containers.some((other) => other.name === name); n += 1) name = `${own}.${n}`;
    const whole = containerAt(at, as === "main" ? environment : null, replica);
    containers.push({ name, role: as, at: whole, context: whole.get("securityContext") });
  };
  const prefix = role === null ? "" : `${role}-`;
  const main = replica.get("container");
  if (main.exists || replica.path("build", "image").exists) take(main, "main", role ?? "main");
  for (const at of replica.get("init").items())
    if (at.get("container").exists) take(at.get("container"), "init", `${prefix}init`);
  for (const at of replica.get("sidecars").items()) take(at, "sidecar", `${prefix}sidecar`);
  return containers;
}

/** A container in Kubernetes' shape: version 0 writes its resources, variables and image elsewhere. */
function containerAt(container: At, environment: At | null, replica: At): At {
  const resources = firstWritten(
    container.get("resources"),
    environment?.get("resources") ?? container.get("resources"),
  );
  return withFields(container, {
    command: asList(container.get("command")),
    args: asList(container.get("args")),
    env: variables(container.get("env"), environment?.get("envVars")),
    image: firstWritten(
      container.get("image"),
      environment ? replica.path("build", "image") : container.get("image"),
    ),
    resources: withFields(resources, { limits: limitsOf(resources) }),
  });
}

/** One word, or a list of them. */
const asList = (at: At): At => (at.value?.kind === "scalar" && at.exists ? listOf(at, [at]) : at);

/** Variables as Kubernetes' list; they are also written as a map of names to values, or as pairs. */
function variables(...lists: (At | undefined)[]): At {
  const all = lists.flatMap((list) => {
    if (!list) return [];
    if (list.value?.kind === "map") return list.entries().map(([name, at]) => variable(name, at, at));
    return list.items().map((at) => {
      const [name, value] = at.items();
      return name && value ? variable(name.string() ?? "", value, at) : at;
    });
  });
  return listOf(lists[0]!, all);
}

const variable = (name: string, value: At, near: At): At =>
  withFields(implied(near, { name }), value.value?.kind === "scalar" ? { value } : {});

/** Limits by kind; version 0.5 wrote requests and limits under each resource. */
function limitsOf(resources: At): At {
  const limits = resources.get("limits");
  if (limits.exists) return limits;
  const old = Object.fromEntries(
    ["cpu", "memory", "gpu"].map((name) => [
      name === "gpu" ? "nvidia.com/gpu" : name,
      resources.path(name, "limits"),
    ]),
  );
  return withFields(limits, old);
}
