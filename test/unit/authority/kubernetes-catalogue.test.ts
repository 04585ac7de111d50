import { describe, expect, test } from "vitest";
import { KUBERNETES_FIELDS } from "@/lib/authority/catalogue/formats/kubernetes";
import { bound, context, core, deriveObjects, mounting, pod, policy, rowsOf } from "./kubernetes-objects";

type Objects = Record<string, unknown> | Record<string, unknown>[];
type Case = { grants: Objects; origin?: "default" | "unknown"; not: Objects };

const RBAC = "rbac.authorization.k8s.io";
const rights = (apiGroups: string[], resources: string[], verbs: string[], more = {}) =>
  bound({ apiGroups, resources, verbs, ...more });
const clusterRights = (apiGroups: string[], resources: string[], verbs: string[]) =>
  bound({ apiGroups, resources, verbs }, "ClusterRole");
const egress = (...rules: object[]) => [pod(), policy({ policyTypes: ["Egress"], egress: rules })];
const limits = (fields: object) => pod({}, { resources: { limits: fields } });
const env = (name: string, value: string, image = "a") => pod({}, { image, env: [{ name, value }] });
const account = (annotations: object, more = {}) =>
  core("ServiceAccount", "default", { metadata: { name: "default", namespace: "n", annotations }, ...more });
const DIGEST = `a@sha256:${"0".repeat(64)}`;
const namespace = (labels: object) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "n", labels },
});
const range = (limit: object) => core("LimitRange", "range", { spec: { limits: [limit] } });
const template = (spec: object) => ({
  apiVersion: "extensions.agents.x-k8s.io/v1alpha1",
  kind: "SandboxTemplate",
  metadata: { name: "t", namespace: "n" },
  spec: { podTemplate: { spec: { containers: [{ name: "c", image: "a" }] } }, ...spec },
});
const DENY = policy({ policyTypes: ["Ingress", "Egress"] });

/** For each id that Kubernetes can express: objects that grant it, and the nearest ones that do not. */
const CASES: Record<string, Case> = {
  // Pod Security Standards, "Privileged Containers", and SecurityContext v1.
  privileged: { grants: context({ privileged: true }), not: context({ privileged: false }) },
  "cap-add": {
    grants: context({ capabilities: { add: ["NET_ADMIN"] } }),
    not: context({ capabilities: { add: [], drop: ["NET_ADMIN"] } }),
  },
  "cap-default-set": {
    grants: context({ capabilities: { drop: ["NET_RAW"] } }),
    origin: "default",
    not: context({ capabilities: { drop: ["ALL"] } }),
  },
  "allow-privilege-escalation": {
    grants: pod(),
    origin: "default",
    not: context({ allowPrivilegeEscalation: false }),
  },
  "seccomp-unconfined": {
    grants: pod(),
    origin: "default",
    not: pod({ securityContext: { seccompProfile: { type: "RuntimeDefault" } } }),
  },
  "apparmor-unconfined": {
    grants: context({ appArmorProfile: { type: "Unconfined" } }),
    not: context({ appArmorProfile: { type: "RuntimeDefault" } }),
  },
  "selinux-custom": {
    grants: pod({ securityContext: { seLinuxOptions: { type: "spc_t" } } }),
    not: pod({ securityContext: { seLinuxOptions: { type: "container_t", level: "s0:c1,c2" } } }),
  },
  "proc-unmasked": { grants: context({ procMount: "Unmasked" }), not: context({ procMount: "Default" }) },
  "sysctl-unsafe": {
    grants: pod({ securityContext: { sysctls: [{ name: "kernel.sem", value: "1" }] } }),
    not: pod({ securityContext: { sysctls: [{ name: "net.ipv4.tcp_syncookies", value: "1" }] } }),
  },
  "host-pid": { grants: pod({ hostPID: true }), not: pod({ hostPID: false }) },
  "host-ipc": { grants: pod({ hostIPC: true }), not: pod({ hostIPC: false }) },
  "host-network": { grants: pod({ hostNetwork: true }), not: pod({ hostNetwork: false }) },
  "host-uts-cgroupns": { grants: pod({ hostNetwork: true }), not: pod({ hostname: "named" }) },
  "no-user-namespace": { grants: pod(), origin: "default", not: pod({ hostUsers: false }) },
  "share-process-namespace": {
    grants: pod({ shareProcessNamespace: true }),
    not: pod({ shareProcessNamespace: false }),
  },
  "windows-hostprocess": {
    grants: pod({ securityContext: { windowsOptions: { hostProcess: true } } }),
    not: pod(
      { securityContext: { windowsOptions: { hostProcess: true } } },
      { securityContext: { windowsOptions: { hostProcess: false } } },
    ),
  },
  "device-access": { grants: limits({ "nvidia.com/gpu": 1 }), not: limits({ "nvidia.com/gpu": 0, cpu: 1 }) },
  "run-as-root": {
    grants: pod(),
    origin: "unknown",
    not: pod({ securityContext: { runAsUser: 1000 } }),
  },
  "root-group": {
    grants: pod({ securityContext: { supplementalGroups: [0] } }),
    not: pod({ securityContext: { supplementalGroups: [2000], fsGroup: 2000, runAsGroup: 2000 } }),
  },
  "writable-rootfs": { grants: pod(), origin: "default", not: context({ readOnlyRootFilesystem: true }) },
  "shared-kernel": {
    grants: [
      pod({ runtimeClassName: "plain" }),
      { apiVersion: "node.k8s.io/v1", kind: "RuntimeClass", metadata: { name: "plain" }, handler: "runc" },
    ],
    // No manifest shows that a kernel is not shared, so a named class is unknown and an empty input has none.
    not: core("ConfigMap", "m", { data: {} }),
  },
  "runtime-annotation-override": {
    grants: pod({}, {}, { annotations: { "dev.gvisor.flag.network": "host" } }),
    not: pod({}, {}, { annotations: { "example.com/flag": "host" } }),
  },
  "debug-container": {
    grants: pod({ ephemeralContainers: [{ name: "debugger", image: "b" }] }),
    not: pod({ ephemeralContainers: [] }),
  },
  "psa-warn-only": {
    grants: [pod(), namespace({ "pod-security.kubernetes.io/warn": "restricted" })],
    not: [
      pod(),
      namespace({
        "pod-security.kubernetes.io/warn": "restricted",
        "pod-security.kubernetes.io/enforce": "baseline",
      }),
    ],
  },
  "caller-overridable": {
    grants: env("ALLOW_ENABLE_NETWORK", "true", "judge0/judge0"),
    not: env("ALLOW_ENABLE_NETWORK", "true", "other"),
  },
  "sandbox-disabled": { grants: env("DISABLE_NSJAIL", "true"), not: env("DISABLE_NSJAIL", "false") },
  "runas-nonroot-without-uid": {
    grants: context({ runAsNonRoot: true }),
    not: context({ runAsNonRoot: true, runAsUser: 1000 }),
  },
  "localhost-profile-by-name": {
    grants: context({ seccompProfile: { type: "Localhost", localhostProfile: "p.json" } }),
    not: context({ seccompProfile: { type: "RuntimeDefault" } }),
  },
  "drop-all-lowercase": {
    grants: context({ capabilities: { drop: ["all"] } }),
    not: context({ capabilities: { drop: ["ALL"] } }),
  },
  // Volumes: hostPath, mount propagation, projected, CSI, image.
  "host-path-ro": {
    grants: mounting({ hostPath: { path: "/srv" } }, { readOnly: true }),
    not: mounting({ hostPath: { path: "/srv" } }),
  },
  "host-path-rw": {
    grants: mounting({ hostPath: { path: "/srv" } }),
    not: mounting({ hostPath: { path: "/srv" } }, { readOnly: true }),
  },
  "host-path-sensitive": {
    grants: mounting({ hostPath: { path: "/etc/kubernetes" } }, { readOnly: true }),
    not: mounting({ hostPath: { path: "/srv/etc" } }),
  },
  "runtime-socket": {
    grants: mounting({ hostPath: { path: "/var/run" } }, { readOnly: true }),
    not: mounting({ hostPath: { path: "/var/lib/sockets" } }),
  },
  "runtime-api-tcp": {
    grants: env("DOCKER_HOST", "tcp://localhost:2375"),
    not: env("DOCKER_HOST", "unix:///run/docker.sock"),
  },
  "host-service-socket": {
    grants: mounting({ hostPath: { path: "/run/dbus/system_bus_socket" } }),
    not: mounting({ hostPath: { path: "/srv/data" } }),
  },
  "mount-propagation": {
    grants: mounting({ emptyDir: {} }, { mountPropagation: "Bidirectional" }),
    not: mounting({ emptyDir: {} }, { mountPropagation: "HostToContainer" }),
  },
  "shared-volume": {
    grants: [
      mounting({ persistentVolumeClaim: { claimName: "data" } }),
      core("PersistentVolumeClaim", "data", { spec: { accessModes: ["ReadWriteMany"] } }),
    ],
    not: [
      mounting({ persistentVolumeClaim: { claimName: "data" } }),
      core("PersistentVolumeClaim", "data", { spec: { accessModes: ["ReadWriteOnce"] } }),
    ],
  },
  "code-from-config": {
    grants: mounting({ configMap: { name: "scripts", defaultMode: 0o755 } }),
    not: mounting({ configMap: { name: "settings", defaultMode: 0o644 } }),
  },
  "nested-config": {
    grants: core("ConfigMap", "runner", {
      data: { "config.toml": "[runners.kubernetes]\n  privileged = true\n" },
    }),
    not: core("ConfigMap", "runner", {
      data: { "config.toml": "[runners.kubernetes]\n  privileged = false\n" },
    }),
  },
  "secret-volume": {
    grants: mounting({ projected: { sources: [{ secret: { name: "s" } }] } }),
    not: mounting({ projected: { sources: [{ configMap: { name: "s" } }] } }),
  },
  "gitrepo-volume": {
    grants: mounting({ gitRepo: { repository: "https://git.example.com/r.git" } }),
    not: mounting({ emptyDir: {} }),
  },
  "external-volume-driver": {
    grants: mounting({ csi: { driver: "files.example.com" } }),
    not: mounting({ persistentVolumeClaim: { claimName: "data" } }),
  },
  "image-mutable": { grants: pod(), origin: "default", not: pod({}, { image: DIGEST }) },
  "image-source": { grants: pod(), not: pod({}, { image: "" }) },
  "signature-not-forced": {
    grants: env("FORCE_VERIFYING_SIGNATURE", "false"),
    not: env("FORCE_VERIFYING_SIGNATURE", "true"),
  },
  // Service accounts and RBAC.
  "k8s-api-token": { grants: pod(), origin: "default", not: pod({ automountServiceAccountToken: false }) },
  "k8s-sa-default": { grants: pod(), origin: "default", not: pod({ serviceAccountName: "own" }) },
  "rbac-wildcard": { grants: rights([""], ["*"], ["get"]), not: rights([""], ["pods"], ["get"]) },
  "rbac-workload-create": {
    grants: rights(["batch"], ["jobs"], ["create"]),
    not: rights(["batch"], ["jobs"], ["get", "list", "watch"]),
  },
  "rbac-exec": { grants: rights([""], ["pods/exec"], ["create"]), not: rights([""], ["pods"], ["create"]) },
  "rbac-secrets": {
    grants: rights([""], ["secrets"], ["list"]),
    not: rights(["example.com"], ["secrets"], ["list"]),
  },
  "rbac-secrets-write": {
    grants: rights([""], ["secrets"], ["patch"]),
    not: rights([""], ["secrets"], ["create"], { resourceNames: ["one"] }),
  },
  "rbac-escalate-bind-impersonate": {
    grants: rights([RBAC], ["roles"], ["escalate"]),
    not: rights([RBAC], ["roles"], ["get"]),
  },
  "rbac-node-proxy-csr-webhook-pv": {
    grants: clusterRights([""], ["nodes/proxy"], ["get"]),
    // A RoleBinding grants nothing that belongs to no namespace.
    not: rights([""], ["nodes/proxy"], ["get"]),
  },
  "rbac-network-config-logs": {
    grants: rights(["networking.k8s.io"], ["networkpolicies"], ["delete"]),
    not: rights(["networking.k8s.io"], ["networkpolicies"], ["get"]),
  },
  "rbac-delete": {
    grants: rights([""], ["persistentvolumeclaims"], ["deletecollection"]),
    not: rights([""], ["persistentvolumeclaims"], ["list"]),
  },
  "rbac-unresolved": {
    grants: rights([""], ["pods"], ["get"]).filter(({ kind }) => kind !== "Role"),
    origin: "unknown",
    not: rights([""], ["pods"], ["get"]),
  },
  "rbac-broad-subject": {
    grants: rights([""], ["pods"], ["get"]).map((object) =>
      object.kind === "RoleBinding"
        ? { ...object, subjects: [{ kind: "Group", name: "system:authenticated" }] }
        : object,
    ),
    not: rights([""], ["pods"], ["get"]),
  },
  "cloud-identity": {
    grants: [pod(), account({ "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/r" })],
    // Azure gives its identity to pods that carry the label only.
    not: [pod(), account({ "azure.workload.identity/client-id": "11111111-2222-3333-4444-555555555555" })],
  },
  "cloud-metadata": {
    grants: egress({ to: [{ ipBlock: { cidr: "169.254.0.0/16" } }], ports: [{ port: 80 }] }),
    not: egress({ to: [{ ipBlock: { cidr: "0.0.0.0/0", except: ["169.254.0.0/16", "100.64.0.0/10"] } }] }),
  },
  "secret-env": {
    grants: pod({}, { env: [{ name: "K", valueFrom: { secretKeyRef: { name: "s", key: "k" } } }] }),
    not: pod({}, { env: [{ name: "K", valueFrom: { configMapKeyRef: { name: "s", key: "k" } } }] }),
  },
  "secret-literal": { grants: env("API_TOKEN", "aB3dE5gH7jK9mN1p"), not: env("API_TOKEN_TTL", "3600") },
  "registry-build-credentials": {
    grants: [pod(), account({}, { imagePullSecrets: [{ name: "registry" }] })],
    not: [pod(), account({}, { secrets: [{ name: "registry" }] })],
  },
  "sandbox-control-key": {
    grants: rights(["extensions.agents.x-k8s.io"], ["sandboxclaims"], ["create"]),
    not: rights(["extensions.agents.x-k8s.io"], ["sandboxclaims"], ["get"]),
  },
  // Network policies, Services, Ingress.
  "egress-any": { grants: pod(), origin: "default", not: [pod(), DENY] },
  "egress-dns-any": {
    grants: egress({ ports: [{ protocol: "UDP", port: 53 }] }),
    not: egress({
      to: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "kube-system" } } }],
      ports: [{ protocol: "UDP", port: 53 }],
    }),
  },
  "cluster-lateral": {
    grants: egress({ to: [{ namespaceSelector: {} }] }),
    not: egress({ to: [{ podSelector: {} }] }),
  },
  "proxy-only-egress": { grants: env("HTTPS_PROXY", "http://proxy:3128"), not: env("HTTPS_PROXY", "") },
  "ingress-exposed": {
    grants: [pod(), core("Service", "s", { spec: { type: "NodePort", selector: { app: "p" } } })],
    not: [pod(), core("Service", "s", { spec: { type: "ClusterIP", selector: { app: "p" } } })],
  },
  "ingress-open": { grants: pod(), origin: "default", not: [pod(), DENY] },
  "host-gateway": {
    grants: pod({ hostAliases: [{ ip: "10.0.0.1", hostnames: ["db"] }] }),
    not: pod({ hostAliases: [] }),
  },
  "shared-netns": {
    grants: pod({
      containers: [
        { name: "a", image: "a" },
        { name: "b", image: "b" },
      ],
    }),
    origin: "default",
    not: pod({ initContainers: [{ name: "b", image: "b" }] }),
  },
  "probe-ssrf": {
    grants: pod({}, { livenessProbe: { httpGet: { host: "169.254.169.254", port: 80 } } }),
    not: pod({}, { livenessProbe: { httpGet: { path: "/", port: 80 } } }),
  },
  "policy-no-cni": { grants: [pod(), DENY], not: pod() },
  "policy-unmanaged": {
    grants: template({ networkPolicyManagement: "Unmanaged" }),
    not: template({ networkPolicyManagement: "Managed" }),
  },
  // Resource management for pods and containers, Jobs.
  "cpu-unlimited": { grants: pod(), origin: "default", not: limits({ cpu: "100m" }) },
  "memory-unlimited": {
    grants: pod({}, { resources: { requests: { memory: "1Gi" } } }),
    origin: "default",
    not: pod({ resources: { limits: { memory: "1Gi" } } }),
  },
  // A pod has no field for it, so every workload has the row.
  "pids-unlimited": { grants: pod(), origin: "default", not: core("ConfigMap", "m", { data: {} }) },
  "disk-unlimited": { grants: pod(), origin: "default", not: limits({ "ephemeral-storage": "1Gi" }) },
  "time-unlimited": { grants: pod(), origin: "default", not: pod({ activeDeadlineSeconds: 60 }) },
  "restart-amplification": { grants: pod(), origin: "default", not: pod({ restartPolicy: "Never" }) },
  "rlimits-shm-oom": {
    grants: mounting({ emptyDir: { medium: "Memory" } }),
    not: mounting({ emptyDir: { medium: "Memory", sizeLimit: "64Mi" } }),
  },
  "priority-preempt": {
    grants: pod({ priorityClassName: "system-node-critical" }),
    not: pod({ tolerations: [{ key: "node.kubernetes.io/not-ready", operator: "Exists" }] }),
  },
  "limitrange-default": {
    grants: [pod(), range({ type: "Container", default: { memory: "1Gi" } })],
    not: [pod(), range({ type: "PersistentVolumeClaim", max: { storage: "1Gi" } })],
  },
  "resource-limits-disabled": {
    grants: env("RESOURCE_LIMITS_DISABLED", "true"),
    not: env("RESOURCE_LIMITS_DISABLED", "false"),
  },
};

const objectsOf = (objects: Objects) => (Array.isArray(objects) ? objects : [objects]);
const cases = Object.entries(CASES);

describe("each id that Kubernetes can express", () => {
  test("has a case", () => {
    expect(Object.keys(CASES).sort()).toEqual(Object.keys(KUBERNETES_FIELDS).sort());
  });

  test.each(cases)("%s: is granted", (id, { grants, origin = "explicit" }) => {
    const found = rowsOf(deriveObjects(...objectsOf(grants)), id);
    expect(found.map((row) => row.origin)).toContain(origin);
  });

  test.each(cases)("%s: is not", (id, { not }) => {
    const result = deriveObjects(...objectsOf(not));
    expect(rowsOf(result, id)).toEqual([]);
    expect(result.notes.filter((note) => note.level === "error")).toEqual([]);
  });
});
