import type { FormatTable } from "./format-text";

const environment = (...fields: string[]): string[] => fields.map((field) => `run.environment.${field}`);
const container = (...fields: string[]): string[] => fields.map((field) => `run.container.${field}`);
const both = (field: string): string[] => [
  ...environment(`securityContext.${field}`),
  ...container(`securityContext.${field}`),
];
const context = (field: string): string[] => container(`securityContext.${field}`);
const under = (where: string, text: string): string => `${where}:\n  ${text}`;

const HOST_PATH = ["run.volumes[].hostPath.path", "run.container.volumeMounts[].readOnly"];
const NO_FIELD =
  "Polyaxon has no field for it: a preset cannot set it either, admission or the agent has to.";
const POLICY = "Granted: no operation brings a network policy; one of the namespace may select its pods.";
const ADD_POLICY = "Add a NetworkPolicy to the namespace that the agent runs operations in.";

/**
 * Polyaxon operations and components: Kubernetes' fields where `run.environment` (pod) and `run.container`
 * hold them, in camelCase or the old snake_case. `container` stands for `init[].container` and `sidecars[]`
 * too. A preset gives defaults, which an operation may override, so it enforces nothing.
 *
 * Source: Polyaxon's V1Environment, which has neither hostIPC nor hostUsers nor runtimeClassName, its V1Plugins
 * and V1Termination; Kubernetes' API reference for containers and volumes.
 */
export const POLYAXON: FormatTable = {
  privileged: {
    fields: context("privileged"),
    fragment: "container:\n  securityContext: { privileged: false }",
  },
  "cap-add": { fields: context("capabilities.add"), words: "Take it out of capabilities.add." },
  "cap-default-set": {
    fields: context("capabilities.drop"),
    fragment: under("container", "securityContext: { capabilities: { drop: [ALL] } }"),
  },
  "allow-privilege-escalation": {
    fields: context("allowPrivilegeEscalation"),
    fragment: under("container", "securityContext: { allowPrivilegeEscalation: false }"),
  },
  "seccomp-unconfined": {
    fields: both("seccompProfile.type"),
    fragment: under("environment", "securityContext: { seccompProfile: { type: RuntimeDefault } }"),
  },
  "apparmor-unconfined": {
    fields: both("appArmorProfile.type"),
    fragment: under("container", "securityContext: { appArmorProfile: { type: RuntimeDefault } }"),
  },
  "selinux-custom": { fields: both("seLinuxOptions"), words: "Take seLinuxOptions away." },
  "proc-unmasked": {
    fields: context("procMount"),
    fragment: under("container", "securityContext: { procMount: Default }"),
  },
  "sysctl-unsafe": {
    fields: environment("securityContext.sysctls[]"),
    words: "Take it out of sysctls.",
  },
  "host-pid": { fields: environment("hostPID"), fragment: under("environment", "hostPID: false") },
  "host-network": {
    fields: environment("hostNetwork"),
    fragment: under("environment", "hostNetwork: false"),
  },
  "host-uts-cgroupns": {
    fields: environment("hostNetwork"),
    fragment: under("environment", "hostNetwork: false"),
  },
  "no-user-namespace": {
    fields: [],
    silence: "Granted: Polyaxon has no field hostUsers, and Kubernetes' default is true.",
    words: NO_FIELD,
  },
  "windows-hostprocess": {
    fields: both("windowsOptions.hostProcess"),
    words: "Take windowsOptions.hostProcess away.",
  },
  "device-access": {
    fields: container("resources.limits", "volumeDevices[]"),
    words: "Take the device out of resources.limits, or its volume away.",
  },
  "run-as-root": {
    fields: [...both("runAsUser"), ...both("runAsNonRoot")],
    fragment: under("environment", "securityContext: { runAsNonRoot: true, runAsUser: 10001 }"),
  },
  "root-group": {
    fields: [...both("runAsGroup"), ...environment("securityContext.fsGroup")],
    fragment: under("environment", "securityContext: { runAsGroup: 10001, fsGroup: 10001 }"),
  },
  "writable-rootfs": {
    fields: context("readOnlyRootFilesystem"),
    fragment: under("container", "securityContext: { readOnlyRootFilesystem: true }"),
  },
  "shared-kernel": {
    fields: [],
    silence: "Granted: Polyaxon has no field runtimeClassName, and the ordinary runtime shares the kernel.",
    words: `${NO_FIELD} A node pool whose default runtime is gVisor or Kata Containers does as well.`,
  },
  "runtime-annotation-override": {
    fields: environment("annotations"),
    words: "Take it out of annotations.",
  },
  "runas-nonroot-without-uid": {
    fields: both("runAsNonRoot"),
    fragment: under("environment", "securityContext: { runAsUser: 10001 }"),
  },
  "localhost-profile-by-name": {
    fields: both("seccompProfile.localhostProfile"),
    words: "Attach the profile's text as evidence, or use RuntimeDefault.",
  },
  "drop-all-lowercase": {
    fields: context("capabilities.drop"),
    fragment: under("container", "securityContext: { capabilities: { drop: [ALL] } }"),
  },
  "host-path-ro": { fields: HOST_PATH, words: "Take the volume and its mounts out." },
  "host-path-rw": {
    fields: HOST_PATH,
    words: "Take the volume and its mounts out, or write readOnly: true.",
  },
  "host-path-sensitive": { fields: HOST_PATH, words: "Take the volume and its mounts out." },
  "runtime-socket": {
    fields: ["run.plugins.docker", "run.volumes[].hostPath.path"],
    silence: "No socket: plugins.docker is false unless it is written.",
    fragment: under("plugins", "docker: false"),
  },
  "runtime-api-tcp": { fields: container("env[]"), words: "Take DOCKER_HOST out of env." },
  "host-service-socket": {
    fields: ["run.volumes[].hostPath.path"],
    words: "Take the volume and its mounts out.",
  },
  "mount-propagation": {
    fields: container("volumeMounts[].mountPropagation"),
    words: "Take mountPropagation away.",
  },
  "shared-volume": {
    fields: ["run.volumes[].persistentVolumeClaim.claimName", "run.connections[]"],
    words: "Give each run a claim of its own, or make the connection read-only.",
  },
  "code-from-config": {
    fields: ["run.init[].git", "run.init[].file", "run.volumes[].configMap", "run.container.command"],
    words: "Build the code into the image, and name that by its digest.",
  },
  "secret-volume": {
    fields: ["run.volumes[].secret", "run.connections[]"],
    words: "Take the volume or the connection out.",
  },
  "gitrepo-volume": { fields: ["run.volumes[].gitRepo"], words: "Clone in init instead." },
  "external-volume-driver": {
    fields: ["run.volumes[].csi", "run.volumes[].nfs"],
    words: "Use a claim, mounted read-only.",
  },
  "image-mutable": {
    fields: container("image", "imagePullPolicy"),
    fragment: under("container", "image: registry.example.com/image@sha256:…"),
  },
  "image-source": { fields: container("image"), words: "Use an image of a registry that is on your list." },
  "k8s-api-token": {
    fields: environment("serviceAccountName"),
    silence: "Granted: Polyaxon cannot keep the token away, only its ServiceAccount can.",
    words: "Set automountServiceAccountToken: false on the ServiceAccount that operations run as.",
  },
  "k8s-sa-default": {
    fields: environment("serviceAccountName"),
    silence: "Granted, unless the agent sets an account for its runs: the account called default.",
    fragment: under("environment", "serviceAccountName: an-account-of-its-own"),
  },
  "cloud-identity": {
    fields: ["run.connections[]", "run.container.env[]"],
    words: "Take the connection out, or give it a role with few rights.",
  },
  "cloud-metadata": { fields: [], silence: POLICY, words: ADD_POLICY },
  "secret-env": {
    fields: [...container("env[].valueFrom.secretKeyRef", "envFrom[].secretRef"), "run.connections[]"],
    words: "Take it out, or hand it over as a file.",
  },
  "secret-literal": {
    fields: [...container("env[].value", "args[]"), "params.*.value"],
    words: "Move it into a connection's secret, and replace it: whoever could read this file has it.",
  },
  "registry-build-credentials": {
    fields: environment("imagePullSecrets[]"),
    words: "Take it out of imagePullSecrets; a token that can only read is enough.",
  },
  "sandbox-control-key": {
    fields: ["run.plugins.auth"],
    silence:
      "Granted: plugins.auth is true unless it is written as false, and gives the run a Polyaxon token.",
    fragment: under("plugins", "auth: false"),
  },
  "egress-any": { fields: [], silence: POLICY, words: ADD_POLICY },
  "egress-dns-any": { fields: environment("dnsConfig"), silence: POLICY, words: ADD_POLICY },
  "cluster-lateral": { fields: [], silence: POLICY, words: ADD_POLICY },
  "ingress-open": { fields: [], silence: POLICY, words: ADD_POLICY },
  "ingress-exposed": {
    fields: ["run.kind service", "run.ports[]", "run.isExternal"],
    silence: "Not exposed, unless it is a service, which Polyaxon's gateway serves.",
    words: "Make it a job, or leave isExternal away so that the gateway asks who calls.",
  },
  "host-gateway": { fields: environment("hostAliases[]"), words: "Take it out of hostAliases." },
  "shared-netns": { fields: ["run.sidecars[]", "run.init[]"], words: "Take the sidecar out." },
  "proxy-only-egress": { fields: container("env[]"), words: ADD_POLICY },
  "cpu-unlimited": {
    fields: container("resources.limits.cpu"),
    fragment: under("container", 'resources: { limits: { cpu: "1" } }'),
  },
  "memory-unlimited": {
    fields: container("resources.limits.memory"),
    fragment: under("container", "resources: { limits: { memory: 512Mi } }"),
  },
  "pids-unlimited": {
    fields: [],
    words: "No field: set podPidsLimit in the kubelet's configuration of the nodes that run it.",
  },
  "disk-unlimited": {
    fields: container("resources.limits.ephemeral-storage"),
    fragment: under("container", "resources: { limits: { ephemeral-storage: 1Gi } }"),
  },
  "time-unlimited": {
    fields: ["termination.timeout", "run.activeDeadlineSeconds"],
    silence: "Granted: no timeout.",
    fragment: "termination:\n  timeout: 3600",
  },
  "restart-amplification": {
    fields: ["termination.maxRetries", ...environment("restartPolicy")],
    silence: "Not restarted: no retries unless maxRetries or restartPolicy is written.",
    fragment: "termination:\n  maxRetries: 0",
  },
  "rlimits-shm-oom": {
    fields: ["run.plugins.shm"],
    silence: "Granted: plugins.shm is true unless it is written as false, and mounts memory as /dev/shm.",
    fragment: under("plugins", "shm: false"),
  },
  "priority-preempt": {
    fields: environment("priorityClassName", "priority", "tolerations[]", "nodeName"),
    words: "Take it out of environment.",
  },
};
