import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { SAFE_SYSCTLS } from "@/lib/authority/safe-sysctls";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { listedCapabilities } from "./capability-rows";
import { CONTAINER, type Configuration } from "./configuration";
import { allowsEveryDevice } from "./device-rules";
import { filters } from "./seccomp-rows";

/** Rows of group 1a that the process' and the root's own fields decide. */
export function addSecurityRows(configuration: Configuration, rows: Rows): void {
  const { process, root } = configuration;
  const privileges = process.get("noNewPrivileges");
  const none = privileges.boolean();
  if (none !== true)
    rows.add("allow-privilege-escalation", privileges, none === false ? "explicit" : "default", {
      container: CONTAINER,
    });
  const readonly = root.path("root", "readonly");
  const isReadonly = readonly.boolean();
  if (isReadonly !== true)
    rows.add("writable-rootfs", readonly, isReadonly === false ? "explicit" : "default", {
      container: CONTAINER,
      access: "write",
    });
  addUser(configuration, rows);
  addAppArmor(configuration, rows);
  addSelinux(process.get("selinuxLabel"), rows);
  addMasks(configuration, rows);
  for (const [name, at] of configuration.linux.get("sysctl").entries())
    if (!SAFE_SYSCTLS.has(name))
      rows.add("sysctl-unsafe", at, "explicit", { container: CONTAINER, anchor: redactShapes(name) });
  addPrivileged(configuration, rows);
}

function addUser({ process, namespaces, linux }: Configuration, rows: Rows): void {
  const user = process.get("user");
  const uid = user.get("uid");
  const id = uid.integer() ?? 0n;
  const limits = namespaces.has("user") ? mappedTo(linux.get("uidMappings"), id) : [];
  if (id === 0n)
    rows.add("run-as-root", uid, uid.exists ? "explicit" : "default", {
      container: CONTAINER,
      target: "user 0",
      limits,
    });
  const gid = user.get("gid");
  if ((gid.integer() ?? 0n) === 0n)
    rows.add("root-group", gid, gid.exists ? "explicit" : "default", {
      container: CONTAINER,
      target: "group 0",
    });
  for (const at of user.get("additionalGids").items())
    if (at.integer() === 0n)
      rows.add("root-group", at, "explicit", {
        container: CONTAINER,
        anchor: "supplementary",
        target: "group 0",
      });
}

/** Who an id inside a user namespace is outside. */
function mappedTo(mappings: At, id: bigint): string[] {
  for (const mapping of mappings.items()) {
    const inside = mapping.get("containerID").integer() ?? 0n;
    const outside = mapping.get("hostID").integer() ?? 0n;
    const size = mapping.get("size").integer() ?? 0n;
    if (id >= inside && id < inside + size && outside + id - inside !== 0n)
      return [`user ${outside + id - inside} on the host`];
  }
  return [];
}

function addAppArmor({ process }: Configuration, rows: Rows): void {
  const at = process.get("apparmorProfile");
  const profile = at.string();
  if (profile === "unconfined") rows.add("apparmor-unconfined", at, "explicit", { container: CONTAINER });
  else if (!profile)
    rows.add("apparmor-unconfined", at, "default", {
      container: CONTAINER,
      limits: process.get("selinuxLabel").exists ? ["an SELinux label is set"] : [],
    });
  else rows.add("localhost-profile-by-name", at, "explicit", { container: CONTAINER, anchor: "apparmor" });
}

/** SELinux types that confine containers; the last is what they were called before. */
const CONFINED = /^(container_t|container_init_t|container_kvm_t|container_engine_t|svirt_lxc_net_t)$/;

function addSelinux(at: At, rows: Rows): void {
  const label = at.string();
  if (!label) return;
  const [user = "", role = "", type = ""] = label.split(":");
  const add = (field: string, text: string, isUsual: boolean) => {
    if (text === "" || isUsual) return;
    rows.add("selinux-custom", at, "explicit", {
      container: CONTAINER,
      anchor: field,
      target: `SELinux ${field} ${text}`,
      extent: [text],
    });
  };
  add("user", user, user === "system_u");
  add("role", role, role === "system_r");
  add("type", type, CONFINED.test(type));
}

/** Nothing is masked or made read-only unless it is listed. */
function addMasks({ linux }: Configuration, rows: Rows): void {
  const missing = ["maskedPaths", "readonlyPaths"].filter((field) => linux.get(field).items().length === 0);
  if (missing.length === 0) return;
  const at = linux.get(missing[0]!);
  rows.add("proc-unmasked", at, missing.some((field) => linux.get(field).exists) ? "explicit" : "default", {
    container: CONTAINER,
    target: missing.length > 1 ? "/proc and /sys" : "parts of /proc and /sys",
    extent: missing.length > 1 ? [] : missing,
    ...(missing.length === 1 && { detail: `no ${missing[0]}` }),
  });
}

/** What makes an engine's container privileged, which has no field here: all of it together. */
const TELLING = [
  "SYS_ADMIN",
  "SYS_MODULE",
  "SYS_RAWIO",
  "SYS_PTRACE",
  "SYS_BOOT",
  "NET_ADMIN",
  "DAC_READ_SEARCH",
];

function addPrivileged(configuration: Configuration, rows: Rows): void {
  const { linux, process } = configuration;
  const listed = listedCapabilities(configuration);
  if (!TELLING.every((name) => listed.has(name))) return;
  if (filters(linux.get("seccomp")) || linux.get("maskedPaths").items().length > 0) return;
  if (!allowsEveryDevice(linux.path("resources", "devices"))) return;
  rows.add("privileged", process.get("capabilities"), "explicit", {
    container: CONTAINER,
    detail: "every capability, no system call filter, nothing masked, and every device",
  });
}
