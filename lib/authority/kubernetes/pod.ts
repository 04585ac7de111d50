import type { At } from "@/lib/authority/read/cursor";
import type { ContainerRole, Origin } from "@/lib/authority/schema";
import { isClusterScoped, templatePath } from "./kinds";
import type { KubeObject } from "./objects";

export type Container = {
  name: string;
  role: ContainerRole;
  at: At;
  context: At;
  /** A text that is written to a file and run, where the kind has one. */
  script?: At;
};

/** What a controller may fill in where nothing is written. */
export type FilledIn = "account" | "token" | "network" | "context" | "limits" | "time";

/** A controller with defaults of its own: what they are about, and a sentence about them for people. */
export type OwnDefaults = { what: ReadonlySet<FilledIn>; sentence: string };

/** A workload's pod, wherever its kind keeps it; a kind that makes several kinds of pods has several. */
export type Pod = {
  object: KubeObject;
  ref: string;
  namespace: string;
  /** What holds the pod's metadata and spec. */
  template: At;
  spec: At;
  context: At;
  labels: Map<string, string>;
  annotations: [string, At][];
  containers: Container[];
  /** Set where a controller fills in what is absent, so that absence there says nothing. */
  ownDefaults: OwnDefaults | null;
  /** A text that is laid over the pod and is not read, so that absence anywhere says nothing. */
  patch: At | null;
  /** Which of several pods of one workload this is; null where there is one kind of pod. */
  part: string | null;
  /** Service accounts whose token is in the pod besides that of its own. */
  otherAccounts: { name: string; at: At; limit: string }[];
};

/** The pod of a workload that has one template, or null for an object that is none. */
export function podOf(object: KubeObject): Pod | null {
  const steps = templatePath(object.kind, object.apiVersion);
  if (!steps) return null;
  const template = object.at.path(...steps);
  const pod = podAt(object, template, template.get("spec"));
  pod.containers = containersOf(pod.spec);
  if (object.kind === "Job") {
    // The Job controller adds these to its pods, and policies select by them.
    pod.labels.set("job-name", object.name).set("batch.kubernetes.io/job-name", object.name);
  }
  if (object.kind === "SandboxTemplate") pod.ownDefaults = sandboxDefaults(object);
  return pod;
}

/** A pod without containers yet: metadata from one place, spec from another. */
export function podAt(object: KubeObject, template: At, spec: At): Pod {
  const labels = new Map<string, string>();
  for (const [name, at] of template.path("metadata", "labels").entries()) labels.set(name, at.string() ?? "");
  return {
    object,
    ref: object.ref,
    // What belongs to no namespace runs in any, so that nothing of one namespace is about it.
    namespace: isClusterScoped(object.kind) ? "" : object.namespace,
    template,
    spec,
    context: spec.get("securityContext"),
    labels,
    annotations: template.path("metadata", "annotations").entries(),
    containers: [],
    ownDefaults: null,
    patch: null,
    part: null,
    otherAccounts: [],
  };
}

function sandboxDefaults(object: KubeObject): OwnDefaults {
  const unmanaged = object.at.path("spec", "networkPolicyManagement").string() === "Unmanaged";
  return {
    what: new Set<FilledIn>(unmanaged ? ["token"] : ["token", "network"]),
    sentence: `says nothing about its ${unmanaged ? "token" : "network or its token"}; the agent-sandbox controller fills in defaults of its own`,
  };
}

/** The containers of an ordinary pod spec. */
export function containersOf(spec: At): Container[] {
  const containers: Container[] = [];
  const take = (field: string, role: (at: At) => ContainerRole) => {
    for (const at of spec.get(field).items()) {
      const name = at.get("name").string() ?? `#${containers.length}`;
      containers.push({ name, role: role(at), at, context: at.get("securityContext") });
    }
  };
  take("containers", () => "main");
  // An init container that restarts always runs beside the others for the pod's life (sidecar, since 1.28).
  take("initContainers", (at) => (at.get("restartPolicy").string() === "Always" ? "sidecar" : "init"));
  take("ephemeralContainers", () => "ephemeral");
  return containers;
}

/** The container's own field where it is written, otherwise the pod's: how the kubelet merges the two. */
export function inherited(pod: Pod, container: Container, field: string): At {
  const own = container.context.get(field);
  if (own.exists) return own;
  const shared = pod.context.get(field);
  return shared.exists ? shared : own;
}

/**
 * What absence means: granted, unless a placeholder stands there, a controller fills in what is absent, or
 * the pod is patched by a text that is not read.
 */
export function silenceOf(pod: Pod, what: FilledIn | null, at: At): Origin {
  const told = !at.unresolved && pod.patch === null && !(what && pod.ownDefaults?.what.has(what));
  return told ? "default" : "unknown";
}

/** Whether the pod says that it runs on Windows, where what is particular to Linux does not exist. */
export const isWindows = ({ spec }: Pod): boolean =>
  spec.path("os", "name").string() === "windows" ||
  spec.path("nodeSelector", "kubernetes.io/os").string() === "windows";
