import { isUnreadPolicy } from "./kinds";
import type { KubeObject } from "./objects";
import type { Pod } from "./pod";
import { backendsOf } from "./route-backends";
import { BySelector } from "./selectors";

/** What the rows of one workload need to know of the other objects; made once for an input. */
export type KubeIndex = {
  policies: BySelector<KubeObject>;
  services: BySelector<KubeObject>;
  /** Ingresses and routes, by the `namespace/service` that they send requests to. */
  routes: Map<string, KubeObject[]>;
  /** Policies of kinds that are not read; `null` stands for every namespace. */
  unreadPolicies: { namespace: string | null; object: KubeObject }[];
  accounts: Map<string, KubeObject>;
  configMaps: Map<string, KubeObject>;
  secrets: Map<string, KubeObject>;
  namespaces: Map<string, KubeObject>;
  limitRanges: Map<string, KubeObject[]>;
  quotas: Map<string, KubeObject[]>;
  priorityClasses: Map<string, KubeObject>;
  runtimeHandlers: Map<string, string>;
  claims: Map<string, KubeObject>;
  /** PersistentVolumes by name, and by the `namespace/claim` that they are reserved for. */
  volumes: Map<string, KubeObject>;
  reserved: Map<string, KubeObject>;
  /** Which workloads use a claim, by `namespace/claim`. */
  claimUsers: Map<string, Set<string>>;
  /** ConfigMaps with privileges in their text are laid on the workloads that use them. */
  configMapUsers: Map<string, Set<string>>;
  /** Namespaces whose objects may be named from elsewhere: `namespace/kind` of a ReferenceGrant. */
  referenceGrants: { namespace: string; from: Set<string> }[];
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
    policies: new BySelector(),
    services: new BySelector(),
    routes: new Map(),
    unreadPolicies: [],
    accounts: new Map(),
    configMaps: new Map(),
    secrets: new Map(),
    namespaces: new Map(),
    limitRanges: new Map(),
    quotas: new Map(),
    priorityClasses: new Map(),
    runtimeHandlers: new Map(),
    claims: new Map(),
    volumes: new Map(),
    reserved: new Map(),
    claimUsers: new Map(),
    configMapUsers: new Map(),
    referenceGrants: [],
  };
  for (const object of objects) addObject(index, object);
  for (const pod of pods) addUses(index, pod);
  return index;
}

/** Which claims and ConfigMaps a pod uses. */
function addUses(index: KubeIndex, pod: Pod): void {
  const usesMap = (name: string | null) => {
    if (name !== null) intoSet(index.configMapUsers, `${pod.namespace}/${name}`, pod.ref);
  };
  for (const volume of pod.spec.get("volumes").items()) {
    const claim = volume.path("persistentVolumeClaim", "claimName").string();
    if (claim !== null) intoSet(index.claimUsers, `${pod.namespace}/${claim}`, pod.ref);
    for (const source of [volume, ...volume.path("projected", "sources").items()])
      usesMap(source.path("configMap", "name").string());
  }
  for (const container of pod.containers) {
    for (const source of container.at.get("envFrom").items())
      usesMap(source.path("configMapRef", "name").string());
    for (const entry of container.at.get("env").items())
      usesMap(entry.path("valueFrom", "configMapKeyRef", "name").string());
  }
}

type Entry = (index: KubeIndex, object: KubeObject) => void;

const byName =
  (of: (index: KubeIndex) => Map<string, KubeObject>, clusterScoped = false): Entry =>
  (index, object) =>
    of(index).set(clusterScoped ? object.name : `${object.namespace}/${object.name}`, object);
const byNamespace =
  (of: (index: KubeIndex) => Map<string, KubeObject[]>): Entry =>
  (index, object) =>
    into(of(index), object.namespace, object);
const asRoute: Entry = (index, object) => {
  for (const service of backendsOf(object)) into(index.routes, service, object);
};

const ENTRIES: Record<string, Entry> = {
  NetworkPolicy: (index, object) =>
    index.policies.add(object.namespace, object.at.path("spec", "podSelector", "matchLabels"), object),
  Service: (index, object) => {
    const selector = object.at.path("spec", "selector");
    if (selector.entries().length > 0) index.services.add(object.namespace, selector, object);
  },
  Ingress: asRoute,
  LimitRange: byNamespace((index) => index.limitRanges),
  ResourceQuota: byNamespace((index) => index.quotas),
  ServiceAccount: byName((index) => index.accounts),
  ConfigMap: byName((index) => index.configMaps),
  Secret: byName((index) => index.secrets),
  PersistentVolumeClaim: byName((index) => index.claims),
  Namespace: byName((index) => index.namespaces, true),
  PriorityClass: byName((index) => index.priorityClasses, true),
  HTTPRoute: asRoute,
  GRPCRoute: asRoute,
  TCPRoute: asRoute,
  TLSRoute: asRoute,
  UDPRoute: asRoute,
  Route: asRoute,
  RuntimeClass: (index, object) => {
    const handler = object.at.get("handler").string() ?? object.at.path("spec", "runtimeHandler").string();
    index.runtimeHandlers.set(object.name, handler ?? object.name);
  },
  PersistentVolume: (index, object) => {
    index.volumes.set(object.name, object);
    const claim = object.at.path("spec", "claimRef");
    const name = claim.get("name").string();
    if (name !== null) index.reserved.set(`${claim.get("namespace").string() ?? "default"}/${name}`, object);
  },
  ReferenceGrant: (index, object) => {
    const from = object.at
      .path("spec", "from")
      .items()
      .map((at) => `${at.get("namespace").string() ?? ""}/${at.get("kind").string() ?? ""}`);
    index.referenceGrants.push({ namespace: object.namespace, from: new Set(from) });
  },
};

function addObject(index: KubeIndex, object: KubeObject): void {
  const { kind, apiVersion, namespace, name } = object;
  if (isUnreadPolicy(kind, apiVersion)) {
    const everywhere =
      object.ref === `${kind} ${name}` || (kind === "AuthorizationPolicy" && namespace === "istio-system");
    index.unreadPolicies.push({ namespace: everywhere ? null : namespace, object });
  } else if (Object.hasOwn(ENTRIES, kind) && !apiVersion.startsWith("serving.knative.dev/")) {
    ENTRIES[kind]!(index, object);
  }
}
