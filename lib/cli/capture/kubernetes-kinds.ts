/** A kind that a capture asks for: its resource and group as kubectl takes them, and what its objects say they are. */
export type CapturedKind = { resource: string; kind: string; apiVersion: string };

const kinds = (apiVersion: string, resources: Record<string, string>): CapturedKind[] => {
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/", 1)[0]}` : "";
  return Object.entries(resources).map(([resource, kind]) => ({
    resource: resource + group,
    kind,
    apiVersion,
  }));
};

/**
 * What is asked for in the namespace: every kind that the Kubernetes reader reads, and the network policies that
 * it cannot read, since a capture without them would look open. Never Secrets, nor what only says how it went
 * (Events, Endpoints, Leases, ControllerRevisions).
 */
export const NAMESPACED: readonly CapturedKind[] = [
  ...kinds("v1", {
    pods: "Pod",
    podtemplates: "PodTemplate",
    replicationcontrollers: "ReplicationController",
    serviceaccounts: "ServiceAccount",
    services: "Service",
    configmaps: "ConfigMap",
    persistentvolumeclaims: "PersistentVolumeClaim",
    limitranges: "LimitRange",
    resourcequotas: "ResourceQuota",
  }),
  ...kinds("apps/v1", {
    deployments: "Deployment",
    statefulsets: "StatefulSet",
    daemonsets: "DaemonSet",
    replicasets: "ReplicaSet",
  }),
  ...kinds("batch/v1", { jobs: "Job", cronjobs: "CronJob" }),
  ...kinds("networking.k8s.io/v1", { networkpolicies: "NetworkPolicy", ingresses: "Ingress" }),
  ...kinds("gateway.networking.k8s.io/v1", {
    gateways: "Gateway",
    httproutes: "HTTPRoute",
    grpcroutes: "GRPCRoute",
    tcproutes: "TCPRoute",
    tlsroutes: "TLSRoute",
    udproutes: "UDPRoute",
    referencegrants: "ReferenceGrant",
  }),
  ...kinds("agents.x-k8s.io/v1alpha1", { sandboxes: "Sandbox" }),
  ...kinds("extensions.agents.x-k8s.io/v1alpha1", {
    sandboxtemplates: "SandboxTemplate",
    sandboxclaims: "SandboxClaim",
    sandboxwarmpools: "SandboxWarmPool",
  }),
  ...kinds("tekton.dev/v1", { tasks: "Task", taskruns: "TaskRun", stepactions: "StepAction" }),
  ...kinds("argoproj.io/v1alpha1", {
    workflows: "Workflow",
    workflowtemplates: "WorkflowTemplate",
    cronworkflows: "CronWorkflow",
  }),
  ...kinds("serving.knative.dev/v1", {
    services: "Service",
    configurations: "Configuration",
    revisions: "Revision",
    routes: "Route",
  }),
  ...kinds("apps.openshift.io/v1", { deploymentconfigs: "DeploymentConfig" }),
  ...kinds("route.openshift.io/v1", { routes: "Route" }),
  ...kinds("cilium.io/v2", { ciliumnetworkpolicies: "CiliumNetworkPolicy" }),
  ...kinds("crd.projectcalico.org/v1", { networkpolicies: "NetworkPolicy" }),
  ...kinds("projectcalico.org/v3", { networkpolicies: "NetworkPolicy" }),
  ...kinds("security.istio.io/v1", { authorizationpolicies: "AuthorizationPolicy" }),
];

/** What is asked for of the whole cluster. */
export const CLUSTER_WIDE: readonly CapturedKind[] = [
  ...kinds("node.k8s.io/v1", { runtimeclasses: "RuntimeClass" }),
  ...kinds("v1", { persistentvolumes: "PersistentVolume" }),
  ...kinds("tekton.dev/v1beta1", { clustertasks: "ClusterTask" }),
  ...kinds("argoproj.io/v1alpha1", { clusterworkflowtemplates: "ClusterWorkflowTemplate" }),
  ...kinds("cilium.io/v2", { ciliumclusterwidenetworkpolicies: "CiliumClusterwideNetworkPolicy" }),
  ...kinds("crd.projectcalico.org/v1", { globalnetworkpolicies: "GlobalNetworkPolicy" }),
  ...kinds("projectcalico.org/v3", { globalnetworkpolicies: "GlobalNetworkPolicy" }),
  ...kinds("policy.networking.k8s.io/v1alpha1", {
    adminnetworkpolicies: "AdminNetworkPolicy",
    baselineadminnetworkpolicies: "BaselineAdminNetworkPolicy",
  }),
];

/**
 * Who may do what: bindings first, since they say which roles matter. Those of every namespace are asked for,
 * because a binding elsewhere may give rights to a ServiceAccount of this one; what concerns nobody here is left out.
 */
export const BINDINGS: readonly CapturedKind[] = kinds("rbac.authorization.k8s.io/v1", {
  rolebindings: "RoleBinding",
  clusterrolebindings: "ClusterRoleBinding",
});
export const ROLES: readonly CapturedKind[] = kinds("rbac.authorization.k8s.io/v1", {
  roles: "Role",
  clusterroles: "ClusterRole",
});

/** Resources of which a namespace has its own, and that are asked for in all of them. */
export const isInNamespaces = ({ kind }: CapturedKind): boolean => kind === "RoleBinding" || kind === "Role";
