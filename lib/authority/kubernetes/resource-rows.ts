import { parseQuantity } from "@/lib/authority/quantity";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { BoundedResource } from "@/lib/authority/schema";
import type { Container, Pod } from "./pod";
import { originOf } from "./security-rows";

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
export function addLimitRows(pod: Pod, container: Container, rows: Rows): void {
  const limits = container.at.path("resources", "limits");
  for (const [field, resource] of LIMITED) {
    const at = limits.get(field);
    const own = limitAt(at);
    if (own !== null) rows.bound(resource, container.name, own);
    else if (limitAt(pod.spec.path("resources", "limits", field)) === null) {
      const origin = at.exists && !at.unresolved ? "explicit" : originOf(at);
      rows.add(`${resource}-unlimited`, at, origin, { container: container.name, target: resource });
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

/** Limits of the pod as a whole: its bounds, processes, time and restarts. */
export function addPodLimitRows(pod: Pod, rows: Rows): void {
  const { spec, object } = pod;
  for (const [field, resource] of LIMITED) {
    const limit = limitAt(spec.path("resources", "limits", field));
    if (limit !== null) rows.bound(resource, null, limit);
  }
  rows.add("pids-unlimited", spec, "default", { target: "processes" });
  const deadlines = [spec.get("activeDeadlineSeconds")];
  if (object.kind === "Job") deadlines.push(object.at.path("spec", "activeDeadlineSeconds"));
  if (object.kind === "CronJob")
    deadlines.push(object.at.path("spec", "jobTemplate", "spec", "activeDeadlineSeconds"));
  let seconds: bigint | undefined;
  for (const at of deadlines) {
    const value = at.integer();
    if (value !== undefined && value > 0n && (seconds === undefined || value < seconds)) seconds = value;
  }
  const shutdown =
    object.kind === "Sandbox"
      ? firstText(object.at.path("spec", "shutdownTime"), object.at.path("spec", "lifecycle", "shutdownTime"))
      : null;
  if (seconds !== undefined) rows.bound("time", null, String(seconds));
  else if (shutdown !== null) rows.bound("time", null, shutdown);
  else rows.add("time-unlimited", deadlines.at(-1)!, "default", { target: "time" });
  addRestarts(pod, rows);
}

const firstText = (...places: At[]): string | null =>
  places.map((at) => at.string()).find((text) => text !== null) ?? null;

function addRestarts(pod: Pod, rows: Rows): void {
  const policyAt = pod.spec.get("restartPolicy");
  const policy = policyAt.oneOf(["Always", "OnFailure", "Never"]);
  const job =
    pod.object.kind === "Job"
      ? ["spec"]
      : pod.object.kind === "CronJob"
        ? ["spec", "jobTemplate", "spec"]
        : null;
  if (job) {
    const backoffAt = pod.object.at.path(...job, "backoffLimit");
    const backoff = backoffAt.integer();
    if (backoff === 0n) return;
    const target = backoff === undefined ? "up to 6 times" : `up to ${backoff} times`;
    rows.add("restart-amplification", backoffAt, backoff === undefined ? originOf(backoffAt) : "explicit", {
      target,
      extent: [String(backoff ?? 6n)],
    });
    return;
  }
  if (policy === "Never") return;
  rows.add("restart-amplification", policyAt, policy === undefined ? originOf(policyAt) : "explicit", {
    target: `restart policy ${policy ?? "Always"}`,
    extent: [policy ?? "Always"],
  });
}
