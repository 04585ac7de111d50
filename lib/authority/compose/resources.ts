import type { Limit, Resources, Restart } from "@/lib/authority/engine/container";
import { oomExcess } from "@/lib/authority/engine/excess";
import { byteQuantity, bytesOf, integerFact, originAt } from "@/lib/authority/engine/fact";
import { parseQuantity } from "@/lib/authority/quantity";
import type { At } from "@/lib/authority/read/cursor";
import type { Layers } from "./layers";

/** The engine gives a container this much of /dev/shm where nothing is written. Source: docker run, --shm-size. */
const DEFAULT_SHM = 64n * 1024n * 1024n;

/** The limits of a service. A limit of `deploy.resources` counts outside of a swarm as well. */
export function serviceResources(service: Layers): Resources {
  const limits = service.get("deploy").get("resources").get("limits");
  const pick = (field: string, own: string): At =>
    limits.at(field).exists ? limits.at(field) : service.at(own);
  const memory = sizeLimit(pick("memory", "mem_limit"));
  const swap = service.at("memswap_limit");
  return {
    cpu: cpuLimit(service, pick("cpus", "cpus")),
    memory,
    swap: memory.value !== null && swap.string() === "-1" ? swap : null,
    pids: pidsLimit(pick("pids", "pids_limit")),
    disk: sizeLimit(service.get("storage_opt").at("size")),
    time: { value: null, at: service.first, origin: "default", limits: [] },
    excess: excessOf(service),
  };
}

const none = (at: At, limits: string[] = []): Limit => ({ value: null, at, origin: originAt(at), limits });

function sizeLimit(at: At): Limit {
  if (originAt(at) !== "explicit") return none(at);
  const text = at.string() ?? "";
  const bytes = bytesOf(text);
  if (bytes === null && text !== "-1") {
    at.invalid("is not a size (such as 512m or 1g)");
    return { ...none(at), origin: "default" };
  }
  return bytes === null || bytes <= 0n ? none(at) : { ...none(at), value: byteQuantity(bytes) };
}

function cpuLimit(service: Layers, at: At): Limit {
  const set = service.at("cpuset").string();
  const limits = set ? [`on the processors ${set} only`] : [];
  if (at.exists) {
    const text = at.string() ?? "";
    const value = parseQuantity(text);
    if (value === null && originAt(at) === "explicit") at.invalid("is not a number of processors");
    if (value === null)
      return { ...none(at, limits), origin: originAt(at) === "unknown" ? "unknown" : "default" };
    return value > 0n ? { ...none(at, limits), value: text } : none(at, limits);
  }
  const quotaAt = service.at("cpu_quota");
  const quota = integerFact(quotaAt).value;
  if (quota === null || quota <= 0n) return none(quotaAt.exists ? quotaAt : at, limits);
  const period = integerFact(service.at("cpu_period")).value ?? 100_000n;
  return { ...none(quotaAt, limits), value: period > 0n ? `${(quota * 1000n) / period}m` : null };
}

function pidsLimit(at: At): Limit {
  const { value, origin } = integerFact(at);
  return { value: value !== null && value > 0n ? String(value) : null, at, origin, limits: [] };
}

function excessOf(service: Layers): Resources["excess"] {
  const excess: Resources["excess"] = [];
  const shm = service.at("shm_size");
  const bytes = bytesOf(shm.string() ?? "");
  if (bytes !== null && bytes > DEFAULT_SHM) {
    const size = byteQuantity(bytes);
    excess.push({
      at: shm,
      anchor: "/dev/shm",
      target: `${size} of shared memory in /dev/shm`,
      extent: [size],
    });
  }
  for (const [name, { at, value }] of service.pairs("ulimits")) {
    const hard = value?.string() ?? at.get("hard").string() ?? at.get("soft").string();
    if (hard === "-1" || hard === "unlimited")
      excess.push({ at, anchor: `ulimit ${name}`, target: `no ulimit on ${name}`, extent: [] });
  }
  const kill = service.at("oom_kill_disable");
  const isOff = kill.string()?.toLowerCase() === "true";
  excess.push(...oomExcess({ at: kill, isOff }, service.at("oom_score_adj")));
  return excess;
}

/** How a service is started again; null where it is not. `deploy.restart_policy` counts before `restart`. */
export function serviceRestart(service: Layers): Restart | null {
  const policy = service.get("deploy").get("restart_policy");
  if (policy.exists) {
    const at = policy.at("condition");
    const condition = at.string() ?? "any";
    if (condition === "none" || condition === "no") return null;
    const most = policy.at("max_attempts").string();
    return {
      at: at.exists ? at : policy.at(),
      origin: originAt(at) === "unknown" ? "unknown" : "explicit",
      policy: condition === "any" ? "always" : condition,
      most: most !== null && /^[1-9]\d*$/.test(most) ? most : null,
    };
  }
  const at = service.at("restart");
  const text = at.string();
  if (text === null || /^("?no"?|false|off|n)?$/i.test(text)) return null;
  const [name = "", most] = text.split(":");
  const origin = originAt(at);
  if (origin === "explicit" && !/^(always|unless-stopped|on-failure)$/.test(name)) {
    at.invalid("is none of no, always, unless-stopped, on-failure");
    return null;
  }
  return { at, origin, policy: name, most: most && /^[1-9]\d*$/.test(most) ? most : null };
}
