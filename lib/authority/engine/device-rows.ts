import type { EngineContainer } from "./container";
import type { AddRow } from "./container-rows";

/** Rows of the host's devices that a container is given. */
export function addDeviceRows({ devices }: EngineContainer, add: AddRow): void {
  for (const { at, anchor, access, extent, origin } of devices)
    add("device-access", at, origin, { anchor, access, extent });
}

/** `rwm` as an access: reading, writing, or both; `m` makes device files and adds to none. */
export function deviceAccess(permissions: string): "read" | "write" | "read-write" {
  const reads = permissions.includes("r");
  const writes = permissions.includes("w");
  return reads && !writes ? "read" : writes && !reads ? "write" : "read-write";
}

/**
 * The anchor of a rule such as `c 1:3 mr`: block devices, all devices and the host's memory are named so that
 * the catalogue knows them. Source: kernel, Documentation/admin-guide/cgroup-v1/devices.rst and devices.txt.
 */
export function ruleAnchor(rule: string): string {
  const [type = "", numbers = ""] = rule.trim().split(/\s+/);
  if (type === "a") return "/dev";
  if (type === "b") return `/dev/block ${numbers}`;
  if (type === "c" && numbers === "1:1") return "/dev/mem";
  if (type === "c" && numbers === "1:2") return "/dev/kmem";
  return `${type} ${numbers}`.trim();
}
