/** Where each kind of workload keeps its pod: the steps to what holds `metadata` and `spec` of the pod. */
const WORKLOADS: Record<string, { groups: RegExp; template: string[] }> = {
  Pod: { groups: /^v1$/, template: [] },
  PodTemplate: { groups: /^v1$/, template: ["template"] },
  Deployment: { groups: /^(apps|extensions)\//, template: ["spec", "template"] },
  StatefulSet: { groups: /^apps\//, template: ["spec", "template"] },
  DaemonSet: { groups: /^(apps|extensions)\//, template: ["spec", "template"] },
  ReplicaSet: { groups: /^(apps|extensions)\//, template: ["spec", "template"] },
  ReplicationController: { groups: /^v1$/, template: ["spec", "template"] },
  Job: { groups: /^batch\//, template: ["spec", "template"] },
  CronJob: { groups: /^batch\//, template: ["spec", "jobTemplate", "spec", "template"] },
  DeploymentConfig: { groups: /^(apps\.openshift\.io\/|v1$)/, template: ["spec", "template"] },
  Sandbox: { groups: /^agents\.x-k8s\.io\//, template: ["spec", "podTemplate"] },
  SandboxTemplate: { groups: /^extensions\.agents\.x-k8s\.io\//, template: ["spec", "podTemplate"] },
};

/** The steps to the pod template of a workload; null for a kind that is none, or of another API group. */
export function templatePath(kind: string, apiVersion: string): string[] | null {
  const workload = Object.hasOwn(WORKLOADS, kind) ? WORKLOADS[kind] : undefined;
  if (!workload || (apiVersion !== "" && !workload.groups.test(apiVersion))) return null;
  return workload.template;
}

/** Kinds that grant nothing by themselves, or whose part is read together with the workloads. */
const QUIET: Record<string, RegExp> = {
  ConfigMap: /^v1$/,
  Secret: /^v1$/,
  Service: /^v1$/,
  ServiceAccount: /^v1$/,
  Namespace: /^v1$/,
  PersistentVolumeClaim: /^v1$/,
  PersistentVolume: /^v1$/,
  LimitRange: /^v1$/,
  ResourceQuota: /^v1$/,
  Endpoints: /^v1$/,
  Event: /./,
  EndpointSlice: /^discovery\.k8s\.io\//,
  NetworkPolicy: /^(networking\.k8s\.io|extensions)\//,
  Ingress: /^(networking\.k8s\.io|extensions)\//,
  IngressClass: /^networking\.k8s\.io\//,
  Role: /^rbac\.authorization\.k8s\.io\//,
  ClusterRole: /^rbac\.authorization\.k8s\.io\//,
  RoleBinding: /^rbac\.authorization\.k8s\.io\//,
  ClusterRoleBinding: /^rbac\.authorization\.k8s\.io\//,
  RuntimeClass: /^node\.k8s\.io\//,
  PriorityClass: /^scheduling\.k8s\.io\//,
  StorageClass: /^storage\.k8s\.io\//,
  HorizontalPodAutoscaler: /^autoscaling\//,
  PodDisruptionBudget: /^policy\//,
  ControllerRevision: /^apps\//,
  CustomResourceDefinition: /^apiextensions\.k8s\.io\//,
  Lease: /^coordination\.k8s\.io\//,
};

/** Whether a kind is read, though it is no workload. */
export function isQuietKind(kind: string, apiVersion: string): boolean {
  return Object.hasOwn(QUIET, kind) && (apiVersion === "" || QUIET[kind]!.test(apiVersion));
}

const CLUSTER_SCOPED = new Set([
  "ClusterRole",
  "ClusterRoleBinding",
  "Namespace",
  "Node",
  "PersistentVolume",
  "StorageClass",
  "RuntimeClass",
  "PriorityClass",
  "IngressClass",
  "CustomResourceDefinition",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "CiliumClusterwideNetworkPolicy",
  "GlobalNetworkPolicy",
  "AdminNetworkPolicy",
  "BaselineAdminNetworkPolicy",
  "ClusterPolicy",
]);

export const isClusterScoped = (kind: string): boolean => CLUSTER_SCOPED.has(kind);

/** Policies about the network that are not read, so that nothing can be said about what they protect. */
export function isUnreadPolicy(kind: string, apiVersion: string): boolean {
  if (/^(Cilium(Clusterwide)?NetworkPolicy|GlobalNetworkPolicy|(Baseline)?AdminNetworkPolicy)$/.test(kind))
    return true;
  if (kind === "NetworkPolicy") return /projectcalico\.org\//.test(apiVersion);
  return kind === "AuthorizationPolicy" && /^security\.istio\.io\//.test(apiVersion);
}
