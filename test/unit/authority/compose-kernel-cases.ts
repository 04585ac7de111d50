import type { Origin } from "@/lib/authority/schema";

const IMAGE = `registry.example.com/team/app@sha256:${"a".repeat(64)}`;

export type File = Record<string, unknown>;
/** A file of one service `s` with these members beside its image, and of other top-level elements. */
export const one = (members: File, top: File = {}): File => ({
  ...top,
  services: { s: { image: IMAGE, ...members }, ...((top.services as File | undefined) ?? {}) },
});
/** An id, a file that grants it, its anchor where that matters, its origin, and a file that does not. */
export type ComposeCase = [string, File, string | null, Origin, File];

/** What decides how far a service is kept apart from the kernel, its devices among them. */
export const KERNEL_CASES: ComposeCase[] = [
  ["privileged", one({ privileged: true }), "", "explicit", one({ privileged: false })],
  ["privileged", one({ build: { privileged: true } }), "build", "explicit", one({ build: { context: "." } })],
  [
    "privileged",
    one({ build: { entitlements: ["security.insecure"] } }),
    "build",
    "explicit",
    one({ build: "." }),
  ],
  [
    "privileged",
    one({ post_start: [{ command: "x", privileged: true }] }),
    "post_start",
    "explicit",
    one({ post_start: [{ command: "x" }] }),
  ],
  ["privileged", one({ privileged: "${PRIV}" }), "", "unknown", one({ privileged: "${PRIV:-false}" })],
  ["cap-add", one({ cap_add: ["cap_net_admin"] }), "NET_ADMIN", "explicit", one({ cap_add: [] })],
  ["cap-default-set", one({}), "default-set", "default", one({ cap_drop: ["all"] })],
  ["allow-privilege-escalation", one({}), "", "default", one({ security_opt: ["no-new-privileges:true"] })],
  [
    "allow-privilege-escalation",
    one({ security_opt: ["no-new-privileges=false"] }),
    "",
    "explicit",
    one({ security_opt: ["no-new-privileges"] }),
  ],
  ["seccomp-unconfined", one({ security_opt: ["seccomp:unconfined"] }), "", "explicit", one({})],
  [
    "seccomp-unconfined",
    one({ privileged: true }),
    "",
    "explicit",
    one({ security_opt: ["seccomp=./profile.json"] }),
  ],
  [
    "localhost-profile-by-name",
    one({ security_opt: ["seccomp=./profile.json"] }),
    "seccomp",
    "explicit",
    one({}),
  ],
  [
    "apparmor-unconfined",
    one({ security_opt: ["apparmor=unconfined"] }),
    "",
    "explicit",
    one({ security_opt: ["apparmor=docker-default"] }),
  ],
  [
    "selinux-custom",
    one({ security_opt: ["label=type:spc_t"] }),
    "type",
    "explicit",
    one({ security_opt: ["label=level:s0:c1"] }),
  ],
  [
    "selinux-custom",
    one({ security_opt: ["label:disable"] }),
    "disable",
    "explicit",
    one({ security_opt: ["label=type:container_t"] }),
  ],
  ["proc-unmasked", one({ security_opt: ["systempaths=unconfined"] }), "", "explicit", one({})],
  [
    "sysctl-unsafe",
    one({ sysctls: { "kernel.sem": "1" } }),
    "kernel.sem",
    "explicit",
    one({ sysctls: ["net.ipv4.tcp_syncookies=1"] }),
  ],
  ["host-pid", one({ pid: "host" }), "", "explicit", one({})],
  ["share-process-namespace", one({ pid: "service:t" }, { services: { t: {} } }), "", "explicit", one({})],
  ["host-ipc", one({ ipc: "host" }), "", "explicit", one({ ipc: "private" })],
  ["host-ipc", one({ ipc: "shareable" }), "shareable", "explicit", one({ ipc: "none" })],
  ["host-network", one({ network_mode: "host" }), "", "explicit", one({ network_mode: "bridge" })],
  [
    "host-network",
    one({ networks: ["h"] }, { networks: { h: { external: true, name: "host" } } }),
    "",
    "explicit",
    one({ networks: ["h"] }, { networks: { h: {} } }),
  ],
  [
    "host-network",
    one({ build: { network: "host" } }),
    "build",
    "explicit",
    one({ build: { network: "none" } }),
  ],
  ["host-uts-cgroupns", one({ uts: "host" }), "uts", "explicit", one({})],
  ["host-uts-cgroupns", one({ cgroup: "host" }), "cgroup", "explicit", one({ cgroup: "private" })],
  ["no-user-namespace", one({}), "", "default", one({ userns_mode: "auto" })],
  ["no-user-namespace", one({ userns_mode: "host" }), "", "explicit", one({ userns_mode: "keep-id" })],
  ["device-access", one({ devices: ["/dev/kvm:/dev/kvm:rw"] }), "/dev/kvm", "explicit", one({ devices: [] })],
  [
    "device-access",
    one({ devices: [{ source: "/dev/fuse", target: "/dev/fuse" }] }),
    "/dev/fuse",
    "explicit",
    one({}),
  ],
  ["device-access", one({ device_cgroup_rules: ["b 8:* rmw"] }), "/dev/block 8:*", "explicit", one({})],
  ["device-access", one({ gpus: "all" }), "gpu", "explicit", one({ gpus: [] })],
  ["run-as-root", one({}), "", "unknown", one({ user: "10001:10001" })],
  ["run-as-root", one({ user: "0:0" }), "", "explicit", one({ user: "app" })],
  ["root-group", one({ user: "10001:0" }), "", "explicit", one({ user: "10001:10001" })],
  ["root-group", one({ group_add: ["docker"] }), "supplementary", "explicit", one({ group_add: ["1000"] })],
  ["writable-rootfs", one({}), "", "default", one({ read_only: true })],
  [
    "writable-rootfs",
    one({ read_only: true, tmpfs: ["/x:exec,size=1m"] }),
    "tmpfs /x",
    "explicit",
    one({ read_only: true, tmpfs: "/x:size=1m" }),
  ],
  ["shared-kernel", one({}), "", "default", one({ runtime: "" }, { services: {} })],
  [
    "runtime-annotation-override",
    one({ annotations: ["dev.gvisor.flag.network=host"] }),
    "dev.gvisor.flag.network",
    "explicit",
    one({ annotations: { team: "a" } }),
  ],
];
