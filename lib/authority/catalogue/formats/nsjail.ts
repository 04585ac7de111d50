import type { FormatTable } from "./format-text";

const MOUNT = ["mount[].src", "mount[].is_bind", "mount[].rw"];
const OWN = (what: string): string => `${what} of its own: the namespace is made unless it is switched off.`;

/**
 * nsjail's configuration, an inner layer: a row says what is granted inside. The defaults are narrow, except
 * that there is no seccomp filter, and no limit of memory and processes by control groups, unless written.
 *
 * Source: config.proto of google/nsjail, whose defaults are quoted; clone_newcgroup was off in old releases.
 */
export const NSJAIL: FormatTable = {
  "cap-add": { fields: ["cap[]", "keep_caps"], silence: "None is kept.", words: "Take it out of cap." },
  "cap-default-set": {
    fields: ["keep_caps"],
    silence: "Not granted: capabilities are dropped.",
    fragment: "keep_caps: false",
  },
  "allow-privilege-escalation": {
    fields: ["disable_no_new_privs"],
    silence: "Not granted: no_new_privs is set.",
    fragment: "disable_no_new_privs: false",
  },
  "seccomp-unconfined": {
    fields: ["seccomp_policy_file", "seccomp_string[]"],
    silence: "Granted: no filter unless a policy is given.",
    fragment: 'seccomp_policy_file: "policy.kafel"',
  },
  "proc-unmasked": {
    fields: ["mount_proc", "mount[].fstype"],
    silence: "No /proc; mount_proc brings one that is read-only.",
    fragment: "mount_proc: false",
  },
  "host-pid": { fields: ["clone_newpid"], silence: OWN("Processes"), fragment: "clone_newpid: true" },
  "host-ipc": { fields: ["clone_newipc"], silence: OWN("Shared memory"), fragment: "clone_newipc: true" },
  "host-network": { fields: ["clone_newnet"], silence: OWN("A network"), fragment: "clone_newnet: true" },
  "host-uts-cgroupns": {
    fields: ["clone_newuts", "clone_newcgroup"],
    silence: "A host name of its own; control groups of its own except in old releases.",
    fragment: "clone_newuts: true\nclone_newcgroup: true",
  },
  "no-user-namespace": {
    fields: ["clone_newuser", "uidmap[]", "gidmap[]"],
    silence: OWN("A user namespace"),
    fragment: "clone_newuser: true",
  },
  "device-access": {
    fields: ["mount[].src", "mount[].nodev", "skip_setsid"],
    silence: "No device, and a session without the terminal it was started from.",
    words: "Take the device out of mount, and leave skip_setsid away.",
  },
  "run-as-root": {
    fields: ["uidmap[].inside_id", "uidmap[].outside_id"],
    silence: "Unknown: the caller's user, which the configuration does not show.",
    fragment: 'uidmap { inside_id: "10001" outside_id: "10001" }',
  },
  "root-group": {
    fields: ["gidmap[].inside_id", "gidmap[].outside_id"],
    silence: "Unknown: the caller's group, which the configuration does not show.",
    fragment: 'gidmap { inside_id: "10001" outside_id: "10001" }',
  },
  "writable-rootfs": {
    fields: ["is_root_rw", "mount[].rw"],
    silence: "Not granted: the root is read-only.",
    fragment: "is_root_rw: false",
  },
  "shared-kernel": {
    fields: [],
    silence: "Granted: nsjail uses the kernel of its caller.",
    words: "Put the layer into a virtual machine, or run it under gVisor.",
  },
  "host-path-ro": { fields: MOUNT, words: "Take it out of mount, or name a narrower src." },
  "host-path-rw": {
    fields: MOUNT,
    silence: "No file of the outside; a mount is read-only unless rw is written.",
    fragment: "rw: false",
  },
  "host-path-sensitive": { fields: MOUNT, words: "Take it out of mount, or name a narrower src." },
  "runtime-socket": { fields: MOUNT, words: "Take the socket out of mount; read only does not help." },
  "host-service-socket": {
    fields: [...MOUNT, "pass_fd[]"],
    words: "Take the socket out of mount, and the descriptor out of pass_fd.",
  },
  "secret-env": {
    fields: ["keep_env", "envar[]"],
    silence: "Not granted: the environment is emptied.",
    fragment: "keep_env: false",
  },
  "secret-literal": {
    fields: ["envar[]", "exec_bin.arg[]", "mount[].src_content"],
    words: "Name the variable without a value, so that the caller's is taken, or mount a file.",
  },
  "egress-any": {
    fields: ["clone_newnet", "macvlan_iface", "iface_own[]"],
    silence: "Not granted: the new network has no interface but its own loopback.",
    fragment: "clone_newnet: true",
    words: "And no macvlan_iface.",
  },
  "cloud-metadata": {
    fields: ["clone_newnet", "macvlan_iface"],
    silence: "Not granted: the new network has no interface but its own loopback.",
    fragment: "clone_newnet: true",
  },
  "ingress-exposed": {
    fields: ["mode", "port", "bindhost"],
    silence: "Not exposed: mode is ONCE; in mode LISTEN every address is bound.",
    fragment: 'bindhost: "::1"',
  },
  "cpu-unlimited": {
    fields: ["cgroup_cpu_ms_per_sec", "rlimit_cpu", "max_cpus"],
    silence:
      "600 seconds of processor time for each process; no share of it unless cgroup_cpu_ms_per_sec is written.",
    fragment: "cgroup_cpu_ms_per_sec: 1000",
  },
  "memory-unlimited": {
    fields: ["cgroup_mem_max", "rlimit_as"],
    silence: "Granted: 512 MiB for each process, and no limit for all together.",
    fragment: "cgroup_mem_max: 536870912",
  },
  "pids-unlimited": {
    fields: ["cgroup_pids_max", "rlimit_nproc"],
    silence: "Granted: no limit.",
    fragment: "cgroup_pids_max: 64",
  },
  "disk-unlimited": {
    fields: ["rlimit_fsize", "mount[].options"],
    silence: "1 MiB for each file; a tmpfs takes what its size option says.",
    fragment: "rlimit_fsize: 64",
  },
  "time-unlimited": {
    fields: ["time_limit"],
    silence: "600 seconds; 0 means no limit.",
    fragment: "time_limit: 60",
  },
  "restart-amplification": {
    fields: ["mode"],
    silence: "Run once; mode RERUN starts it again and again.",
    fragment: "mode: ONCE",
  },
  "rlimits-shm-oom": {
    fields: ["mount[].options", "rlimit_nofile", "rlimit_stack", "rlimit_core"],
    silence: "32 open files, no core files; no tmpfs.",
    words: "Give every tmpfs a size, and leave the rlimits at their defaults.",
  },
  "mount-propagation": {
    fields: ["clone_newns"],
    silence: "Mounts stay inside: the namespace is made unless it is switched off.",
    fragment: "clone_newns: true",
  },
  "localhost-profile-by-name": {
    fields: ["seccomp_policy_file"],
    words: "Attach the policy's text as evidence, or write it into seccomp_string.",
  },
  "k8s-api-token": { fields: MOUNT, silence: "No file of the outside.", words: "Take it out of mount." },
  "cloud-identity": {
    fields: [...MOUNT, "envar[]"],
    silence: "None is written.",
    words: "Take it out of mount and envar.",
  },
  "runtime-api-tcp": { fields: ["envar[]"], words: "Take DOCKER_HOST out of envar." },
  "proxy-only-egress": {
    fields: ["envar[]"],
    words: "Keep clone_newnet on, and hand over a socket of the proxy.",
  },
};
