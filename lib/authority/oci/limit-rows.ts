import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { CONTAINER, type Configuration } from "./configuration";

/** Past it a number is no limit: it stands for none in runtimes that write -1 without a sign. */
const LARGEST = 2n ** 63n - 1n;

const bounded = (value: bigint | undefined): bigint | null =>
  value !== undefined && value > 0n && value < LARGEST ? value : null;

const wholeNumber = (text: string | undefined): bigint | null =>
  text !== undefined && /^\d{1,30}$/.test(text) ? bounded(BigInt(text)) : null;

/** Rows and bounds of group 1e. Source: config-linux.md, "Control groups"; config.md, "POSIX process". */
export function addLimitRows(configuration: Configuration, rows: Rows): void {
  const { linux, process, root } = configuration;
  const resources = linux.get("resources");
  const unified = resources.get("unified");
  addCpu(resources.get("cpu"), unified.get("cpu.max"), rows);
  addMemory(resources.get("memory"), unified, rows);
  const pids = resources.path("pids", "limit");
  const most = bounded(pids.integer()) ?? wholeNumber(unified.get("pids.max").string() ?? undefined);
  if (most !== null) rows.bound("pids", CONTAINER, String(most));
  else unlimited("pids", pids, "processes", [], rows);
  if (root.path("root", "readonly").boolean() !== true) unlimited("disk", root.get("root"), "disk", [], rows);
  const processor = process
    .get("rlimits")
    .items()
    .find((at) => at.get("type").string() === "RLIMIT_CPU" && bounded(at.get("hard").integer()) !== null);
  const limits = processor
    ? [`${processor.get("hard").string()} seconds of processor time for each process`]
    : [];
  unlimited("time", process, "time", limits, rows);
  addExcess(configuration, rows);
}

function unlimited(resource: string, at: At, target: string, limits: string[], rows: Rows): void {
  rows.add(`${resource}-unlimited`, at, at.exists && at.value?.kind === "scalar" ? "explicit" : "default", {
    container: CONTAINER,
    target,
    limits,
  });
}

/** Microseconds of processor time in each period, of 100 milliseconds where none is written. */
function addCpu(cpu: At, unified: At, rows: Rows): void {
  const [written, each] = (unified.string() ?? "").split(/\s+/);
  const quota = bounded(cpu.get("quota").integer()) ?? wholeNumber(written);
  const period = bounded(cpu.get("period").integer()) ?? wholeNumber(each) ?? 100_000n;
  if (quota !== null) {
    rows.bound("cpu", CONTAINER, decimal((quota * 1_000_000_000n) / period));
    return;
  }
  const cpus = cpu.get("cpus").string();
  unlimited(
    "cpu",
    cpu.get("quota"),
    "cpu",
    cpus && /^[\d,-]{1,100}$/.test(cpus) ? [`on processors ${cpus} only`] : [],
    rows,
  );
}

/** Billionths as a decimal number: `1500000000` is `1.5`. */
function decimal(billionths: bigint): string {
  const text = billionths.toString().padStart(10, "0");
  return `${text.slice(0, -9)}.${text.slice(-9)}`.replace(/\.?0+$/, "");
}

function addMemory(memory: At, unified: At, rows: Rows): void {
  const at = memory.get("limit");
  const limit = bounded(at.integer()) ?? wholeNumber(unified.get("memory.max").string() ?? undefined);
  if (limit === null) {
    unlimited("memory", at, "memory", [], rows);
    return;
  }
  rows.bound("memory", CONTAINER, String(limit));
  const swap = memory.get("swap");
  const most = swap.integer();
  if (most !== undefined && most !== 0n && bounded(most) === null)
    rows.add("memory-unlimited", swap, "explicit", {
      container: CONTAINER,
      anchor: "swap",
      target: "swap",
      severity: "medium",
      detail: "swap, beside a limit of memory",
    });
}

/** Limits of a process that matter to its neighbours when there is no end to them. */
const NOTED = new Set([
  "RLIMIT_NOFILE",
  "RLIMIT_NPROC",
  "RLIMIT_MEMLOCK",
  "RLIMIT_CORE",
  "RLIMIT_RTPRIO",
  "RLIMIT_MSGQUEUE",
]);

function addExcess({ linux, process }: Configuration, rows: Rows): void {
  const add = (at: At, anchor: string, target: string) =>
    rows.add("rlimits-shm-oom", at, "explicit", { container: CONTAINER, anchor, target, detail: target });
  for (const at of process.get("rlimits").items()) {
    const type = at.get("type").string() ?? "";
    const hard = at.get("hard").integer();
    if (NOTED.has(type) && hard !== undefined && (hard < 0n || hard >= LARGEST))
      add(at, type, `${type} without end`);
  }
  const killer = linux.path("resources", "memory", "disableOOMKiller");
  if (killer.boolean() === true) add(killer, "oom killer", "is not ended when memory is short");
  const score = process.get("oomScoreAdj");
  const adjusted = score.integer();
  if (adjusted !== undefined && adjusted < 0n)
    add(score, "oom score", `others are ended before it when memory is short (${adjusted})`);
}
