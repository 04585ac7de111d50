import { cleanPath } from "@/lib/authority/host-paths";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { Access } from "@/lib/authority/schema";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { CONTAINER, type Configuration } from "./configuration";
import { accessTo, allowedDevices, type DeviceRule, isUsual } from "./device-rules";

/** Rows of the host's devices: those that are made in the container, and those that its rules allow besides. */
export function addDeviceRows({ linux }: Configuration, rows: Rows): void {
  const rules = linux.path("resources", "devices");
  const allowed = allowedDevices(rules);
  const made: Omit<DeviceRule, "at" | "access">[] = [];
  for (const at of linux.get("devices").items()) {
    const device = {
      type: at.get("type").string() === "b" ? "b" : "c",
      major: at.get("major").integer() ?? null,
      minor: at.get("minor").integer() ?? null,
    };
    const path = at.get("path").string();
    if (path === null || at.get("type").string() === "p" || isUsual(device)) continue;
    made.push(device);
    addMade(
      at,
      cleanPath(redactShapes(path)),
      device.type,
      accessTo(device, allowed),
      rules.items().length > 0,
      rows,
    );
  }
  for (const rule of allowed) {
    if (!/[rw]/.test(rule.access) || isUsual(rule)) continue;
    if (
      made.some(
        (device) => device.type === rule.type && device.major === rule.major && device.minor === rule.minor,
      )
    )
      continue;
    rows.add("device-access", rule.at, "explicit", {
      container: CONTAINER,
      anchor: anchorOf(rule),
      target: rule.type === "a" ? "every device of the host" : `devices ${numbersOf(rule)}`,
      access: accessOf(rule.access),
      limits: rule.type === "a" ? [] : ["no file of it is made: CAP_MKNOD, or a mount, is needed as well"],
    });
  }
  for (const [name, at] of linux.get("netDevices").entries())
    rows.add("device-access", at, "explicit", {
      container: CONTAINER,
      anchor: `network device ${redactShapes(name)}`,
    });
}

function addMade(
  at: At,
  path: string,
  type: string,
  access: string | null,
  ruled: boolean,
  rows: Rows,
): void {
  // Where a disk's file has a name of its own, the anchor says that it is one.
  const anchor =
    type === "b" && !/^\/dev\/(sd|vd|xvd|nvme|dm-|loop|mapper|block)/.test(path)
      ? `/dev/block ${path}`
      : path;
  const text = { container: CONTAINER, anchor, target: path };
  if (access !== null && /[rw]/.test(access))
    rows.add("device-access", at, "explicit", { ...text, access: accessOf(access) });
  else
    rows.add("device-access", at, "unknown", {
      ...text,
      limits: [ruled ? "no rule of linux.resources.devices allows it" : "there are no rules about devices"],
    });
}

const accessOf = (letters: string): Access => {
  const reads = letters.includes("r");
  return reads && letters.includes("w") ? "read-write" : reads ? "read" : "write";
};

const numbersOf = ({ type, major, minor }: DeviceRule): string => `${type} ${major ?? "*"}:${minor ?? "*"}`;

/** Block devices, all devices and the host's memory are named so that the catalogue knows them. */
function anchorOf(rule: DeviceRule): string {
  const { type, major, minor } = rule;
  if (type === "a") return "/dev";
  if (type === "b") return `/dev/block ${major ?? "*"}:${minor ?? "*"}`;
  if (major === 1n && minor === 1n) return "/dev/mem";
  if (major === 1n && minor === 2n) return "/dev/kmem";
  return numbersOf(rule);
}
