import { DOCKER_GRANTS } from "./docker-grants";
import { DOCKER_SILENCE } from "./docker-silence";
import type { FormatTable, FormatText } from "./format-text";

const host = (...fields: string[]): string[] => fields.map((field) => `HostConfig.${field}`);
const without = (flag: string): string => `Start the container without ${flag}.`;
const BIND = ["Mounts[].Source", "Mounts[].RW", ...host("Binds[]")];
const NETWORKS = [...host("NetworkMode"), "NetworkSettings.Networks", "network inspect: Internal"];

const table: FormatTable = {
  privileged: { fields: host("Privileged"), words: without("--privileged") },
  "cap-add": {
    fields: [...host("CapAdd[]"), "EffectiveCaps[]", "BoundingCaps[]"],
    words: `${without("that --cap-add")} Podman writes the result into EffectiveCaps and BoundingCaps.`,
  },
  "cap-default-set": { fields: [...host("CapDrop[]"), "EffectiveCaps[]"], fragment: "--cap-drop ALL" },
  "allow-privilege-escalation": {
    fields: host("SecurityOpt[]"),
    fragment: "--security-opt no-new-privileges",
  },
  "seccomp-unconfined": {
    fields: host("SecurityOpt[]"),
    words: `${without("--security-opt seccomp=unconfined and --privileged")} The built-in filter applies then.`,
  },
  "apparmor-unconfined": {
    fields: ["AppArmorProfile", ...host("SecurityOpt[]")],
    fragment: "--security-opt apparmor=docker-default",
  },
  "selinux-custom": {
    fields: ["ProcessLabel", ...host("SecurityOpt[]")],
    words: without("--security-opt label=…"),
  },
  "proc-unmasked": {
    fields: host("MaskedPaths", "ReadonlyPaths"),
    words: without("--security-opt systempaths=unconfined and --privileged"),
  },
  "sysctl-unsafe": { fields: host("Sysctls"), words: without("that --sysctl") },
  "host-pid": { fields: host("PidMode"), words: without("--pid host") },
  "host-ipc": { fields: host("IpcMode"), fragment: "--ipc private" },
  "host-network": {
    fields: host("NetworkMode"),
    fragment: "--network a-network-of-its-own",
    words: "Make the network first: docker network create a-network-of-its-own.",
  },
  "host-uts-cgroupns": {
    fields: host("UTSMode", "CgroupnsMode", "CgroupParent"),
    fragment: "--cgroupns private",
    words: without("--uts host and --cgroup-parent"),
  },
  "no-user-namespace": {
    fields: host("UsernsMode"),
    fragment: '{ "userns-remap": "default" }',
    words:
      "A setting of the daemon, in daemon.json, for all its containers; or run the daemon rootless. Leave --userns host and --pid host away.",
  },
  "share-process-namespace": { fields: host("PidMode"), words: without("--pid container:…") },
  "windows-hostprocess": { fields: host("Isolation"), fragment: "--isolation hyperv" },
  "device-access": {
    fields: host("Devices[]", "DeviceRequests[]", "DeviceCgroupRules[]"),
    words: without("that --device, --gpus or --device-cgroup-rule"),
  },
  "run-as-root": {
    fields: ["Config.User"],
    silence: "Granted: an empty user is root.",
    fragment: "--user 10001:10001",
  },
  "root-group": {
    fields: ["Config.User", ...host("GroupAdd[]")],
    silence: "Granted: an empty user is root, in group 0.",
    fragment: "--user 10001:10001",
  },
  "writable-rootfs": {
    fields: host("ReadonlyRootfs", "Tmpfs"),
    fragment: "--read-only --tmpfs /tmp:noexec,size=64m",
  },
  "shared-kernel": {
    fields: host("Runtime"),
    fragment: "--runtime runsc",
    words: "Install gVisor and register runsc with the daemon first.",
  },
  "runtime-annotation-override": {
    fields: [...host("Annotations"), "Config.Labels"],
    words: without("that --annotation"),
  },
  "runtime-hooks": {
    fields: [...host("Runtime"), "Config.Env[]"],
    words:
      "Hooks belong to the runtime, not to the container: pin and update the GPU toolkit, and use the Container Device Interface.",
  },
  "debug-container": {
    fields: ["ExecIDs[]"],
    words: "A command was started in the running container: replace the container by a new one.",
  },
  "caller-overridable": { fields: ["Config.Env[]"], words: "Set the product's switch with --env." },
  "sandbox-disabled": {
    fields: ["Config.Env[]", "Config.Cmd[]"],
    words: "Set the product's switch with --env.",
  },
  "host-path-ro": { fields: BIND, words: without("that --volume or --mount") },
  "host-path-rw": { fields: BIND, fragment: "--volume /path:/path:ro" },
  "host-path-sensitive": { fields: BIND, words: without("that --volume or --mount") },
  "runtime-socket": {
    fields: BIND,
    words: `${without("the socket's --volume")} Read only does not help; put a proxy before it that allows what is needed.`,
  },
  "runtime-api-tcp": { fields: ["Config.Env[]"], words: without("--env DOCKER_HOST=tcp://…") },
  "host-service-socket": { fields: BIND, words: without("the socket's --volume") },
  "mount-propagation": {
    fields: ["Mounts[].Propagation"],
    fragment: "--mount type=bind,src=/path,dst=/path,bind-propagation=rprivate",
  },
  "shared-volume": {
    fields: ["Mounts[].Name", ...host("VolumesFrom[]")],
    words: "Give each container a volume of its own, or mount it with :ro where it only reads.",
  },
  "secret-volume": { fields: ["Mounts[]"], words: without("that --volume or --mount") },
  "external-volume-driver": {
    fields: [...host("VolumeDriver"), "Mounts[].Driver"],
    fragment: "--volume-driver local",
  },
  "image-mutable": {
    fields: ["Config.Image", "Image"],
    fragment: "docker run registry.example.com/image@sha256:…",
  },
  "image-source": { fields: ["Config.Image"], words: "Use an image of a registry that is on your list." },
  "signature-not-forced": { fields: ["Config.Env[]"], words: "Set the product's switch with --env." },
  "k8s-api-token": {
    fields: ["Mounts[].Destination"],
    words: without("the --volume at /var/run/secrets/kubernetes.io/serviceaccount"),
  },
  "cloud-identity": {
    fields: ["Config.Env[]", "Mounts[].Source"],
    words: without("the cloud's variables and its credential files"),
  },
  "cloud-metadata": {
    fields: NETWORKS,
    fragment: "iptables -I DOCKER-USER -d 169.254.169.254 -j DROP",
    words: "On the host; or let the metadata service demand session tokens with a hop limit of 1.",
  },
  "secret-env": {
    fields: ["Config.Env[]"],
    words: "Hand the secret over as a file, or keep it with a broker.",
  },
  "secret-literal": {
    fields: ["Config.Env[]", "Config.Cmd[]"],
    words: "Hand the secret over as a file, and replace it: whoever could inspect the container has read it.",
  },
  "sandbox-control-key": { fields: ["Config.Env[]"], words: "Set a key of your own with --env-file." },
  "egress-any": {
    fields: NETWORKS,
    fragment: "docker network create --internal a-network-of-its-own",
    words: "Or --network none where nothing is called.",
  },
  "egress-dns-any": {
    fields: [...host("Dns[]"), ...NETWORKS],
    fragment: "docker network create --internal a-network-of-its-own",
  },
  "cluster-lateral": {
    fields: NETWORKS,
    fragment: "--network a-network-of-its-own",
    words: "One network for each group of containers that have to talk to each other.",
  },
  "ingress-exposed": {
    fields: [...host("PortBindings"), "NetworkSettings.Ports"],
    fragment: "--publish 127.0.0.1:8080:8080",
  },
  "ingress-open": { fields: NETWORKS, fragment: "--network a-network-of-its-own" },
  "host-gateway": { fields: host("ExtraHosts[]"), words: without("that --add-host") },
  "shared-netns": { fields: host("NetworkMode"), words: without("--network container:…") },
  "probe-ssrf": { fields: ["Config.Healthcheck"], fragment: "--no-healthcheck" },
  "proxy-only-egress": {
    fields: ["Config.Env[]"],
    words: "Put the container into an internal network with the proxy as its only way out.",
  },
  "cpu-unlimited": { fields: host("NanoCpus", "CpuQuota", "CpuPeriod"), fragment: "--cpus 1" },
  "memory-unlimited": { fields: host("Memory", "MemorySwap"), fragment: "--memory 512m --memory-swap 512m" },
  "pids-unlimited": { fields: host("PidsLimit"), fragment: "--pids-limit 256" },
  "disk-unlimited": {
    fields: host("StorageOpt", "Tmpfs"),
    fragment: "--storage-opt size=5G",
    words: "Only storage drivers with quotas take it, such as overlay2 on xfs with pquota.",
  },
  "time-unlimited": {
    fields: [],
    words:
      "Docker has no limit of time: let what starts the container stop it, for example with timeout 600.",
  },
  "restart-amplification": { fields: host("RestartPolicy"), fragment: "--restart no" },
  "rlimits-shm-oom": {
    fields: host("ShmSize", "Ulimits[]", "OomKillDisable", "OomScoreAdj"),
    words: without("--shm-size, --ulimit, --oom-kill-disable and --oom-score-adj"),
  },
  "resource-limits-disabled": { fields: ["Config.Env[]"], words: "Set the product's switch with --env." },
};

/** docker inspect: the keys of `docker container inspect`, and the flags of `docker run` that take a row away. */
export const DOCKER_INSPECT: FormatTable = Object.fromEntries(
  Object.entries(table).map(([id, text]): [string, FormatText] => [
    id,
    { silence: DOCKER_SILENCE[id], grants: DOCKER_GRANTS[id], ...text },
  ]),
);
