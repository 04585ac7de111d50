import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { type KubeIndex, selectsPlainly } from "./kube-index";
import type { KubeObject } from "./objects";
import type { Pod } from "./pod";

/** How a Service lets the outside in, or null when it does not. */
export function exposureOf(service: KubeObject): { at: At; how: string } | null {
  const spec = service.at.get("spec");
  const type = spec.get("type");
  const kind = type.oneOf(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]);
  if (kind === "NodePort" || kind === "LoadBalancer") return { at: type, how: kind };
  const addresses = spec.get("externalIPs");
  return addresses.items().length > 0 ? { at: addresses, how: "externalIPs" } : null;
}

const portsOf = (service: KubeObject): string[] =>
  service.at
    .path("spec", "ports")
    .items()
    .map((port) => `${port.get("protocol").string() ?? "TCP"} ${port.get("port").string() ?? "?"}`);

/** The Services that an Ingress sends requests to. */
export function backendsOf(ingress: KubeObject): Set<string> {
  const names = new Set<string>();
  const take = (backend: At) => {
    const name = backend.path("service", "name").string() ?? backend.get("serviceName").string();
    if (name) names.add(name);
  };
  const spec = ingress.at.get("spec");
  take(spec.get("defaultBackend"));
  take(spec.get("backend"));
  for (const rule of spec.get("rules").items())
    for (const path of rule.path("http", "paths").items()) take(path.get("backend"));
  return names;
}

/** Rows `ingress-exposed` of a workload: ports on the node, Services and Ingresses that select it. */
export function addExposureRows(pod: Pod, index: KubeIndex, selected: Set<KubeObject>, rows: Rows): void {
  for (const container of pod.containers) {
    for (const port of container.at.get("ports").items()) {
      const at = port.get("hostPort");
      const number = at.integer();
      if (number === undefined || number === 0n) continue;
      const address = port.get("hostIP").string() ?? "";
      if (/^(127\.|::1$)/.test(address)) continue;
      rows.add("ingress-exposed", at, "explicit", {
        container: container.name,
        anchor: `hostPort ${port.get("protocol").string() ?? "TCP"} ${number}`,
        target: `port ${number} of the node`,
      });
    }
  }
  const services = (index.services.get(pod.namespace) ?? []).filter((service) =>
    selectsPlainly(service.at.path("spec", "selector"), pod.labels),
  );
  for (const service of services) {
    selected.add(service);
    const exposure = exposureOf(service);
    if (exposure) rows.add("ingress-exposed", exposure.at, "explicit", serviceText(service, exposure.how));
  }
  for (const ingress of index.ingresses.get(pod.namespace) ?? []) {
    const backends = backendsOf(ingress);
    if (!services.some((service) => backends.has(service.name))) continue;
    selected.add(ingress);
    rows.add("ingress-exposed", ingress.at.get("spec"), "explicit", ingressText(ingress));
  }
  addProbes(pod, rows);
}

/** Exposure that selects no workload of the input stands on its own. */
export function addUnselectedExposure(object: KubeObject, rows: Rows): boolean {
  if (object.kind === "Ingress") {
    rows.add("ingress-exposed", object.at.get("spec"), "explicit", ingressText(object));
    return true;
  }
  const exposure = exposureOf(object);
  if (exposure) rows.add("ingress-exposed", exposure.at, "explicit", serviceText(object, exposure.how));
  return exposure !== null;
}

const serviceText = (service: KubeObject, how: string) => ({
  anchor: `Service ${service.name}`,
  target: `${how} ${service.name} ${portsOf(service).join(", ")}`.trim(),
  extent: portsOf(service),
});

const ingressText = (ingress: KubeObject) => {
  const hosts = ingress.at
    .path("spec", "rules")
    .items()
    .map((rule) => rule.get("host").string() ?? "*");
  return {
    anchor: `Ingress ${ingress.name}`,
    target: `Ingress ${ingress.name} ${hosts.join(", ")}`.trim(),
    extent: hosts,
  };
};

function addProbes(pod: Pod, rows: Rows): void {
  for (const container of pod.containers) {
    const handlers = ["livenessProbe", "readinessProbe", "startupProbe"].map((probe) =>
      container.at.get(probe),
    );
    handlers.push(...["postStart", "preStop"].map((hook) => container.at.path("lifecycle", hook)));
    for (const handler of handlers) {
      for (const call of ["httpGet", "tcpSocket"]) {
        const host = handler.path(call, "host");
        if (host.string())
          rows.add("probe-ssrf", host, "explicit", {
            container: container.name,
            anchor: host.string() ?? "",
          });
      }
    }
  }
}
