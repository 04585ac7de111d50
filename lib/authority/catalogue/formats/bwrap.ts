import type { FormatTable } from "./format-text";

const SHARED = "Granted: a namespace that is not unshared is the caller's.";
const FILES = ["--bind SRC DEST", "--ro-bind SRC DEST", "--dev-bind SRC DEST", "--overlay-src SRC"];
const CALLER = "Granted: bwrap sets no limit, the caller's hold.";

/**
 * Bubblewrap's argument list, an inner layer: a row says what is granted inside. bwrap always makes a mount
 * namespace with an empty root and sets no_new_privs; everything else is an option.
 *
 * Source: bwrap(1), bwrap.xml of containers/bubblewrap; for capabilities, `acquire_privs` of bubblewrap.c.
 */
export const BWRAP: FormatTable = {
  "cap-add": {
    fields: ["--cap-add CAP"],
    silence: "None is added.",
    words: "Leave --cap-add away.",
  },
  "cap-default-set": {
    fields: ["--cap-drop CAP"],
    silence:
      "Unknown: started by root, bwrap leaves the caller's capabilities; started by anybody else, none.",
    fragment: "--cap-drop ALL",
  },
  "allow-privilege-escalation": {
    fields: [],
    silence: "Not granted: no_new_privs is always set.",
    words: "Nothing to do: bwrap always sets no_new_privs.",
  },
  "seccomp-unconfined": {
    fields: ["--seccomp FD", "--add-seccomp-fd FD"],
    silence: "Granted: no filter is loaded unless one is given.",
    fragment: "--seccomp 10 10< filter.bpf",
  },
  "selinux-custom": { fields: ["--exec-label LABEL"], words: "Leave --exec-label away." },
  "host-pid": {
    fields: ["--unshare-pid", "--unshare-all", "--pidns FD"],
    silence: SHARED,
    fragment: "--unshare-pid --proc /proc",
  },
  "host-ipc": { fields: ["--unshare-ipc", "--unshare-all"], silence: SHARED, fragment: "--unshare-ipc" },
  "host-network": {
    fields: ["--unshare-net", "--unshare-all", "--share-net"],
    silence: SHARED,
    fragment: "--unshare-net",
  },
  "host-uts-cgroupns": {
    fields: ["--unshare-uts", "--unshare-cgroup", "--unshare-all"],
    silence: SHARED,
    fragment: "--unshare-uts --unshare-cgroup",
  },
  "no-user-namespace": {
    fields: ["--unshare-user", "--unshare-user-try", "--userns FD"],
    silence: "Unknown: bwrap makes one where it is not run as root, and none where it is.",
    fragment: "--unshare-user --disable-userns",
  },
  "device-access": {
    fields: ["--dev-bind SRC DEST", "--dev DEST", "--new-session"],
    silence:
      "The terminal it was started from, unless --new-session is written; no other device, and --dev brings the harmless ones only.",
    fragment: "--new-session --dev /dev",
    words: "Instead of --dev-bind.",
  },
  "run-as-root": {
    fields: ["--uid UID"],
    silence: "Unknown: the caller's user, which the arguments do not show.",
    fragment: "--unshare-user --uid 10001",
  },
  "root-group": {
    fields: ["--gid GID"],
    silence: "Unknown: the caller's group, which the arguments do not show.",
    fragment: "--unshare-user --gid 10001",
  },
  "writable-rootfs": {
    fields: ["--remount-ro DEST", "--tmpfs DEST"],
    silence: "Granted: the root is an empty, writable tmpfs unless it is made read-only.",
    fragment: "--remount-ro /",
    words: "After the last mount.",
  },
  "shared-kernel": {
    fields: [],
    silence: "Granted: bwrap uses the kernel of its caller.",
    words: "Put the layer into a virtual machine, or run it under gVisor.",
  },
  "host-path-ro": { fields: FILES, words: "Leave the bind away, or name a narrower path." },
  "host-path-rw": {
    fields: FILES,
    silence: "No file of the outside; --bind is writable.",
    fragment: "--ro-bind /path /path",
  },
  "host-path-sensitive": { fields: FILES, words: "Leave the bind away, or name a narrower path." },
  "runtime-socket": { fields: FILES, words: "Leave the socket's bind away; --ro-bind does not help." },
  "host-service-socket": { fields: FILES, words: "Leave the socket's bind away." },
  "secret-env": {
    fields: ["--clearenv", "--setenv VAR VALUE", "--unsetenv VAR"],
    silence: "Granted: the caller's whole environment is handed on.",
    fragment: "--clearenv",
  },
  "secret-literal": {
    fields: ["--setenv VAR VALUE"],
    words: "Hand the secret over with --file FD DEST: arguments are readable in /proc.",
  },
  "egress-any": {
    fields: ["--unshare-net", "--share-net"],
    silence: "Granted: the caller's network.",
    fragment: "--unshare-net",
  },
  "cloud-metadata": {
    fields: ["--unshare-net", "--share-net"],
    silence: "Granted: the caller's network.",
    fragment: "--unshare-net",
  },
  "cpu-unlimited": {
    fields: [],
    silence: CALLER,
    fragment: "systemd-run --user --scope -p CPUQuota=100% bwrap …",
  },
  "memory-unlimited": { fields: [], silence: CALLER, fragment: "prlimit --as=536870912 bwrap …" },
  "pids-unlimited": {
    fields: [],
    silence: CALLER,
    fragment: "systemd-run --user --scope -p TasksMax=256 bwrap …",
  },
  "disk-unlimited": {
    fields: ["--size BYTES"],
    silence: "Granted: a tmpfs takes half of the memory, a bind the whole disk.",
    fragment: "--size 67108864 --tmpfs /tmp",
  },
  "time-unlimited": { fields: [], silence: "Granted: nothing ends it.", fragment: "timeout 600 bwrap …" },
  "rlimits-shm-oom": {
    fields: ["--size BYTES", "--tmpfs DEST"],
    silence: "Granted: a tmpfs without --size takes half of the memory.",
    fragment: "--size 67108864 --tmpfs /tmp",
  },
  "share-process-namespace": { fields: ["--pidns FD"], words: "Leave --pidns away." },
  "proc-unmasked": {
    fields: FILES,
    silence: "No /proc; --proc brings one of its own.",
    fragment: "--proc /proc",
  },
  "sandbox-disabled": {
    fields: ["--not-a-security-boundary"],
    silence: "What fails while the sandbox is made ends it.",
    words: "Leave --not-a-security-boundary away.",
  },
  "localhost-profile-by-name": {
    fields: ["--seccomp FD", "--add-seccomp-fd FD"],
    words: "Attach the filter's source as evidence: the arguments hold a number only.",
  },
  "k8s-api-token": { fields: FILES, silence: "No file of the outside.", words: "Leave the bind away." },
  "cloud-identity": {
    fields: [...FILES, "--setenv VAR VALUE"],
    silence: "None is written; the caller's environment may hold one.",
    words: "Leave the bind and the variable away.",
  },
  "runtime-api-tcp": { fields: ["--setenv VAR VALUE"], words: "Leave DOCKER_HOST away." },
  "proxy-only-egress": {
    fields: ["--setenv VAR VALUE"],
    words: "Keep the network away with --unshare-net, and hand over a socket of the proxy.",
  },
};
