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

/** Kinds whose pods are put together from several places, so that no template stands in them as such. */
const COMPOSED: Record<string, RegExp> = {
  Task: /^tekton\.dev\//,
  ClusterTask: /^tekton\.dev\//,
  TaskRun: /^tekton\.dev\//,
  Workflow: /^argoproj\.io\//,
  WorkflowTemplate: /^argoproj\.io\//,
  ClusterWorkflowTemplate: /^argoproj\.io\//,
  CronWorkflow: /^argoproj\.io\//,
  Service: /^serving\.knative\.dev\//,
  Configuration: /^serving\.knative\.dev\//,
  Revision: /^serving\.knative\.dev\//,
};

/** Whether objects of a kind run containers, wherever they keep them. */
export function isWorkloadKind(kind: string, apiVersion: string): boolean {
  if (Object.hasOwn(COMPOSED, kind) && COMPOSED[kind]!.test(apiVersion)) return true;
  return templatePath(kind, apiVersion) !== null;
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
  Gateway: /^gateway\.networking\.k8s\.io\//,
  GatewayClass: /^gateway\.networking\.k8s\.io\//,
  HTTPRoute: /^gateway\.networking\.k8s\.io\//,
  GRPCRoute: /^gateway\.networking\.k8s\.io\//,
  TCPRoute: /^gateway\.networking\.k8s\.io\//,
  TLSRoute: /^gateway\.networking\.k8s\.io\//,
  UDPRoute: /^gateway\.networking\.k8s\.io\//,
  ReferenceGrant: /^gateway\.networking\.k8s\.io\//,
  Route: /^(route\.openshift\.io|serving\.knative\.dev)\//,
  StepAction: /^tekton\.dev\//,
  SandboxClaim: /^extensions\.agents\.x-k8s\.io\//,
  SandboxWarmPool: /^extensions\.agents\.x-k8s\.io\//,
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
  "ClusterTask",
  "ClusterWorkflowTemplate",
  "GatewayClass",
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
