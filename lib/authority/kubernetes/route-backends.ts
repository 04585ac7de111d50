import type { At } from "@/lib/authority/read/cursor";
import type { KubeObject } from "./objects";

/** The `namespace/name` of every Service that an Ingress or a route sends requests to. */
export function backendsOf(object: KubeObject): Set<string> {
  const backends = new Set<string>();
  const add = (name: string | null, namespace: string | null = null) => {
    if (name) backends.add(`${namespace ?? object.namespace}/${name}`);
  };
  const spec = object.at.get("spec");
  if (object.kind === "Ingress") {
    const take = (backend: At) =>
      add(backend.path("service", "name").string() ?? backend.get("serviceName").string());
    take(spec.get("defaultBackend"));
    take(spec.get("backend"));
    for (const rule of spec.get("rules").items())
      for (const path of rule.path("http", "paths").items()) take(path.get("backend"));
  } else if (object.kind === "Route") {
    for (const at of [spec.get("to"), ...spec.get("alternateBackends").items()]) add(at.get("name").string());
  } else {
    for (const rule of spec.get("rules").items())
      for (const at of rule.get("backendRefs").items())
        if ((at.get("kind").string() ?? "Service") === "Service")
          add(at.get("name").string(), at.get("namespace").string());
  }
  return backends;
}
