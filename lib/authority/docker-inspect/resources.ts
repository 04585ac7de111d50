import type { Limit, Resources, Restart } from "@/lib/authority/engine/container";
import { oomExcess } from "@/lib/authority/engine/excess";
import { booleanFact, byteQuantity, bytesOf, integerFact } from "@/lib/authority/engine/fact";
import type { At } from "@/lib/authority/read/cursor";

const DEFAULT_SHM = 64n * 1024n * 1024n;

/** Zero and what is absent are no limit; an engine writes zero where nobody set one. */
const none = (at: At): Limit => ({ value: null, at, origin: "default", limits: [] });

/** The limits of an inspected container. */
export function resourcesOf(at: At): Resources {
  const hostConfig = at.get("HostConfig");
  const memoryAt = hostConfig.get("Memory");
  const memory = integerFact(memoryAt).value ?? 0n;
  const swapAt = hostConfig.get("MemorySwap");
  const pidsAt = hostConfig.get("PidsLimit");
  const pids = integerFact(pidsAt).value ?? 0n;
  const timeAt = at.path("Config", "Timeout");
  const time = integerFact(timeAt).value ?? 0n;
  return {
    cpu: cpuOf(hostConfig),
    memory: memory > 0n ? { ...none(memoryAt), value: byteQuantity(memory) } : none(memoryAt),
    swap: memory > 0n && integerFact(swapAt).value === -1n ? swapAt : null,
    pids:
      pids > 0n
        ? { ...none(pidsAt), value: String(pids) }
        : { ...none(pidsAt), origin: pids < 0n ? "explicit" : "default" },
    disk: diskOf(hostConfig),
    time: time > 0n ? { ...none(timeAt), value: String(time) } : none(at.get("Config")),
    excess: excessOf(hostConfig),
  };
}

function cpuOf(hostConfig: At): Limit {
  const set = hostConfig.get("CpusetCpus").string();
  const limits = set ? [`on the processors ${set} only`] : [];
  const nanoAt = hostConfig.get("NanoCpus");
  const nano = integerFact(nanoAt).value ?? 0n;
  if (nano > 0n) return { ...none(nanoAt), value: `${nano}n`, limits };
  const quotaAt = hostConfig.get("CpuQuota");
  const quota = integerFact(quotaAt).value ?? 0n;
  const period = integerFact(hostConfig.get("CpuPeriod")).value || 100_000n;
  if (quota > 0n && period > 0n) return { ...none(quotaAt), value: `${(quota * 1000n) / period}m`, limits };
  return { ...none(nanoAt), limits };
}

function diskOf(hostConfig: At): Limit {
  const at = hostConfig.get("StorageOpt").get("size");
  const bytes = bytesOf(at.string() ?? "");
  return bytes !== null && bytes > 0n ? { ...none(at), value: byteQuantity(bytes) } : none(at);
}

function excessOf(hostConfig: At): Resources["excess"] {
  const excess: Resources["excess"] = [];
  const shmAt = hostConfig.get("ShmSize");
  const shm = integerFact(shmAt).value ?? 0n;
  if (shm > DEFAULT_SHM) {
    const size = byteQuantity(shm);
    excess.push({
      at: shmAt,
      anchor: "/dev/shm",
      target: `${size} of shared memory in /dev/shm`,
      extent: [size],
    });
  }
  for (const at of hostConfig.get("Ulimits").items()) {
    const name = (at.get("Name").string() ?? "").replace(/^RLIMIT_/, "").toLowerCase();
    if (at.get("Hard").string() === "-1")
      excess.push({ at, anchor: `ulimit ${name}`, target: `no ulimit on ${name}`, extent: [] });
  }
  const kill = hostConfig.get("OomKillDisable");
  const isOff = booleanFact(kill).value === true;
  excess.push(...oomExcess({ at: kill, isOff }, hostConfig.get("OomScoreAdj")));
  return excess;
}

/** How an inspected container is started again; null where it is not. */
export function restartOf(at: At): Restart | null {
  const policy = at.path("HostConfig", "RestartPolicy");
  const name = policy.get("Name").string() ?? "";
  if (name === "" || name === "no") return null;
  const most = integerFact(policy.get("MaximumRetryCount")).value ?? 0n;
  return { at: policy, origin: "explicit", policy: name, most: most > 0n ? String(most) : null };
}
