import { derive } from "@/lib/authority/derive";
import type { DeriveResult } from "@/lib/authority/schema";

/** A config.json in which everything that can be written is closed. */
export const CLOSED = {
  ociVersion: "1.2.0",
  process: {
    args: ["app"],
    cwd: "/",
    user: { uid: 1000, gid: 1000 },
    env: ["HOME=/home/app", "LEVEL=info"],
    capabilities: {},
    noNewPrivileges: true,
    apparmorProfile: "a-profile",
  },
  root: { path: "rootfs", readonly: true },
  mounts: [
    { destination: "/proc", type: "proc", source: "proc" },
    { destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "size=64m"] },
  ],
  linux: {
    namespaces: ["pid", "network", "ipc", "uts", "mount", "user", "cgroup"].map((type) => ({ type })),
    uidMappings: [{ containerID: 0, hostID: 100000, size: 65536 }],
    gidMappings: [{ containerID: 0, hostID: 100000, size: 65536 }],
    maskedPaths: ["/proc/kcore"],
    readonlyPaths: ["/proc/sys"],
    seccomp: {
      defaultAction: "SCMP_ACT_ERRNO",
      syscalls: [{ names: ["read", "write"], action: "SCMP_ACT_ALLOW" }],
    },
    resources: {
      devices: [{ allow: false, access: "rwm" }],
      cpu: { quota: 50000, period: 100000 },
      memory: { limit: 536870912, swap: 536870912 },
      pids: { limit: 64 },
    },
  },
};

type Json = { [key: string]: unknown };

/** The closed configuration with the value at a path replaced; `undefined` takes it away. */
export function closedBut(changes: Record<string, unknown>): string {
  const root = structuredClone(CLOSED) as Json;
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(".");
    let at = root;
    for (const step of steps.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Json;
    }
    if (value === undefined) delete at[steps.at(-1)!];
    else at[steps.at(-1)!] = value;
  }
  return JSON.stringify(root, null, 2);
}

/** Derives texts as files of one input, each in a folder of its own. */
export function deriveConfigs(...texts: string[]): DeriveResult {
  const files = texts.map((text, i) => ({
    name: texts.length === 1 ? "config.json" : `bundle-${i}/config.json`,
    bytes: new TextEncoder().encode(text),
  }));
  return derive({ path: "test", files });
}
