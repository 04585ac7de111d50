import type { EngineContainer } from "./container";
import type { AddRow } from "./container-rows";
import type { Fact } from "./fact";

/** Modes of a user namespace of its own. Source: podman-run, --userns. Docker has `host` and the daemon's. */
const OWN_USERS = /^(auto|keep-id|nomap|private|ns:)/;

/** Rows of the namespaces that a container has in common with its host or with another container. */
export function addNamespaceRows({ namespaces }: EngineContainer, add: AddRow): void {
  const { pid, ipc, uts, cgroup, cgroupParent, user } = namespaces;
  if (isHost(pid)) add("host-pid", pid.at, pid.origin);
  const processes = otherOf(pid);
  if (processes)
    add("share-process-namespace", pid.at, pid.origin, { target: `the processes of ${processes}` });
  addIpc(ipc, add);
  if (isHost(uts)) add("host-uts-cgroupns", uts.at, uts.origin, { anchor: "uts", target: "the host's name" });
  if (isHost(cgroup))
    add("host-uts-cgroupns", cgroup.at, cgroup.origin, {
      anchor: "cgroup",
      target: "the host's control groups",
    });
  if (cgroupParent.value) {
    add("host-uts-cgroupns", cgroupParent.at, cgroupParent.origin, {
      anchor: "cgroup parent",
      target: `the control group ${cgroupParent.value}`,
      extent: [cgroupParent.value],
    });
  }
  if (user.value === null || !OWN_USERS.test(user.value))
    add("no-user-namespace", user.at, user.value === "" ? "default" : user.origin);
}

/** Whether it is the host's, or might be: a mode that cannot be told is said as that. */
const isHost = ({ value, origin }: Fact<string | null>): boolean => value === "host" || origin === "unknown";

/** The other container of `service:x` or `container:x`. */
function otherOf({ value }: Fact<string | null>): string | null {
  const match = /^(service|container):(.+)$/.exec(value ?? "");
  return match ? `${match[1]} ${match[2]}` : null;
}

function addIpc(ipc: Fact<string | null>, add: AddRow): void {
  const other = otherOf(ipc);
  if (isHost(ipc)) add("host-ipc", ipc.at, ipc.origin);
  else if (other) {
    add("host-ipc", ipc.at, ipc.origin, {
      anchor: "another container",
      target: `the shared memory of ${other}`,
      severity: "medium",
      detail: `that of ${other} only`,
    });
  } else if (ipc.value === "shareable") {
    add("host-ipc", ipc.at, ipc.origin, {
      anchor: "shareable",
      target: "shareable: another container may join its shared memory",
      severity: "low",
      detail: "its own only, and another container may be started that joins it",
    });
  }
}
