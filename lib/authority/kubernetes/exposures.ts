import type { At } from "@/lib/authority/read/cursor";
import type { Rows, RowText } from "@/lib/authority/rows";
import type { Origin } from "@/lib/authority/schema";
import type { KubeIndex } from "./kube-index";
import type { KubeObject } from "./objects";

/** How an object lets the outside in: where that is written, and what the row says. */
type Exposure = { at: At; text: RowText };

/** How a Service, an Ingress, a Gateway or a route lets the outside in, or null when it does not. */
export function exposureOf(object: KubeObject): Exposure | null {
  if (object.kind === "Service") return exposureOfService(object);
  if (object.kind === "Ingress") return exposureOfHosts(object, hostsOf(object.at.path("spec", "rules")));
  if (object.kind === "Gateway") return exposureOfGateway(object);
  if (object.kind === "Route") {
    const host = object.at.path("spec", "host").string();
    return exposureOfHosts(object, [host ?? "*"]);
  }
  return hasGateway(object) ? exposureOfHosts(object, namesOf(object)) : null;
}

/** Adds the row; a route whose backend is in another namespace works with that namespace's grant only. */
export function addExposure(object: KubeObject, namespace: string, index: KubeIndex, rows: Rows): void {
  const exposure = exposureOf(object);
  if (!exposure) return;
  const granted =
    object.namespace === namespace ||
    index.referenceGrants.some(
      (grant) => grant.namespace === namespace && grant.from.has(`${object.namespace}/${object.kind}`),
    );
  const origin: Origin = granted ? "explicit" : "unknown";
  rows.add("ingress-exposed", exposure.at, origin, exposure.text);
}

function exposureOfService(service: KubeObject): Exposure | null {
  const spec = service.at.get("spec");
  const type = spec.get("type");
  const kind = type.oneOf(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]);
  const addresses = spec.get("externalIPs");
  const open = kind === "NodePort" || kind === "LoadBalancer";
  if (!open && addresses.items().length === 0) return null;
  const ports = spec
    .get("ports")
    .items()
    .map((port) => `${port.get("protocol").string() ?? "TCP"} ${port.get("port").string() ?? "?"}`);
  const how = open ? kind : "externalIPs";
  return {
    at: open ? type : addresses,
    text: {
      anchor: `Service ${service.name}`,
      target: `${how} ${service.name} ${ports.join(", ")}`.trim(),
      extent: ports,
      limits: limitsOfService(service),
    },
  };
}

/** Annotations by which clouds are asked for a load balancer inside the network. */
const INTERNAL = [
  "service.beta.kubernetes.io/aws-load-balancer-internal",
  "service.beta.kubernetes.io/aws-load-balancer-scheme",
  "service.beta.kubernetes.io/azure-load-balancer-internal",
  "networking.gke.io/load-balancer-type",
  "cloud.google.com/load-balancer-type",
];

function limitsOfService(service: KubeObject): string[] {
  const limits: string[] = [];
  const ranges = service.at.path("spec", "loadBalancerSourceRanges").strings();
  if (ranges.length > 0) limits.push(`callers of ${[...ranges].sort().join(", ")} only`);
  for (const name of INTERNAL) {
    const asked = service.at.path("metadata", "annotations", name).string();
    if (/^(true|internal|0\.0\.0\.0\/0)$/i.test(asked ?? ""))
      limits.push("asks for an internal load balancer");
  }
  return limits;
}

const hostsOf = (rules: At): string[] => rules.items().map((rule) => rule.get("host").string() ?? "*");

function exposureOfHosts(object: KubeObject, hosts: string[]): Exposure {
  return {
    at: object.at.get("spec"),
    text: {
      anchor: `${object.kind} ${object.name}`,
      target: `${object.kind} ${object.name} ${hosts.join(", ")}`.trim(),
      extent: hosts,
    },
  };
}

/** A route of the Gateway API that names no host answers to every one of its Gateway's. */
function namesOf(route: KubeObject): string[] {
  const names = route.at.path("spec", "hostnames").strings();
  return names.length > 0 ? names : ["*"];
}

/** A route lets the outside in through a Gateway; one whose only parent is a Service is about calls inside. */
const hasGateway = (route: KubeObject): boolean =>
  route.at
    .path("spec", "parentRefs")
    .items()
    .some((parent) => (parent.get("kind").string() ?? "Gateway") !== "Service");

function exposureOfGateway(gateway: KubeObject): Exposure | null {
  const listeners = gateway.at.path("spec", "listeners");
  const open = listeners.items().map((listener) => {
    const host = listener.get("hostname").string();
    const port = `${listener.get("protocol").string() ?? "TCP"} ${listener.get("port").string() ?? "?"}`;
    return host === null ? port : `${port} ${host}`;
  });
  if (open.length === 0) return null;
  return {
    at: listeners,
    text: {
      anchor: `Gateway ${gateway.name}`,
      target: `Gateway ${gateway.name} ${open.join(", ")}`,
      extent: open,
    },
  };
}
