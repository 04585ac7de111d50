import type { Rows } from "@/lib/authority/rows";
import type { BoundedResource } from "@/lib/authority/schema";
import type { EngineContainer, Limit } from "./container";
import type { AddRow } from "./container-rows";

const TARGETS: Record<BoundedResource, string> = {
  cpu: "cpu",
  memory: "memory",
  pids: "processes",
  disk: "disk",
  time: "time",
};

/** Rows and bounds of group 1e: limits that are missing, and those that are set. */
export function addLimitRows(container: EngineContainer, rows: Rows, add: AddRow): void {
  const { resources, restart, name } = container;
  for (const resource of ["cpu", "memory", "pids", "disk", "time"] as const) {
    const limit: Limit = resources[resource];
    if (limit.value !== null) rows.bound(resource, name, limit.value);
    else
      add(`${resource}-unlimited`, limit.at, limit.origin, {
        target: TARGETS[resource],
        limits: limit.limits,
      });
  }
  if (resources.swap)
    add("memory-unlimited", resources.swap, "explicit", {
      anchor: "swap",
      target: "swap",
      detail: "swap, beside a limit of memory",
    });
  for (const { at, anchor, target, extent } of resources.excess)
    add("rlimits-shm-oom", at, "explicit", { anchor, target, extent, detail: target });
  if (restart)
    add("restart-amplification", restart.at, restart.origin, {
      target: restart.most === null ? restart.policy : `${restart.policy}, up to ${restart.most} times`,
      extent: restart.most === null ? [] : [restart.most],
    });
}
