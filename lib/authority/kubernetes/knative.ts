import type { At } from "@/lib/authority/read/cursor";
import { layered } from "./composed";
import type { KubeObject } from "./objects";
import { containersOf, type OwnDefaults, type Pod, podAt } from "./pod";

/** Where each kind of Knative Serving keeps its pod. */
export const KNATIVE_TEMPLATES: Record<string, string[]> = {
  Service: ["spec", "template"],
  Configuration: ["spec", "template"],
  Revision: [],
};

/**
 * What Knative Serving fills in: limits from config-defaults, a security context where secure-pod-defaults is
 * on (the default changes with 1.21), and a public route. Source: knative.dev/docs/serving/configuration.
 */
const DEFAULTS: OwnDefaults = {
  what: new Set(["context", "limits"]),
  sentence:
    "leaves limits or its security context to Knative Serving, whose ConfigMaps config-defaults and config-features fill them in; its queue-proxy runs beside the container as well",
};

/** The pod of a Knative Service, Configuration or Revision. */
export function knativePod(object: KubeObject): Pod {
  const template = object.at.path(...KNATIVE_TEMPLATES[object.kind]!);
  const spec = template.get("spec");
  const pod = podAt(object, template, spec);
  const inner = layered(template.get("metadata"), object.at.get("metadata"));
  for (const [name, at] of inner.get("labels").entries()) pod.labels.set(name, at.string() ?? "");
  if (object.kind === "Service") pod.labels.set("serving.knative.dev/service", object.name);
  // A single container may go without a name; Knative calls it so.
  pod.containers = containersOf(spec).map((container) =>
    container.at.get("name").exists || container.role !== "main"
      ? container
      : { ...container, name: "user-container" },
  );
  pod.ownDefaults = DEFAULTS;
  return pod;
}

/** The label with which a Knative Service stays inside the cluster; otherwise it has a route from outside. */
export function isClusterLocal(object: KubeObject): boolean {
  const label = (at: At) => at.path("metadata", "labels", "networking.knative.dev/visibility").string();
  return label(object.at) === "cluster-local";
}
