import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { fieldOf, limitKind, numberIn, textIn } from "./jail";

/** Rows and bounds of time, memory, processes and processor. Defaults by config.proto. */
export function addJailLimits(root: At, container: string, rows: Rows): void {
  const missing = (id: string, field: string, target: string, limits: string[] = []): void => {
    const at = fieldOf(root, field);
    rows.add(id, at, at.exists ? "explicit" : "default", { container, target, limits });
  };
  const time = numberIn(root, "time_limit") ?? 600n;
  if (time > 0n) rows.bound("time", container, String(time));
  else missing("time-unlimited", "time_limit", "time");

  const memory = numberIn(root, "cgroup_mem_max") ?? 0n;
  if (memory > 0n) rows.bound("memory", container, String(memory));
  else
    missing(
      "memory-unlimited",
      "cgroup_mem_max",
      "memory",
      eachProcess(root, "rlimit_as", 512n, "MiB of addresses"),
    );

  const processes = numberIn(root, "cgroup_pids_max") ?? 0n;
  if (processes > 0n) rows.bound("pids", container, String(processes));
  else missing("pids-unlimited", "cgroup_pids_max", "processes", ofTheUser(root));

  const share = numberIn(root, "cgroup_cpu_ms_per_sec") ?? 0n;
  const processors = numberIn(root, "max_cpus") ?? 0n;
  if (share > 0n) rows.bound("cpu", container, `${share}m`);
  else if (processors > 0n) rows.bound("cpu", container, String(processors));
  else
    missing(
      "cpu-unlimited",
      "cgroup_cpu_ms_per_sec",
      "cpu",
      eachProcess(root, "rlimit_cpu", 600n, "seconds of processor time"),
    );

  const mode = textIn(root, "mode");
  if (mode === "RERUN")
    rows.add("restart-amplification", fieldOf(root, "mode"), "explicit", {
      container,
      target: "for ever",
      extent: ["RERUN"],
    });
}

/** What a limit of processes, each by itself, holds back: it adds up to nothing for all together. */
function eachProcess(root: At, name: string, standard: bigint, unit: string): string[] {
  const kind = limitKind(root, name);
  if (kind === "INF") return [];
  if (kind === "SOFT" || kind === "HARD") return [`each process as whoever starts it (${name})`];
  return [`each process at most ${numberIn(root, name) ?? standard} ${unit} (${name})`];
}

function ofTheUser(root: At): string[] {
  const number = numberIn(root, "rlimit_nproc");
  return number !== undefined && textIn(root, "rlimit_nproc_type") === "VALUE"
    ? [`at most ${number} of this user on the whole machine (rlimit_nproc)`]
    : [];
}
