import { DOCKER_GRANTS } from "./docker-grants";
import { DOCKER_SILENCE } from "./docker-silence";
import type { FormatTable, FormatText } from "./format-text";

const service = (...fields: string[]): string[] => fields.map((field) => `services.*.${field}`);
const VOLUMES = service("volumes[]");
const ENVIRONMENT = service("environment", "env_file[]");
const NETWORKS = [...service("networks", "network_mode"), "networks.*.internal"];
const SWITCH = "Set the product's switch under environment.";
const IMAGE_USER = "Unknown: the image's user, which the file does not show: taken for root.";

const table: FormatTable = {
  privileged: {
    fields: service("privileged", "build.privileged", "post_start[].privileged", "pre_stop[].privileged"),
    fragment: "privileged: false",
  },
  "cap-add": { fields: service("cap_add[]"), words: "Take it out of cap_add." },
  "cap-default-set": { fields: service("cap_drop[]"), fragment: "cap_drop: [ALL]" },
  "allow-privilege-escalation": {
    fields: service("security_opt[]"),
    fragment: "security_opt: [no-new-privileges:true]",
  },
  "seccomp-unconfined": {
    fields: service("security_opt[]"),
    words: "Take seccomp:unconfined out of security_opt: the built-in filter applies then.",
  },
  "apparmor-unconfined": {
    fields: service("security_opt[]"),
    fragment: "security_opt: [apparmor:docker-default]",
  },
  "selinux-custom": { fields: service("security_opt[]"), words: "Take label:… out of security_opt." },
  "proc-unmasked": {
    fields: service("security_opt[]"),
    words: "Take systempaths=unconfined out of security_opt, and privileged away.",
  },
  "sysctl-unsafe": { fields: service("sysctls"), words: "Take it out of sysctls." },
  "host-pid": { fields: service("pid"), words: "Take pid: host away." },
  "host-ipc": { fields: service("ipc"), fragment: "ipc: private" },
  "host-network": {
    fields: service("network_mode", "build.network"),
    fragment: "networks: [a-network-of-its-own]",
    words: "Take network_mode: host away.",
  },
  "host-uts-cgroupns": {
    fields: service("uts", "cgroup", "cgroup_parent"),
    fragment: "cgroup: private",
    words: "Take uts: host and cgroup_parent away.",
  },
  "no-user-namespace": {
    fields: service("userns_mode"),
    words:
      "Compose cannot switch it on: run the daemon rootless or with userns-remap, and take userns_mode: host away.",
  },
  "share-process-namespace": { fields: service("pid"), words: "Take pid: service:… away." },
  "windows-hostprocess": { fields: service("isolation", "credential_spec"), fragment: "isolation: hyperv" },
  "device-access": {
    fields: service("devices[]", "device_cgroup_rules[]", "gpus", "deploy.resources.reservations.devices[]"),
    words: "Take the device out.",
  },
  "run-as-root": { fields: service("user"), silence: IMAGE_USER, fragment: 'user: "10001:10001"' },
  "root-group": { fields: service("user", "group_add[]"), fragment: 'user: "10001:10001"' },
  "writable-rootfs": {
    fields: service("read_only", "tmpfs"),
    fragment: "read_only: true\ntmpfs: [/tmp:noexec,size=64m]",
  },
  "shared-kernel": {
    fields: service("runtime"),
    fragment: "runtime: runsc",
    words: "Install gVisor and register runsc with the daemon first.",
  },
  "runtime-annotation-override": { fields: service("annotations"), words: "Take it out of annotations." },
  "caller-overridable": { fields: ENVIRONMENT, words: SWITCH },
  "sandbox-disabled": { fields: [...ENVIRONMENT, ...service("command")], words: SWITCH },
  "host-path-ro": { fields: VOLUMES, words: "Take it out of volumes." },
  "host-path-rw": { fields: VOLUMES, fragment: 'volumes: ["/path:/path:ro"]' },
  "host-path-sensitive": { fields: VOLUMES, words: "Take it out of volumes." },
  "runtime-socket": {
    fields: service("volumes[]", "use_api_socket"),
    words:
      "Take the socket out of volumes, and use_api_socket away; :ro does not help. A proxy before it allows what is needed.",
  },
  "runtime-api-tcp": {
    fields: service("environment", "depends_on"),
    words: "Take DOCKER_HOST out of environment, and the service that serves it away.",
  },
  "host-service-socket": {
    fields: service("volumes[]", "build.ssh"),
    words: "Take the socket out of volumes.",
  },
  "mount-propagation": {
    fields: service("volumes[].bind.propagation"),
    fragment: "bind: { propagation: rprivate }",
  },
  "shared-volume": {
    fields: [...service("volumes[]", "volumes_from[]"), "volumes.*"],
    words: "Give each service a volume of its own, or mount it with :ro where it only reads.",
  },
  "code-from-config": {
    fields: service("configs[]", "develop.watch[]", "build.dockerfile_inline"),
    words: "Put the code into the image, and sign that.",
  },
  "nested-config": { fields: ["configs.*.content"], words: "Change the setting in the embedded text." },
  "secret-volume": {
    fields: [...service("secrets[]"), "secrets.*"],
    words: "Take it out of the service's secrets.",
  },
  "external-volume-driver": {
    fields: ["volumes.*.driver", "volumes.*.driver_opts"],
    fragment: "driver: local",
  },
  "image-mutable": {
    fields: service("image", "build", "pull_policy"),
    fragment: "image: registry.example.com/image@sha256:…",
  },
  "image-source": { fields: service("image"), words: "Use an image of a registry that is on your list." },
  "signature-not-forced": { fields: ENVIRONMENT, words: SWITCH },
  "k8s-api-token": {
    fields: VOLUMES,
    words: "Take /var/run/secrets/kubernetes.io/serviceaccount out of volumes.",
  },
  "cloud-identity": {
    fields: [...ENVIRONMENT, ...VOLUMES],
    words: "Take the cloud's variables and its credential files away.",
  },
  "cloud-metadata": {
    fields: NETWORKS,
    fragment: "networks:\n  a-network-of-its-own:\n    internal: true",
    words: "Or keep 169.254.169.254 away on the host, in iptables' chain DOCKER-USER.",
  },
  "secret-env": {
    fields: ENVIRONMENT,
    words: "Hand it over under secrets, which are files, or keep it with a broker.",
  },
  "secret-literal": {
    fields: [...service("environment", "command", "build.args"), "configs.*.content"],
    words: "Move it into a file under secrets, and replace it: whoever could read this file has it.",
  },
  "registry-build-credentials": {
    fields: service("build.secrets[]", "build.ssh", "build.entitlements[]"),
    words: "Take them out of build; a token that can only read is enough to pull.",
  },
  "sandbox-control-key": {
    fields: ENVIRONMENT,
    words: "Set a key of your own, in an env_file that is not shared.",
  },
  "egress-any": {
    fields: NETWORKS,
    fragment: "networks:\n  a-network-of-its-own:\n    internal: true",
    words: "Or network_mode: none where nothing is called.",
  },
  "egress-dns-any": {
    fields: [...service("dns[]"), ...NETWORKS],
    fragment: "networks:\n  a-network-of-its-own:\n    internal: true",
  },
  "cluster-lateral": {
    fields: NETWORKS,
    fragment: "networks: [a-network-of-its-own]",
    words: "One network for each group of services that have to talk to each other.",
  },
  "ingress-exposed": { fields: service("ports[]"), fragment: 'ports: ["127.0.0.1:8080:8080"]' },
  "ingress-open": { fields: NETWORKS, fragment: "networks: [a-network-of-its-own]" },
  "host-gateway": { fields: service("extra_hosts[]"), words: "Take it out of extra_hosts." },
  "shared-netns": { fields: service("network_mode"), words: "Take network_mode: service:… away." },
  "probe-ssrf": { fields: service("healthcheck.test"), fragment: "healthcheck: { disable: true }" },
  "proxy-only-egress": {
    fields: [...service("environment"), "networks.*.internal"],
    words: "Put the service into an internal network with the proxy as its only way out.",
  },
  "cpu-unlimited": {
    fields: service("cpus", "cpu_quota", "deploy.resources.limits.cpus"),
    fragment: 'deploy: { resources: { limits: { cpus: "1" } } }',
  },
  "memory-unlimited": {
    fields: service("mem_limit", "memswap_limit", "deploy.resources.limits.memory"),
    fragment: "deploy: { resources: { limits: { memory: 512M } } }",
  },
  "pids-unlimited": {
    fields: service("pids_limit", "deploy.resources.limits.pids"),
    fragment: "pids_limit: 256",
  },
  "disk-unlimited": {
    fields: service("storage_opt", "tmpfs"),
    fragment: "storage_opt: { size: 5G }",
    words: "Only storage drivers with quotas take it, such as overlay2 on xfs with pquota.",
  },
  "time-unlimited": {
    fields: [],
    words:
      "Compose has no limit of time (stop_grace_period is none): let what executes the code end each run.",
  },
  "restart-amplification": {
    fields: service("restart", "deploy.restart_policy", "deploy.replicas"),
    fragment: 'restart: "no"',
  },
  "rlimits-shm-oom": {
    fields: service("shm_size", "ulimits", "oom_kill_disable", "oom_score_adj"),
    words: "Take shm_size, ulimits, oom_kill_disable and oom_score_adj away.",
  },
  "resource-limits-disabled": { fields: ENVIRONMENT, words: SWITCH },
};

/** Compose: the keys of the Compose Specification's services, networks, volumes, configs and secrets. */
export const COMPOSE: FormatTable = Object.fromEntries(
  Object.entries(table).map(([id, text]): [string, FormatText] => [
    id,
    { silence: DOCKER_SILENCE[id], grants: DOCKER_GRANTS[id], ...text },
  ]),
);
