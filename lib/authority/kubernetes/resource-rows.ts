import { parseQuantity } from "@/lib/authority/quantity";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { BoundedResource } from "@/lib/authority/schema";
import type { KubeIndex } from "./kube-index";
import { claimedLimits } from "./namespace-rows";
import { type Container, type Pod, silenceOf } from "./pod";

const LIMITED: readonly [string, BoundedResource][] = [
  ["cpu", "cpu"],
  ["memory", "memory"],
  ["ephemeral-storage", "disk"],
];

/** A limit's text when it is one, and not zero; otherwise null, with a note where something is written. */
function limitAt(at: At): string | null {
  if (!at.exists) return null;
  const text = at.string();
  const value = text === null ? null : parseQuantity(text);
  if (text === null || value === null) {
    at.invalid("is not a quantity (such as 512Mi, 0.5 or 100m)");
    return null;
  }
  return value > 0n ? text : null;
}

/** Limits of one container; a limit of the pod as a whole holds for each of its containers. */
export function addLimitRows(pod: Pod, container: Container, index: KubeIndex, rows: Rows): void {
  const limits = container.at.path("resources", "limits");
  for (const [field, resource] of LIMITED) {
    const at = limits.get(field);
    const own = limitAt(at);
    if (own !== null) rows.bound(resource, container.name, own);
    else if (limitAt(pod.spec.path("resources", "limits", field)) === null) {
      const origin = at.exists && !at.unresolved ? "explicit" : silenceOf(pod, "limits", at);
      rows.add(`${resource}-unlimited`, at, origin, {
        container: container.name,
        target: resource,
        limits: claimedLimits(pod, container, field, index, rows),
      });
    }
  }
  addDevices(limits, container, rows);
}

/** Extended resources are devices: what a plugin hands over, counted in whole numbers. */
function addDevices(limits: At, container: Container, rows: Rows): void {
  for (const [name, at] of limits.entries()) {
    if (!name.includes("/") || /^(attachable-volumes-|requests\.)/.test(name)) continue;
    const text = at.string() ?? "";
    if (parseQuantity(text) === 0n) continue;
    rows.add("device-access", at, "explicit", { container: container.name, anchor: name, extent: [text] });
  }
  for (const claim of container.at.path("resources", "claims").items()) {
    const name = claim.get("name").string();
    if (name)
      rows.add("device-access", claim, "explicit", { container: container.name, anchor: `claim ${name}` });
  }
  for (const device of container.at.get("volumeDevices").items()) {
    const name = device.get("name").string();
    if (name)
      rows.add("device-access", device, "explicit", {
        container: container.name,
        anchor: `/dev/block volume ${name}`,
      });
  }
}

/** Limits of the pod as a whole: its bounds and processes; its time and restarts are `lifetime-rows`. */
export function addPodLimitRows(pod: Pod, rows: Rows): void {
  const { spec } = pod;
  for (const [field, resource] of LIMITED) {
    const limit = limitAt(spec.path("resources", "limits", field));
    if (limit !== null) rows.bound(resource, null, limit);
  }
  rows.add("pids-unlimited", spec, silenceOf(pod, null, spec), { target: "processes" });
}
