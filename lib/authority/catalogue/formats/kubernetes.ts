const context = (field: string): string[] => [`spec.containers[].securityContext.${field}`];
const both = (field: string): string[] => [`spec.securityContext.${field}`, ...context(field)];
const limit = (resource: string): string[] => [
  `spec.containers[].resources.limits.${resource}`,
  `spec.resources.limits.${resource}`,
];
const MOUNT = "spec.containers[].volumeMounts[]";
const HOST_PATH = ["spec.volumes[].hostPath.path", `${MOUNT}.readOnly`, `${MOUNT}.recursiveReadOnly`];
const ROLE = ["rules[].verbs", "rules[].resources", "rules[].apiGroups", "rules[].resourceNames"];
const BINDING = ["roleRef", "subjects[]"];
const POLICY = ["NetworkPolicy spec.podSelector", "NetworkPolicy spec.policyTypes"];
const EGRESS = [...POLICY, "NetworkPolicy spec.egress[]"];

/**
 * Where Kubernetes writes each id. `spec` is the pod's: `spec.template.spec` in a Deployment, StatefulSet,
 * DaemonSet, ReplicaSet or Job, `spec.jobTemplate.spec.template.spec` in a CronJob, `spec.podTemplate.spec` in
 * an agent-sandbox Sandbox; `containers[]` stands for `initContainers[]` and `ephemeralContainers[]` too.
 *
 * Source: Kubernetes API reference, PodSpec v1 and NetworkPolicy v1; the catalogue's table in the design.
 */
export const KUBERNETES_FIELDS: Record<string, readonly string[]> = {
  privileged: context("privileged"),
  "cap-add": context("capabilities.add"),
  "cap-default-set": context("capabilities.drop"),
  "allow-privilege-escalation": context("allowPrivilegeEscalation"),
  "seccomp-unconfined": [...both("seccompProfile.type"), ...context("seccompProfile.localhostProfile")],
  "apparmor-unconfined": [
    ...both("appArmorProfile.type"),
    "metadata.annotations container.apparmor.security.beta.kubernetes.io/<container>",
  ],
  "selinux-custom": both("seLinuxOptions"),
  "proc-unmasked": context("procMount"),
  "sysctl-unsafe": ["spec.securityContext.sysctls[]"],
  "host-pid": ["spec.hostPID"],
  "host-ipc": ["spec.hostIPC"],
  "host-network": ["spec.hostNetwork"],
  "host-uts-cgroupns": ["spec.hostNetwork"],
  "no-user-namespace": ["spec.hostUsers"],
  "share-process-namespace": ["spec.shareProcessNamespace", "spec.ephemeralContainers[].targetContainerName"],
  "windows-hostprocess": both("windowsOptions.hostProcess"),
  "device-access": [
    "spec.containers[].resources.limits",
    "spec.containers[].resources.claims[]",
    "spec.containers[].volumeDevices[]",
    "spec.volumes[].hostPath.path",
  ],
  "run-as-root": [...both("runAsUser"), ...both("runAsNonRoot")],
  "root-group": [
    ...both("runAsGroup"),
    "spec.securityContext.supplementalGroups",
    "spec.securityContext.fsGroup",
  ],
  "writable-rootfs": context("readOnlyRootFilesystem"),
  "shared-kernel": ["spec.runtimeClassName", "RuntimeClass handler"],
  "runtime-annotation-override": [
    "metadata.annotations dev.gvisor.*",
    "metadata.annotations io.katacontainers.config.*",
    "metadata.annotations io.kubernetes.cri-o.*",
  ],
  "debug-container": ["spec.ephemeralContainers[]"],
  "psa-warn-only": [
    "Namespace metadata.labels pod-security.kubernetes.io/warn",
    "Namespace metadata.labels pod-security.kubernetes.io/audit",
    "Namespace metadata.labels pod-security.kubernetes.io/enforce",
  ],
  "caller-overridable": ["spec.containers[].env[]"],
  "sandbox-disabled": ["spec.containers[].env[]", "spec.containers[].args[]"],
  "runas-nonroot-without-uid": both("runAsNonRoot"),
  "localhost-profile-by-name": [
    ...both("seccompProfile.localhostProfile"),
    ...both("appArmorProfile.localhostProfile"),
  ],
  "drop-all-lowercase": context("capabilities.drop"),
  "host-path-ro": HOST_PATH,
  "host-path-rw": HOST_PATH,
  "host-path-sensitive": HOST_PATH,
  "runtime-socket": ["spec.volumes[].hostPath.path"],
  "runtime-api-tcp": ["spec.containers[].env[] DOCKER_HOST"],
  "host-service-socket": ["spec.volumes[].hostPath.path"],
  "mount-propagation": [`${MOUNT}.mountPropagation`],
  "shared-volume": [
    "spec.volumes[].persistentVolumeClaim.claimName",
    "PersistentVolumeClaim spec.accessModes",
    "spec.volumes[].emptyDir",
    "spec.volumes[].nfs",
  ],
  "code-from-config": [
    "spec.volumes[].configMap",
    "spec.volumes[].secret",
    "spec.containers[].command",
    "spec.containers[].lifecycle.postStart.exec",
  ],
  "nested-config": ["ConfigMap data"],
  "secret-volume": [
    "spec.volumes[].secret",
    "spec.volumes[].projected.sources[].secret",
    "spec.volumes[].csi",
  ],
  "gitrepo-volume": ["spec.volumes[].gitRepo"],
  "external-volume-driver": [
    "spec.volumes[].csi",
    "spec.volumes[].flexVolume",
    "spec.volumes[].nfs",
    "spec.volumes[].iscsi",
  ],
  "image-mutable": [
    "spec.containers[].image",
    "spec.containers[].imagePullPolicy",
    "spec.volumes[].image.reference",
  ],
  "image-source": ["spec.containers[].image"],
  "signature-not-forced": ["spec.containers[].env[]"],
  "k8s-api-token": [
    "spec.automountServiceAccountToken",
    "ServiceAccount automountServiceAccountToken",
    "spec.volumes[].projected.sources[].serviceAccountToken",
  ],
  "k8s-sa-default": ["spec.serviceAccountName", "spec.serviceAccount"],
  "rbac-wildcard": ROLE,
  "rbac-workload-create": ROLE,
  "rbac-exec": ROLE,
  "rbac-secrets": ROLE,
  "rbac-secrets-write": ROLE,
  "rbac-escalate-bind-impersonate": ROLE,
  "rbac-node-proxy-csr-webhook-pv": ROLE,
  "rbac-network-config-logs": ROLE,
  "rbac-delete": ROLE,
  "rbac-unresolved": BINDING,
  "rbac-broad-subject": BINDING,
  "cloud-identity": [
    "ServiceAccount metadata.annotations eks.amazonaws.com/role-arn",
    "ServiceAccount metadata.annotations iam.gke.io/gcp-service-account",
    "ServiceAccount metadata.annotations azure.workload.identity/client-id",
    "spec.containers[].env[]",
  ],
  "cloud-metadata": EGRESS,
  "secret-env": ["spec.containers[].env[].valueFrom.secretKeyRef", "spec.containers[].envFrom[].secretRef"],
  "secret-literal": ["spec.containers[].env[].value", "spec.containers[].args[]", "ConfigMap data"],
  "registry-build-credentials": ["spec.imagePullSecrets[]", "ServiceAccount imagePullSecrets[]"],
  "sandbox-control-key": ["spec.containers[].env[]"],
  "egress-any": EGRESS,
  "egress-dns-any": EGRESS,
  "cluster-lateral": EGRESS,
  "proxy-only-egress": ["spec.containers[].env[] HTTP_PROXY", "spec.containers[].env[] HTTPS_PROXY"],
  "ingress-exposed": [
    "Service spec.type",
    "Service spec.externalIPs",
    "Ingress spec.rules[]",
    "spec.containers[].ports[].hostPort",
  ],
  "ingress-open": [...POLICY, "NetworkPolicy spec.ingress[]"],
  "host-gateway": ["spec.hostAliases[]"],
  "shared-netns": ["spec.containers[]"],
  "probe-ssrf": [
    "spec.containers[].livenessProbe.httpGet.host",
    "spec.containers[].readinessProbe.httpGet.host",
    "spec.containers[].startupProbe.tcpSocket.host",
    "spec.containers[].lifecycle.postStart.httpGet.host",
  ],
  "policy-no-cni": POLICY,
  "policy-unmanaged": ["SandboxTemplate spec.networkPolicyManagement"],
  "cpu-unlimited": limit("cpu"),
  "memory-unlimited": limit("memory"),
  "pids-unlimited": [],
  "disk-unlimited": [...limit("ephemeral-storage"), "spec.volumes[].emptyDir.sizeLimit"],
  "time-unlimited": [
    "Pod spec.activeDeadlineSeconds",
    "Job spec.activeDeadlineSeconds",
    "Sandbox spec.shutdownTime",
  ],
  "restart-amplification": [
    "spec.restartPolicy",
    "Job spec.backoffLimit",
    "Job spec.parallelism",
    "CronJob spec.concurrencyPolicy",
  ],
  "rlimits-shm-oom": ["spec.volumes[].emptyDir.medium", "spec.volumes[].emptyDir.sizeLimit"],
  "priority-preempt": ["spec.priorityClassName", "spec.tolerations[]", "spec.nodeName"],
  "limitrange-default": ["LimitRange spec.limits[].default"],
  "resource-limits-disabled": ["spec.containers[].env[] RESOURCE_LIMITS_DISABLED"],
};
