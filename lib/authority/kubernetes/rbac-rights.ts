import type { At } from "@/lib/authority/read/cursor";

/** A policy rule of a role, its lists read once. */
export type Rule = { at: At; groups: string[]; resources: string[]; names: string[]; verbs: string[] };

/** A right that the catalogue knows: an id, and the resources and verbs that give it. */
export type Right = {
  id: string;
  /** `group/resource`, the core group's without a slash in front. */
  resources: string[];
  verbs: string[];
};

const WRITE = ["create", "update", "patch"];
const WORKLOADS = [
  "pods",
  "replicationcontrollers",
  "apps/deployments",
  "apps/daemonsets",
  "apps/statefulsets",
  "apps/replicasets",
  "batch/jobs",
  "batch/cronjobs",
];
/** Custom resources whose controllers make pods from what is written in them. */
export const POD_MAKERS = [
  "argoproj.io/workflows",
  "argoproj.io/cronworkflows",
  "argoproj.io/rollouts",
  "agents.x-k8s.io/sandboxes",
  "extensions.agents.x-k8s.io/sandboxtemplates",
  "tekton.dev/taskruns",
  "tekton.dev/pipelineruns",
  "serving.knative.dev/services",
  "apps.openshift.io/deploymentconfigs",
];
const RBAC = "rbac.authorization.k8s.io";

export const RIGHTS: readonly Right[] = [
  { id: "rbac-workload-create", resources: [...WORKLOADS, ...POD_MAKERS], verbs: WRITE },
  { id: "rbac-exec", resources: ["pods/exec", "pods/attach", "pods/portforward"], verbs: ["create", "get"] },
  { id: "rbac-exec", resources: ["pods/ephemeralcontainers"], verbs: ["create", "get", "update", "patch"] },
  { id: "rbac-secrets", resources: ["secrets"], verbs: ["get", "list", "watch"] },
  { id: "rbac-secrets-write", resources: ["secrets"], verbs: [...WRITE, "delete", "deletecollection"] },
  {
    id: "rbac-escalate-bind-impersonate",
    resources: [`${RBAC}/roles`, `${RBAC}/clusterroles`],
    verbs: ["escalate", "bind"],
  },
  {
    id: "rbac-escalate-bind-impersonate",
    resources: [`${RBAC}/rolebindings`, `${RBAC}/clusterrolebindings`],
    verbs: WRITE,
  },
  {
    id: "rbac-escalate-bind-impersonate",
    resources: ["users", "groups", "serviceaccounts", "authentication.k8s.io/userextras"],
    verbs: ["impersonate"],
  },
  { id: "rbac-escalate-bind-impersonate", resources: ["serviceaccounts/token"], verbs: ["create"] },
  {
    id: "rbac-escalate-bind-impersonate",
    resources: ["security.openshift.io/securitycontextconstraints"],
    verbs: ["use"],
  },
  { id: "rbac-node-proxy-csr-webhook-pv", resources: ["nodes/proxy"], verbs: ["get", "create"] },
  {
    id: "rbac-node-proxy-csr-webhook-pv",
    resources: [
      "certificates.k8s.io/certificatesigningrequests/approval",
      "certificates.k8s.io/certificatesigningrequests",
    ],
    verbs: ["create", "update", "patch"],
  },
  {
    id: "rbac-node-proxy-csr-webhook-pv",
    resources: [
      "admissionregistration.k8s.io/mutatingwebhookconfigurations",
      "admissionregistration.k8s.io/validatingwebhookconfigurations",
    ],
    verbs: WRITE,
  },
  { id: "rbac-node-proxy-csr-webhook-pv", resources: ["persistentvolumes"], verbs: ["create"] },
  { id: "rbac-node-proxy-csr-webhook-pv", resources: ["namespaces"], verbs: ["update", "patch"] },
  {
    id: "rbac-network-config-logs",
    resources: [
      "networking.k8s.io/networkpolicies",
      "networking.k8s.io/ingresses",
      "gateway.networking.k8s.io/httproutes",
      "gateway.networking.k8s.io/grpcroutes",
      "gateway.networking.k8s.io/tcproutes",
      "gateway.networking.k8s.io/tlsroutes",
      "services",
      "endpoints",
      "discovery.k8s.io/endpointslices",
      "configmaps",
    ],
    verbs: [...WRITE, "delete", "deletecollection"],
  },
  {
    id: "rbac-network-config-logs",
    resources: ["events", "events.k8s.io/events", "pods/log"],
    verbs: ["delete", "deletecollection"],
  },
  {
    id: "sandbox-control-key",
    resources: ["extensions.agents.x-k8s.io/sandboxclaims"],
    verbs: [...WRITE, "delete", "deletecollection"],
  },
  {
    id: "rbac-delete",
    resources: [
      ...WORKLOADS,
      "persistentvolumeclaims",
      "namespaces",
      "apiextensions.k8s.io/customresourcedefinitions",
    ],
    verbs: ["delete", "deletecollection"],
  },
];

const CLUSTER_SCOPED =
  /^(nodes(\/.*)?|namespaces|persistentvolumes|users|groups|rbac\.authorization\.k8s\.io\/cluster.*|certificates\.k8s\.io\/.*|admissionregistration\.k8s\.io\/.*|apiextensions\.k8s\.io\/.*|authentication\.k8s\.io\/userextras|security\.openshift\.io\/.*|storage\.k8s\.io\/storageclasses)$/;

/** Whether a resource belongs to no namespace, so that a RoleBinding grants nothing of it. */
export const isClusterResource = (resource: string): boolean => CLUSTER_SCOPED.test(resource);

/**
 * What a rule grants that no right of the catalogue stands for, said as `get, list pods`; empty where rows
 * say all of it. `cluster` is false for what a RoleBinding grants, which is nothing outside its namespace.
 */
export function rightsWithoutRow(rule: Rule, cluster: boolean): string[] {
  const said = new Map<string, string[]>();
  const say = (verbs: string[], what: string) => {
    const key = [...verbs].sort().join(", ");
    said.set(key, [...(said.get(key) ?? []), what]);
  };
  const urls = rule.at.get("nonResourceURLs").strings();
  if (cluster && rule.resources.length === 0 && rule.verbs.length > 0)
    for (const url of urls) say(rule.verbs, url);
  if (rule.verbs.includes("*") || rule.resources.includes("*")) return listed(said);
  const groups = rule.groups.filter((group) => group !== "");
  for (const resource of rule.resources) {
    const full =
      groups.length === rule.groups.length ? groups.map((group) => `${group}/${resource}`) : [resource];
    if (!cluster && full.every(isClusterResource)) continue;
    const shown = new Set(
      RIGHTS.flatMap((right) => matchRight({ ...rule, resources: [resource] }, right)).flatMap((found) =>
        found.resources.length > 0 ? found.verbs : [],
      ),
    );
    const rest = rule.verbs.filter((verb) => !shown.has(verb));
    if (rest.length > 0) say(rest, full[0] ?? resource);
  }
  return listed(said);
}

const listed = (said: Map<string, string[]>): string[] =>
  [...said].map(([verbs, what]) => `${verbs} ${what.join(", ")}`);

/** Splits `group/resource/sub` of the table; the core group is written without one. */
function parts(resource: string): { group: string; name: string } {
  const slash = resource.indexOf("/");
  const first = slash < 0 ? "" : resource.slice(0, slash);
  return first.includes(".") || ["apps", "batch"].includes(first)
    ? { group: first, name: resource.slice(slash + 1) }
    : { group: "", name: resource };
}

const namesResource = (listed: string[], name: string): boolean => {
  const slash = name.indexOf("/");
  return listed.some(
    (item) => item === "*" || item === name || (slash > 0 && item === `*${name.slice(slash)}`),
  );
};

/** The resources of a right that a rule reaches, and its verbs for them; both empty where it gives nothing. */
export function matchRight(rule: Rule, right: Right): { resources: string[]; verbs: string[] } {
  const verbs = rule.verbs.includes("*") ? ["*"] : rule.verbs.filter((verb) => right.verbs.includes(verb));
  if (verbs.length === 0) return { resources: [], verbs: [] };
  const resources = right.resources.filter((resource) => {
    const { group, name } = parts(resource);
    const inGroup =
      rule.groups.includes("*") ||
      rule.groups.includes(group) ||
      (group === "apps" && rule.groups.includes("extensions"));
    return inGroup && namesResource(rule.resources, name);
  });
  return { resources, verbs };
}
