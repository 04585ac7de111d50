import type { FormatTable } from "./format-text";

const namespace = (type: string): string[] => [`linux.namespaces[] type ${type}`];
const NETWORK = namespace("network");
const BIND = ["mounts[].source", "mounts[].options"];
const ENV = ["process.env[]"];

const IN_NAMESPACE =
  "Granted where no network namespace is listed; what one that is listed reaches stands elsewhere.";

/**
 * OCI runtime config.json. Silence is the opposite of Docker's in many places: what an engine writes in for
 * its containers (capabilities, filter, masked paths) is simply not there when it is not written.
 *
 * Source: OCI Runtime Specification, config.md and config-linux.md: a namespace type that is not listed is
 * the runtime's own; `maskedPaths`, `seccomp`, `noNewPrivileges` are optional; runc makes the root's
 * propagation rslave and the capability sets empty where nothing is written.
 */
export const OCI: FormatTable = {
  privileged: {
    fields: ["process.capabilities", "linux.seccomp", "linux.maskedPaths", "linux.resources.devices[]"],
    silence: "No field of its own: what makes a container privileged is written piece by piece.",
    words: "List fewer capabilities, and write linux.seccomp, maskedPaths and a device list that denies.",
  },
  "cap-add": {
    fields: ["bounding", "effective", "permitted", "inheritable", "ambient"].map(
      (set) => `process.capabilities.${set}[]`,
    ),
    silence: "None: capabilities that are not listed are not held.",
    words: "Take it out of every set of process.capabilities.",
  },
  "cap-default-set": {
    fields: ["process.capabilities.bounding[]"],
    silence: "Not granted: capabilities that are not listed are not held.",
    fragment: '"capabilities": { "bounding": [], "effective": [], "permitted": [] }',
  },
  "allow-privilege-escalation": {
    fields: ["process.noNewPrivileges"],
    silence: "Granted: noNewPrivileges is false unless it is written as true.",
    fragment: '"noNewPrivileges": true',
  },
  "seccomp-unconfined": {
    fields: ["linux.seccomp.defaultAction", "linux.seccomp.syscalls[]"],
    silence: "Granted: no filter is set.",
    fragment: '"seccomp": { "defaultAction": "SCMP_ACT_ERRNO", "syscalls": [] }',
    words: "List in syscalls, with SCMP_ACT_ALLOW, what the program needs.",
  },
  "apparmor-unconfined": {
    fields: ["process.apparmorProfile"],
    silence: "Granted: no profile is set.",
    fragment: '"apparmorProfile": "a-profile-of-the-host"',
  },
  "selinux-custom": {
    fields: ["process.selinuxLabel", "linux.mountLabel"],
    silence: "The runtime's own label.",
    words: "Write the label that the host's policy has for containers, container_t.",
  },
  "proc-unmasked": {
    fields: ["linux.maskedPaths[]", "linux.readonlyPaths[]"],
    silence: "Granted: nothing is masked or made read-only.",
    fragment:
      '"maskedPaths": ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/scsi", "/sys/firmware"],\n"readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"]',
  },
  "sysctl-unsafe": { fields: ["linux.sysctl"], words: "Take it out of linux.sysctl." },
  "host-pid": {
    fields: namespace("pid"),
    silence: "Granted: a namespace that is not listed is the runtime's own, which is the host's.",
    fragment: '{ "type": "pid" }',
  },
  "host-ipc": {
    fields: namespace("ipc"),
    silence: "Granted: a namespace that is not listed is the runtime's own, which is the host's.",
    fragment: '{ "type": "ipc" }',
  },
  "host-network": {
    fields: NETWORK,
    silence: "Granted: a namespace that is not listed is the runtime's own, which is the host's.",
    fragment: '{ "type": "network" }',
  },
  "host-uts-cgroupns": {
    fields: [...namespace("uts"), ...namespace("cgroup"), "linux.cgroupsPath"],
    silence: "Granted: a namespace that is not listed is the runtime's own, which is the host's.",
    fragment: '{ "type": "uts" }, { "type": "cgroup" }',
  },
  "no-user-namespace": {
    fields: [...namespace("user"), "linux.uidMappings[]", "linux.gidMappings[]"],
    silence: "Granted: without a user namespace the ids inside are the host's.",
    fragment:
      '"namespaces": [{ "type": "user" }],\n"uidMappings": [{ "containerID": 0, "hostID": 100000, "size": 65536 }],\n"gidMappings": [{ "containerID": 0, "hostID": 100000, "size": 65536 }]',
  },
  "share-process-namespace": {
    fields: ["linux.namespaces[].path"],
    silence: "Not shared: a namespace without a path is a new one.",
    words: "Take the path away from the namespace of type pid.",
  },
  "windows-hostprocess": {
    fields: ["annotations microsoft.com/hostprocess-container"],
    words: "Take the annotation microsoft.com/hostprocess-container away.",
  },
  "device-access": {
    fields: ["linux.devices[]", "linux.resources.devices[]"],
    silence: "The default devices only: null, zero, full, random, urandom, tty, ptmx.",
    fragment: '"devices": [{ "allow": false, "access": "rwm" }]',
    words: "Under linux.resources, with what is needed after it; and out of linux.devices.",
  },
  "run-as-root": {
    fields: ["process.user.uid"],
    silence: "Granted: a user id that is not written is 0.",
    fragment: '"user": { "uid": 10001, "gid": 10001 }',
  },
  "root-group": {
    fields: ["process.user.gid", "process.user.additionalGids[]"],
    silence: "Granted: a group id that is not written is 0.",
    fragment: '"user": { "uid": 10001, "gid": 10001 }',
  },
  "writable-rootfs": {
    fields: ["root.readonly"],
    silence: "Granted: root.readonly is false unless it is written as true.",
    fragment: '"root": { "path": "rootfs", "readonly": true }',
  },
  "shared-kernel": {
    fields: ["vm"],
    silence: "Granted: the configuration does not say which runtime reads it, and runc shares the kernel.",
    words: "Run the bundle with runsc or Kata Containers instead of runc.",
  },
  "runtime-annotation-override": {
    fields: ["annotations dev.gvisor.*", "annotations io.katacontainers.config.*"],
    words: "Take it out of annotations.",
  },
  "localhost-profile-by-name": {
    fields: ["process.apparmorProfile"],
    words: "Attach the profile's text as evidence.",
  },
  "runtime-hooks": {
    fields: ["prestart", "createRuntime", "createContainer", "startContainer", "poststart", "poststop"].map(
      (hook) => `hooks.${hook}[]`,
    ),
    words: "Take it out of hooks.",
  },
  "sandbox-disabled": {
    fields: [...ENV, "process.args[]"],
    words: "Set the product's switch in process.env.",
  },
  "host-path-ro": { fields: BIND, words: "Take it out of mounts." },
  "host-path-rw": {
    fields: BIND,
    silence: "No host file; a bind mount whose options do not say ro is writable.",
    fragment: '"options": ["rbind", "ro", "nosuid", "nodev"]',
  },
  "host-path-sensitive": { fields: BIND, words: "Take it out of mounts." },
  "runtime-socket": {
    fields: BIND,
    words: "Take the socket out of mounts; ro does not help.",
  },
  "runtime-api-tcp": { fields: ENV, words: "Take DOCKER_HOST out of process.env." },
  "host-service-socket": { fields: BIND, words: "Take the socket out of mounts." },
  "mount-propagation": {
    fields: ["linux.rootfsPropagation", "mounts[].options"],
    silence: "Mounts stay inside: runc makes the root rslave.",
    fragment: '"rootfsPropagation": "rprivate"',
  },
  "shared-volume": {
    fields: ["mounts[].source"],
    words: "Give each container a source of its own, or write ro where it only reads.",
  },
  "secret-volume": { fields: ["mounts[]"], words: "Take it out of mounts." },
  "external-volume-driver": {
    fields: ["mounts[].type nfs, cifs, ceph, 9p, virtiofs"],
    words: "Take it out of mounts, or write ro.",
  },
  "image-mutable": {
    fields: ["root.path"],
    silence: "Unknown: the bundle does not say which image the root file system was unpacked from.",
    words: "Unpack the bundle from an image named by its digest, and keep the digest with it.",
  },
  "k8s-api-token": {
    fields: ["mounts[].destination"],
    silence: "No token: none is mounted unless it is written.",
    words: "Take /var/run/secrets/kubernetes.io/serviceaccount out of mounts.",
  },
  "cloud-identity": {
    fields: [...ENV, "mounts[].source"],
    silence: "None is written; the machine's role may be reachable through the metadata service.",
    words: "Take the cloud's variables and its credential files away.",
  },
  "cloud-metadata": { fields: NETWORK, silence: IN_NAMESPACE, fragment: '{ "type": "network" }' },
  "secret-env": { fields: ENV, words: "Hand the secret over as a file, or keep it with a broker." },
  "secret-literal": {
    fields: [...ENV, "process.args[]", "annotations"],
    words: "Hand the secret over as a file, and replace it: whoever could read this file has it.",
  },
  "egress-any": {
    fields: NETWORK,
    silence: IN_NAMESPACE,
    fragment: '{ "type": "network" }',
    words: "A new namespace reaches nothing until somebody connects it.",
  },
  "egress-dns-any": { fields: NETWORK, silence: IN_NAMESPACE, fragment: '{ "type": "network" }' },
  "shared-netns": {
    fields: ["linux.namespaces[].path"],
    silence: "Not shared: a namespace without a path is a new one.",
    words: "Take the path away from the namespace of type network.",
  },
  "proxy-only-egress": {
    fields: ENV,
    words: "Connect the network namespace to the proxy and to nothing else.",
  },
  "cpu-unlimited": {
    fields: ["linux.resources.cpu.quota", "linux.resources.cpu.period"],
    silence: "Granted: no quota; shares are only a proportion.",
    fragment: '"cpu": { "quota": 100000, "period": 100000 }',
  },
  "memory-unlimited": {
    fields: ["linux.resources.memory.limit", "linux.resources.memory.swap"],
    silence: "Granted: no limit.",
    fragment: '"memory": { "limit": 536870912, "swap": 536870912 }',
  },
  "pids-unlimited": {
    fields: ["linux.resources.pids.limit"],
    silence: "Granted: no limit.",
    fragment: '"pids": { "limit": 256 }',
  },
  "disk-unlimited": {
    fields: ["mounts[].options size="],
    silence: "Granted: the root file system grows until the host's disk is full.",
    fragment: '"options": ["nosuid", "nodev", "noexec", "size=64m"]',
    words: "For each tmpfs; the root file system needs root.readonly or a quota of the host.",
  },
  "time-unlimited": {
    fields: ["process.rlimits[] type RLIMIT_CPU"],
    silence: "Granted: nothing ends it; RLIMIT_CPU counts processor time only.",
    fragment: '{ "type": "RLIMIT_CPU", "soft": 600, "hard": 600 }',
    words: "Processor time only: let what starts the container end it after a time.",
  },
  "rlimits-shm-oom": {
    fields: ["process.rlimits[]", "process.oomScoreAdj", "linux.resources.memory.disableOOMKiller"],
    silence: "The runtime's own limits.",
    words: "Write what is needed in process.rlimits, and take disableOOMKiller away.",
  },
};
