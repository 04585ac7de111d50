import type { At } from "@/lib/authority/read/cursor";

/** A device, or all of a type: null stands for every number. */
export type DeviceRule = { at: At; type: string; major: bigint | null; minor: bigint | null; access: string };

/** A number of a device: absent and -1 are every one. */
function numberAt(at: At): bigint | null {
  const value = at.integer();
  return value === undefined || value === -1n ? null : value;
}

function ruleAt(at: At): DeviceRule {
  const type = at.get("type").oneOf(["a", "b", "c", "u", "p"]) ?? "a";
  const access = (at.get("access").string() ?? "rwm").toLowerCase();
  return {
    at,
    type: type === "u" ? "c" : type,
    major: type === "a" ? null : numberAt(at.get("major")),
    minor: type === "a" ? null : numberAt(at.get("minor")),
    access: access === "" ? "rwm" : access,
  };
}

/** Whether a rule is about every device that another is about. */
const covers = (outer: DeviceRule, inner: DeviceRule): boolean =>
  (outer.type === "a" || outer.type === inner.type) &&
  (outer.major === null || outer.major === inner.major) &&
  (outer.minor === null || outer.minor === inner.minor);

/**
 * What the rules allow, one after the other: a later rule takes back what it covers. A rule that takes back
 * a part only leaves the wider one as it is, which says more than is granted and never less.
 * Source: config-linux.md, "Device whitelist"; kernel, admin-guide/cgroup-v1/devices.rst.
 */
export function allowedDevices(rules: At): DeviceRule[] {
  let allowed: DeviceRule[] = [];
  for (const at of rules.items()) {
    const rule = ruleAt(at);
    if (at.get("allow").boolean() === true) allowed.push(rule);
    else
      allowed = allowed.flatMap((other) => {
        if (!covers(rule, other)) return [other];
        const access = [...other.access].filter((letter) => !rule.access.includes(letter)).join("");
        return access === "" ? [] : [{ ...other, access }];
      });
  }
  return allowed;
}

/** Whether every device may be read and written. */
export const allowsEveryDevice = (rules: At): boolean =>
  allowedDevices(rules).some(
    ({ type, access }) => type === "a" && access.includes("r") && access.includes("w"),
  );

/** What a device may be used for by the rules; null where none is about it. */
export function accessTo(device: Omit<DeviceRule, "at" | "access">, allowed: DeviceRule[]): string | null {
  const letters = new Set<string>();
  for (const rule of allowed)
    if (covers(rule, { ...device, at: rule.at, access: "" }))
      for (const letter of rule.access) letters.add(letter);
  return letters.size === 0 ? null : [...letters].join("");
}

/** Devices that a runtime always makes. Source: config-linux.md, "Default Devices", and what runc allows. */
const USUAL = ["c 1:3", "c 1:5", "c 1:7", "c 1:8", "c 1:9", "c 5:0", "c 5:1", "c 5:2"];

/** Whether a device is one of those, or a terminal. */
export const isUsual = ({ type, major, minor }: Omit<DeviceRule, "at" | "access">): boolean =>
  type === "c" &&
  major !== null &&
  (major === 136n || (minor !== null && USUAL.includes(`c ${major}:${minor}`)));
