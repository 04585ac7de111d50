import { parseQuantity } from "@/lib/authority/quantity";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { ARGO_SPECS } from "./argo";
import { firstWritten } from "./composed";
import { type Pod, silenceOf } from "./pod";

const JOBS: Record<string, string[]> = { Job: ["spec"], CronJob: ["spec", "jobTemplate", "spec"] };

/**
 * How long a workload runs, and how often it is started again.
 *
 * @param isFirst whether this is the first of a workload's pods, with which what holds for all is said
 */
export function addLifetimeRows(pod: Pod, isFirst: boolean, rows: Rows): void {
  if (pod.object.apiVersion.startsWith("tekton.dev/")) addTekton(pod, rows);
  else if (pod.part !== null) addArgo(pod, pod.part, isFirst, rows);
  else {
    addDeadline(pod, rows);
    addRestarts(pod, rows);
  }
}

function addDeadline(pod: Pod, rows: Rows): void {
  const { spec, object } = pod;
  const deadlines = [spec.get("activeDeadlineSeconds")];
  const job = JOBS[object.kind];
  if (job) deadlines.push(object.at.path(...job, "activeDeadlineSeconds"));
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
  else {
    const at = deadlines.at(-1)!;
    rows.add("time-unlimited", at, silenceOf(pod, "time", at), { target: "time" });
  }
}

const firstText = (...places: At[]): string | null =>
  places.map((at) => at.string()).find((text) => text !== null) ?? null;

function addRestarts(pod: Pod, rows: Rows): void {
  const policyAt = pod.spec.get("restartPolicy");
  const policy = policyAt.oneOf(["Always", "OnFailure", "Never"]);
  const job = JOBS[pod.object.kind];
  if (job) {
    const backoffAt = pod.object.at.path(...job, "backoffLimit");
    const backoff = backoffAt.integer();
    if (backoff === 0n) return;
    const target = backoff === undefined ? "up to 6 times" : `up to ${backoff} times`;
    const origin = backoff === undefined ? silenceOf(pod, null, backoffAt) : "explicit";
    rows.add("restart-amplification", backoffAt, origin, { target, extent: [String(backoff ?? 6n)] });
    return;
  }
  if (policy === "Never") return;
  rows.add(
    "restart-amplification",
    policyAt,
    policy === undefined ? silenceOf(pod, null, policyAt) : "explicit",
    { target: `restart policy ${policy ?? "Always"}`, extent: [policy ?? "Always"] },
  );
}

/** A run's timeout and retries; a timeout of 0 is none. */
function addTekton(pod: Pod, rows: Rows): void {
  const spec = pod.object.at.get("spec");
  const timeout = spec.get("timeout");
  const seconds = secondsOf(timeout);
  if (seconds !== null && seconds !== "0") rows.bound("time", null, seconds);
  else {
    const origin = seconds === "0" ? "explicit" : silenceOf(pod, "time", timeout);
    rows.add("time-unlimited", timeout, origin, { target: "time" });
  }
  addRetries(spec.get("retries"), null, rows);
}

/** The workflow's deadline holds for all its pods; without one each template may have its own. */
function addArgo(pod: Pod, part: string, isFirst: boolean, rows: Rows): void {
  const whole = pod.object.at.path(...ARGO_SPECS[pod.object.kind]!, "activeDeadlineSeconds");
  const own = firstWritten(pod.template.get("activeDeadlineSeconds"), pod.template.get("timeout"));
  const seconds = secondsOf(whole);
  if (seconds !== null) {
    if (isFirst) rows.bound("time", null, seconds);
  } else {
    const ofPart = secondsOf(own);
    if (ofPart !== null) rows.bound("time", part, ofPart);
    else rows.add("time-unlimited", own, silenceOf(pod, "time", own), { container: part, target: "time" });
  }
  const strategy = firstWritten(pod.template.get("retryStrategy"), pod.spec.get("retryStrategy"));
  const limit = strategy.get("limit");
  if (limit.exists) addRetries(limit, part, rows);
  else if (strategy.exists)
    rows.add("restart-amplification", strategy, "explicit", { container: part, target: "without end" });
}

function addRetries(at: At, container: string | null, rows: Rows): void {
  const text = at.string();
  if (text === null || text === "0") return;
  rows.add("restart-amplification", at, at.unresolved ? "unknown" : "explicit", {
    container,
    target: `up to ${text} times`,
    extent: parseQuantity(text) === null ? [] : [text],
  });
}

const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1 };

/** A number of seconds, or a duration as Go writes it (`1h30m`), in seconds; null where it is neither. */
function secondsOf(at: At): string | null {
  const text = at.string();
  if (text === null) return null;
  if (/^\d{1,15}$/.test(text)) return text.replace(/^0+(?=\d)/, "");
  const parts = [...text.matchAll(/(\d{1,9})(?:\.\d{1,9})?(h|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) {
    at.invalid("is not a duration (such as 3600 or 1h30m)");
    return null;
  }
  return String(parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0));
}
