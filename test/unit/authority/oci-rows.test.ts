import { describe, expect, test } from "vitest";
import { rowOf } from "./from-text";
import { closedBut, deriveConfigs } from "./oci-config";

const namespaces = (...types: string[]) => types.map((type) => ({ type }));
const ALL = ["pid", "network", "ipc", "uts", "mount", "user", "cgroup"];
const without = (type: string) => ({ "linux.namespaces": namespaces(...ALL.filter((one) => one !== type)) });
const joined = (type: string, path: string) => ({
  "linux.namespaces": [...namespaces(...ALL.filter((one) => one !== type)), { type, path }],
});
const mount = (source: string, options: string[], destination = "/data", type = "bind") => ({
  mounts: [{ destination, type, source, options }],
});
const capabilities = (...names: string[]) => ({
  "process.capabilities": { bounding: names.map((name) => `CAP_${name}`) },
});
const EVERYTHING = {
  ...capabilities(
    "SYS_ADMIN",
    "SYS_MODULE",
    "SYS_RAWIO",
    "SYS_PTRACE",
    "SYS_BOOT",
    "NET_ADMIN",
    "DAC_READ_SEARCH",
  ),
  "linux.seccomp": undefined,
  "linux.maskedPaths": [],
  "linux.resources.devices": [{ allow: true, access: "rwm" }],
};

/** For each id: what grants it, from what origin, and what does not. Source: OCI Runtime Specification 1.2. */
const ROWS: [id: string, grants: Record<string, unknown>, origin: string, not: Record<string, unknown>][] = [
  ["privileged", EVERYTHING, "explicit", { ...EVERYTHING, "linux.maskedPaths": ["/proc/kcore"] }],
  ["cap-add", capabilities("SYS_ADMIN"), "explicit", capabilities("KILL")],
  ["cap-default-set", capabilities("NET_RAW", "CHOWN"), "explicit", { "process.capabilities": undefined }],
  [
    "cap-default-set",
    { "process.capabilities": ["CAP_NET_RAW"] },
    "explicit",
    capabilities("AUDIT_WRITE", "KILL"),
  ],
  ["allow-privilege-escalation", { "process.noNewPrivileges": undefined }, "default", {}],
  ["allow-privilege-escalation", { "process.noNewPrivileges": false }, "explicit", {}],
  ["seccomp-unconfined", { "linux.seccomp": undefined }, "default", {}],
  [
    "seccomp-unconfined",
    { "linux.seccomp": { defaultAction: "SCMP_ACT_ALLOW" } },
    "explicit",
    { "linux.seccomp": { defaultAction: "SCMP_ACT_KILL" } },
  ],
  ["seccomp-unconfined", { "linux.seccomp": { defaultAction: "SCMP_ACT_NOTIFY" } }, "unknown", {}],
  ["apparmor-unconfined", { "process.apparmorProfile": undefined }, "default", {}],
  ["apparmor-unconfined", { "process.apparmorProfile": "unconfined" }, "explicit", {}],
  ["localhost-profile-by-name", {}, "explicit", { "process.apparmorProfile": "unconfined" }],
  [
    "selinux-custom",
    { "process.selinuxLabel": "system_u:system_r:spc_t:s0" },
    "explicit",
    { "process.selinuxLabel": "system_u:system_r:container_t:s0:c1,c2" },
  ],
  ["proc-unmasked", { "linux.maskedPaths": undefined, "linux.readonlyPaths": undefined }, "default", {}],
  ["proc-unmasked", { "linux.maskedPaths": [] }, "explicit", {}],
  [
    "sysctl-unsafe",
    { "linux.sysctl": { "net.core.somaxconn": "256" } },
    "explicit",
    { "linux.sysctl": { "net.ipv4.tcp_syncookies": "1" } },
  ],
  ["host-pid", without("pid"), "default", {}],
  ["host-pid", joined("pid", "/proc/1/ns/pid"), "explicit", joined("pid", "/proc/77/ns/pid")],
  ["host-ipc", without("ipc"), "default", {}],
  ["host-network", without("network"), "default", joined("network", "/run/netns/a")],
  ["host-uts-cgroupns", without("uts"), "default", {}],
  ["host-uts-cgroupns", without("cgroup"), "default", {}],
  ["no-user-namespace", without("user"), "default", {}],
  [
    "no-user-namespace",
    { "linux.uidMappings": [{ containerID: 0, hostID: 0, size: 65536 }] },
    "explicit",
    {},
  ],
  ["share-process-namespace", joined("pid", "/proc/77/ns/pid"), "explicit", {}],
  [
    "windows-hostprocess",
    { annotations: { "microsoft.com/hostprocess-container": "true" } },
    "explicit",
    { annotations: { "microsoft.com/hostprocess-container": "false" } },
  ],
  [
    "device-access",
    { "linux.resources.devices": [{ allow: true, type: "b", major: 8, minor: 0, access: "r" }] },
    "explicit",
    { "linux.resources.devices": [{ allow: true, type: "c", major: 1, minor: 3, access: "rwm" }] },
  ],
  [
    "device-access",
    { "linux.resources.devices": [{ allow: true, access: "rwm" }] },
    "explicit",
    {
      "linux.resources.devices": [
        { allow: true, access: "rwm" },
        { allow: false, access: "rwm" },
      ],
    },
  ],
  [
    "device-access",
    { "linux.devices": [{ path: "/dev/fuse", type: "c", major: 10, minor: 229 }] },
    "unknown",
    { "linux.devices": [{ path: "/dev/null", type: "c", major: 1, minor: 3 }] },
  ],
  ["run-as-root", { "process.user": { uid: 0, gid: 0 } }, "explicit", {}],
  ["run-as-root", { "process.user": undefined }, "default", {}],
  ["root-group", { "process.user.gid": 0 }, "explicit", {}],
  ["root-group", { "process.user.additionalGids": [0] }, "explicit", { "process.user.additionalGids": [5] }],
  ["writable-rootfs", { "root.readonly": undefined }, "default", {}],
  ["shared-kernel", {}, "default", { linux: undefined, windows: {} }],
  ["shared-kernel", { vm: { kernel: { path: "/vmlinuz" } } }, "unknown", { linux: undefined, zos: {} }],
  [
    "runtime-annotation-override",
    { annotations: { "io.katacontainers.config.hypervisor.kernel_params": "x" } },
    "explicit",
    { annotations: { "com.example": "x" } },
  ],
  ["runtime-hooks", { "hooks.createRuntime": [{ path: "/usr/bin/hook" }] }, "explicit", { hooks: {} }],
  [
    "host-path-ro",
    mount("/srv/data", ["rbind", "ro"]),
    "explicit",
    mount("/srv/data", ["rbind", "ro", "rw"]),
  ],
  [
    "host-path-rw",
    mount("/srv/data", ["rbind"], "/data", "none"),
    "explicit",
    mount("/srv/data", ["bind", "rro"]),
  ],
  ["host-path-rw", mount("state", ["rbind"]), "explicit", mount("tmpfs", ["size=1m"], "/data", "tmpfs")],
  ["host-path-sensitive", mount("/etc", ["rbind", "ro"]), "explicit", mount("etc", ["rbind", "ro"])],
  [
    "runtime-socket",
    mount("/run/docker.sock", ["bind", "ro"]),
    "explicit",
    mount("/srv/data", ["bind", "ro"]),
  ],
  [
    "runtime-api-tcp",
    { "process.env": ["DOCKER_HOST=tcp://10.0.0.1:2375"] },
    "explicit",
    { "process.env": ["DOCKER_HOST=unix:///run/x"] },
  ],
  [
    "host-service-socket",
    mount("/run/dbus/system_bus_socket", ["bind"]),
    "explicit",
    mount("/srv/data", ["bind"]),
  ],
  [
    "mount-propagation",
    mount("/srv/data", ["rbind", "rshared"]),
    "explicit",
    mount("/srv/data", ["rbind", "rslave"]),
  ],
  [
    "mount-propagation",
    { "linux.rootfsPropagation": "shared" },
    "explicit",
    { "linux.rootfsPropagation": "slave" },
  ],
  [
    "secret-volume",
    mount("/var/lib/docker/containers/0a1b/mounts/secrets/x", ["bind", "ro"], "/run/secrets/db"),
    "explicit",
    mount("/srv/data", ["bind"]),
  ],
  [
    "secret-volume",
    mount("/var/lib/kubelet/pods/0a/volumes/kubernetes.io~secret/tls", ["bind", "ro"]),
    "explicit",
    mount("/var/lib/kubelet/pods/0a/volumes/kubernetes.io~configmap/c", ["bind", "ro"]),
  ],
  [
    "external-volume-driver",
    mount("server:/export", ["rw"], "/data", "nfs"),
    "explicit",
    mount("tmpfs", ["size=1m"], "/data", "tmpfs"),
  ],
  ["image-mutable", {}, "unknown", { ociVersion: undefined }],
  [
    "k8s-api-token",
    mount(
      "/var/lib/kubelet/pods/0a/volumes/kubernetes.io~projected/t",
      ["bind", "ro"],
      "/var/run/secrets/kubernetes.io/serviceaccount",
    ),
    "explicit",
    mount("/srv/data", ["bind"]),
  ],
  [
    "cloud-identity",
    { "process.env": ["AWS_PROFILE=prod"] },
    "explicit",
    { "process.env": ["AWS_REGION=eu-central-1"] },
  ],
  ["cloud-metadata", without("network"), "default", { linux: undefined, windows: {} }],
  ["secret-env", { "process.env": ["API_TOKEN=$TOKEN"] }, "explicit", { "process.env": ["LEVEL=info"] }],
  [
    "secret-literal",
    { "process.env": ["API_TOKEN=abc123def456"] },
    "explicit",
    { "process.env": ["API_TOKEN="] },
  ],
  ["secret-literal", { "process.args": ["app", "--password", "abc123def456"] }, "explicit", {}],
  ["egress-any", without("network"), "default", { linux: undefined, windows: {} }],
  ["egress-any", {}, "unknown", { linux: undefined, zos: {} }],
  ["shared-netns", joined("network", "/run/netns/a"), "explicit", {}],
  [
    "sandbox-disabled",
    { "process.env": ["DISABLE_NSJAIL=true"] },
    "explicit",
    { "process.env": ["DISABLE_NSJAIL=false"] },
  ],
  [
    "resource-limits-disabled",
    { "process.env": ["RESOURCE_LIMITS_DISABLED=true"] },
    "explicit",
    { "process.env": ["RESOURCE_LIMITS_DISABLED=false"] },
  ],
  ["proxy-only-egress", { "process.env": ["HTTPS_PROXY=http://proxy:3128"] }, "explicit", {}],
  [
    "cpu-unlimited",
    { "linux.resources.cpu": { shares: 1024 } },
    "default",
    { "linux.resources.cpu": { quota: 1000 } },
  ],
  [
    "cpu-unlimited",
    { "linux.resources.cpu": { quota: -1 } },
    "explicit",
    { "linux.resources": { unified: { "cpu.max": "50000 100000" } } },
  ],
  ["memory-unlimited", { "linux.resources.memory": undefined }, "default", {}],
  [
    "memory-unlimited",
    { "linux.resources.memory": { limit: -1 } },
    "explicit",
    { "linux.resources.memory": { limit: 1 } },
  ],
  [
    "memory-unlimited",
    { "linux.resources.memory": { limit: 1, swap: -1 } },
    "explicit",
    { "linux.resources.memory": { limit: 1, swap: 1 } },
  ],
  ["pids-unlimited", { "linux.resources.pids": { limit: 0 } }, "explicit", {}],
  ["disk-unlimited", { "root.readonly": false }, "default", {}],
  ["time-unlimited", {}, "default", { linux: undefined, windows: {} }],
  ["rlimits-shm-oom", mount("tmpfs", ["nosuid"], "/scratch", "tmpfs"), "explicit", {}],
  ["rlimits-shm-oom", { "process.oomScoreAdj": -500 }, "explicit", { "process.oomScoreAdj": 500 }],
  ["rlimits-shm-oom", { "linux.resources.memory": { limit: 1, disableOOMKiller: true } }, "explicit", {}],
];

describe("an OCI runtime configuration", () => {
  test.each(ROWS)("%s: %j", (id, grants, origin, not) => {
    const row = rowOf(deriveConfigs(closedBut(grants)), id);
    expect(row).toMatchObject({ id, workload: "container", container: "main", origin });
    expect(rowOf(deriveConfigs(closedBut(not)), id)).toBeUndefined();
  });
});
