import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { CONTAINER, type Configuration } from "./configuration";

/** Every action of the specification. Source: config-linux.md, "Seccomp". */
const ACTIONS = [
  "SCMP_ACT_KILL",
  "SCMP_ACT_KILL_PROCESS",
  "SCMP_ACT_KILL_THREAD",
  "SCMP_ACT_TRAP",
  "SCMP_ACT_ERRNO",
  "SCMP_ACT_TRACE",
  "SCMP_ACT_ALLOW",
  "SCMP_ACT_LOG",
  "SCMP_ACT_NOTIFY",
] as const;

const LETS_THROUGH = new Set<string>(["SCMP_ACT_ALLOW", "SCMP_ACT_LOG"]);

/** Whether a filter refuses what it does not list. */
export const filters = (seccomp: At): boolean => {
  const action = seccomp.get("defaultAction").string();
  return action !== null && !LETS_THROUGH.has(action);
};

/** The row of system calls: granted without a filter, and by one that lets through what it does not list. */
export function addSeccompRows({ linux }: Configuration, rows: Rows): void {
  const seccomp = linux.get("seccomp");
  const at = seccomp.get("defaultAction");
  const action = at.oneOf(ACTIONS);
  if (action === undefined) {
    rows.add("seccomp-unconfined", at, "default", { container: CONTAINER });
    return;
  }
  if (LETS_THROUGH.has(action)) {
    const refused = refusedBy(seccomp);
    rows.add("seccomp-unconfined", at, "explicit", {
      container: CONTAINER,
      limits: refused.length > 0 ? [`refuses ${listed(refused)}`] : [],
      detail: "the filter lets through whatever it does not list",
    });
  } else if (action === "SCMP_ACT_NOTIFY" || action === "SCMP_ACT_TRACE") {
    rows.add("seccomp-unconfined", at, "unknown", {
      container: CONTAINER,
      detail: "another program decides over each system call",
    });
  }
}

function refusedBy(seccomp: At): string[] {
  const names = seccomp
    .get("syscalls")
    .items()
    .filter((rule) => !LETS_THROUGH.has(rule.get("action").string() ?? ""))
    .flatMap((rule) => [...rule.get("names").strings(), ...(rule.get("name").string() ?? "").split(" ")]);
  return [...new Set(names.filter((name) => /^\w{1,40}$/.test(name)))].sort();
}

const listed = (names: string[]): string =>
  names.slice(0, 10).join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
