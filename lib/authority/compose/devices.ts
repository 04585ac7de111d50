import type { Device } from "@/lib/authority/engine/container";
import { deviceAccess, ruleAnchor } from "@/lib/authority/engine/device-rows";
import { originAt } from "@/lib/authority/engine/fact";
import { sourceAnchor } from "@/lib/authority/engine/host-source";
import type { At } from "@/lib/authority/read/cursor";
import type { Layers } from "./layers";
import { shortDevice } from "./short-syntax";

/** The host's devices that a service is given: by path, by rule, and as GPUs. */
export function serviceDevices(service: Layers): Device[] {
  return [
    ...service.items("devices").flatMap(pathDevice),
    ...service.items("device_cgroup_rules").flatMap(ruleDevice),
    ...service.items("gpus").map((at) => (at.string() === null ? requested(at) : gpu(at, at.string()!))),
    ...service.get("deploy").get("resources").get("reservations").items("devices").map(requested),
  ];
}

function pathDevice(at: At): Device[] {
  const long = at.string() === null;
  const { source, permissions } = long
    ? { source: at.get("source").string() ?? "", permissions: at.get("permissions").string() ?? "rwm" }
    : shortDevice(at.string()!);
  if (source === "") return [];
  const anchor = source.startsWith("/") ? sourceAnchor(source) : source;
  return [
    {
      at,
      origin: originAt(long ? at.get("source") : at),
      anchor,
      access: deviceAccess(permissions),
      extent: [],
    },
  ];
}

function ruleDevice(at: At): Device[] {
  const rule = at.string();
  if (rule === null) return [];
  const permissions = rule.trim().split(/\s+/)[2] ?? "rwm";
  return [
    { at, origin: originAt(at), anchor: ruleAnchor(rule), access: deviceAccess(permissions), extent: [] },
  ];
}

const gpu = (at: At, count: string): Device => ({
  at,
  origin: originAt(at),
  anchor: "gpu",
  access: "use",
  extent: /^\d+$/.test(count) ? [count] : [],
});

/** A request such as `{driver: nvidia, count: all, capabilities: [gpu]}`; all of a kind have no extent. */
function requested(at: At): Device {
  const kinds = at.get("capabilities").strings();
  const driver = at.get("driver").string();
  const ids = at.get("device_ids").strings();
  const count = at.get("count").string() ?? "all";
  return {
    at,
    origin: "explicit",
    anchor: [driver, ...kinds.filter((kind) => kind !== driver)].filter(Boolean).join(" ") || "gpu",
    access: "use",
    extent: ids.length > 0 ? [String(ids.length)] : /^\d+$/.test(count) ? [count] : [],
  };
}
