import type { At } from "@/lib/authority/read/cursor";
import { isUnreadPolicy } from "./kinds";
import type { KubeObject } from "./objects";
import type { Pod } from "./pod";

/** What the rows of one workload need to know of the other objects; made once for an input. */
export type KubeIndex = {
  policies: Map<string, KubeObject[]>;
  services: Map<string, KubeObject[]>;
  ingresses: Map<string, KubeObject[]>;
  /** Policies of kinds that are not read; `null` stands for every namespace. */
  unreadPolicies: { namespace: string | null; object: KubeObject }[];
  accounts: Map<string, KubeObject>;
  runtimeHandlers: Map<string, string>;
  /** Which workloads use a claim, by `namespace/claim`. */
  claimUsers: Map<string, Set<string>>;
  sharedClaims: Set<string>;
  /** ConfigMaps with privileges in their text are laid on the workloads that use them. */
  configMapUsers: Map<string, Set<string>>;
};

function into<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

function intoSet(map: Map<string, Set<string>>, key: string, item: string): void {
  const set = map.get(key);
  if (set) set.add(item);
  else map.set(key, new Set([item]));
}

export function indexOf(objects: KubeObject[], pods: Pod[]): KubeIndex {
  const index: KubeIndex = {
    policies: new Map(),
    services: new Map(),
    ingresses: new Map(),
    unreadPolicies: [],
    accounts: new Map(),
    runtimeHandlers: new Map(),
    claimUsers: new Map(),
    sharedClaims: new Set(),
    configMapUsers: new Map(),
  };
  for (const object of objects) addObject(index, object);
  for (const pod of pods) {
    for (const volume of pod.spec.get("volumes").items()) {
      const claim = volume.path("persistentVolumeClaim", "claimName").string();
      if (claim !== null) intoSet(index.claimUsers, `${pod.namespace}/${claim}`, pod.ref);
      for (const source of [volume, ...volume.path("projected", "sources").items()]) {
        const map = source.path("configMap", "name").string();
        if (map !== null) intoSet(index.configMapUsers, `${pod.namespace}/${map}`, pod.ref);
      }
    }
    for (const container of pod.containers) {
      for (const source of container.at.get("envFrom").items()) {
        const map = source.path("configMapRef", "name").string();
        if (map !== null) intoSet(index.configMapUsers, `${pod.namespace}/${map}`, pod.ref);
      }
    }
  }
  return index;
}

function addObject(index: KubeIndex, object: KubeObject): void {
  const { kind, apiVersion, namespace, name } = object;
  if (isUnreadPolicy(kind, apiVersion)) {
    const everywhere =
      object.ref === `${kind} ${name}` || (kind === "AuthorizationPolicy" && namespace === "istio-system");
    index.unreadPolicies.push({ namespace: everywhere ? null : namespace, object });
  } else if (kind === "NetworkPolicy") into(index.policies, namespace, object);
  else if (kind === "Service") into(index.services, namespace, object);
  else if (kind === "Ingress") into(index.ingresses, namespace, object);
  else if (kind === "ServiceAccount") index.accounts.set(`${namespace}/${name}`, object);
  else if (kind === "RuntimeClass")
    index.runtimeHandlers.set(name, object.at.get("handler").string() ?? name);
  else if (kind === "PersistentVolumeClaim") {
    if (object.at.path("spec", "accessModes").strings().includes("ReadWriteMany"))
      index.sharedClaims.add(`${namespace}/${name}`);
  }
}

/**
 * Whether a label selector selects; an empty one selects everything, an absent one nothing.
 * A shape that Kubernetes does not have (a flat map) selects by its pairs, as old kinds do.
 */
export function selects(selector: At, labels: Map<string, string>): boolean {
  if (selector.value === null || selector.value.kind !== "map") return false;
  for (const [key, at] of selector.get("matchLabels").entries())
    if (labels.get(key) !== (at.string() ?? "")) return false;
  for (const expression of selector.get("matchExpressions").items()) {
    const key = expression.get("key").string() ?? "";
    const values = expression.get("values").strings();
    const value = labels.get(key);
    const operator = expression.get("operator").oneOf(["In", "NotIn", "Exists", "DoesNotExist"]);
    if (operator === "In" && (value === undefined || !values.includes(value))) return false;
    if (operator === "NotIn" && value !== undefined && values.includes(value)) return false;
    if (operator === "Exists" && value === undefined) return false;
    if (operator === "DoesNotExist" && value !== undefined) return false;
    if (operator === undefined) return false;
  }
  return true;
}

/** Whether a Service's plain map of labels selects; an empty or absent one selects nothing. */
export function selectsPlainly(selector: At, labels: Map<string, string>): boolean {
  const entries = selector.entries();
  return entries.length > 0 && entries.every(([key, at]) => labels.get(key) === (at.string() ?? ""));
}
