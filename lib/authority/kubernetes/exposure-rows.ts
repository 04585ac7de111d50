import type { Rows } from "@/lib/authority/rows";
import { addExposure, exposureOf } from "./exposures";
import { isClusterLocal } from "./knative";
import type { KubeIndex } from "./kube-index";
import type { KubeObject } from "./objects";
import type { Pod } from "./pod";
import { selectsPlainly } from "./selectors";

/** Rows `ingress-exposed` of a workload: ports on the node, Services, Ingresses and routes that lead to it. */
export function addExposureRows(pod: Pod, index: KubeIndex, selected: Set<KubeObject>, rows: Rows): void {
  addHostPorts(pod, rows);
  const services = index.services
    .candidates(pod.namespace, pod.labels)
    .filter((service) => selectsPlainly(service.at.path("spec", "selector"), pod.labels));
  const leading = new Set<KubeObject>(services);
  for (const service of services)
    for (const route of index.routes.get(`${service.namespace}/${service.name}`) ?? []) leading.add(route);
  for (const object of leading) {
    selected.add(object);
    addExposure(object, pod.namespace, index, rows);
  }
  if (pod.object.apiVersion.startsWith("serving.knative.dev/")) addKnative(pod, rows);
  addProbes(pod, rows);
}

function addHostPorts(pod: Pod, rows: Rows): void {
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
        limits: address === "" || /^(0\.0\.0\.0|::)$/.test(address) ? [] : [`on address ${address} only`],
      });
    }
  }
}

/** Knative makes a route for each of its Services; whether that is public, its own configuration says. */
function addKnative(pod: Pod, rows: Rows): void {
  if (pod.object.kind !== "Service" || isClusterLocal(pod.object)) return;
  rows.add("ingress-exposed", pod.object.at.get("spec"), "unknown", {
    anchor: `Knative route ${pod.object.name}`,
    target: `the route that Knative makes for ${pod.object.name}`,
  });
}

/** Exposure that selects no workload of the input stands on its own. */
export function addUnselectedExposure(object: KubeObject, index: KubeIndex, rows: Rows): void {
  if (object.kind === "Gateway" || exposureOf(object)) addExposure(object, object.namespace, index, rows);
}

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
