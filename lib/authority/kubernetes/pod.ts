import type { At } from "@/lib/authority/read/cursor";
import type { ContainerRole } from "@/lib/authority/schema";
import { templatePath } from "./kinds";
import type { KubeObject } from "./objects";

export type Container = { name: string; role: ContainerRole; at: At; context: At };

/** A workload's pod, wherever its kind keeps it. */
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
  /** A kind whose controller fills in policy or token by itself, so that absence says nothing. */
  hasOwnDefaults: boolean;
};

/** The pod of a workload, or null for an object that is none. */
export function podOf(object: KubeObject): Pod | null {
  const steps = templatePath(object.kind, object.apiVersion);
  if (!steps) return null;
  const template = object.at.path(...steps);
  const spec = template.get("spec");
  const labels = new Map<string, string>();
  for (const [name, at] of template.path("metadata", "labels").entries()) labels.set(name, at.string() ?? "");
  return {
    object,
    ref: object.ref,
    namespace: object.namespace,
    template,
    spec,
    context: spec.get("securityContext"),
    labels,
    annotations: template.path("metadata", "annotations").entries(),
    containers: containersOf(spec),
    hasOwnDefaults: object.kind === "SandboxTemplate",
  };
}

function containersOf(spec: At): Container[] {
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
