import type { Notes } from "@/lib/authority/notes";
import type { Rows } from "@/lib/authority/rows";
import { SAFE_SYSCTLS } from "@/lib/authority/safe-sysctls";
import type { KubeIndex } from "./kube-index";
import { isWindows, type Pod, silenceOf } from "./pod";

const HOST_NAMESPACES = [
  ["hostPID", "host-pid"],
  ["hostIPC", "host-ipc"],
  ["hostNetwork", "host-network"],
] as const;

/** Rows of groups 1a and 1e that the pod as a whole holds. */
export function addPodRows(pod: Pod, index: KubeIndex, rows: Rows, notes: Notes): void {
  const { spec } = pod;
  for (const [field, id] of HOST_NAMESPACES) {
    const at = spec.get(field);
    if (at.boolean()) rows.add(id, at, "explicit");
  }
  const network = spec.get("hostNetwork");
  // The runtime gives a pod of the host's network no host name of its own. Source: containerd, sandbox_run_linux.go.
  if (network.boolean())
    rows.add("host-uts-cgroupns", network, "explicit", { anchor: "uts", target: "the node's host name" });
  addUserNamespace(pod, rows);
  addKernel(pod, index, rows);
  const share = spec.get("shareProcessNamespace");
  if (share.boolean()) rows.add("share-process-namespace", share, "explicit");
  for (const container of pod.containers) {
    const target = container.at.get("targetContainerName");
    if (target.exists) {
      rows.add("share-process-namespace", target, "explicit", {
        anchor: `${container.name} with ${target.string()}`,
      });
    }
    if (container.role === "ephemeral")
      rows.add("debug-container", container.at, "explicit", { container: container.name });
  }
  for (const at of pod.context.get("sysctls").items()) {
    const name = at.get("name").string();
    if (name && !SAFE_SYSCTLS.has(name)) rows.add("sysctl-unsafe", at, "explicit", { anchor: name });
  }
  addGroups(pod, rows);
  for (const [key, at] of pod.annotations) {
    if (/^(dev\.gvisor\.|io\.katacontainers\.config\.|io\.kubernetes\.cri-o\.)/.test(key)) {
      rows.add("runtime-annotation-override", at, "explicit", { anchor: key });
    }
    if (
      key.startsWith("seccomp.security.alpha.kubernetes.io/") ||
      key.startsWith("container.seccomp.security.alpha.kubernetes.io/")
    ) {
      notes.add(
        "warning",
        "annotation-ignored",
        `the annotation ${key} is no longer read by the API server; it counts as absent`,
        at,
      );
    }
  }
  addPriority(pod, index, rows);
}

function addUserNamespace(pod: Pod, rows: Rows): void {
  const at = pod.spec.get("hostUsers");
  const shared = at.boolean();
  if (shared === false || isWindows(pod)) return;
  rows.add("no-user-namespace", at, shared ? "explicit" : silenceOf(pod, null, at));
}

const SHARED_KERNEL_HANDLERS = /^(runc|crun|youki|nvidia(-legacy|-cdi)?|default)$/;

/** A runtime class is a name: it makes the row unknown, never absent, until evidence shows the kernel. */
function addKernel(pod: Pod, index: KubeIndex, rows: Rows): void {
  const at = pod.spec.get("runtimeClassName");
  const name = at.string();
  if (name === null) {
    rows.add("shared-kernel", at, silenceOf(pod, null, at));
    return;
  }
  const handler = index.runtimeHandlers.get(name) ?? name;
  const origin = SHARED_KERNEL_HANDLERS.test(handler) ? "explicit" : "unknown";
  rows.add("shared-kernel", at, origin, { limits: [`runtimeClassName: ${name}`] });
}

function addGroups(pod: Pod, rows: Rows): void {
  for (const at of [pod.context.get("fsGroup"), ...pod.context.get("supplementalGroups").items()]) {
    if (at.integer() === 0n)
      rows.add("root-group", at, "explicit", { anchor: at.name.replace(/\[.*/, ""), target: "group 0" });
  }
}

const SERVER_TOLERATIONS = new Set(["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"]);

function addPriority(pod: Pod, index: KubeIndex, rows: Rows): void {
  const { spec } = pod;
  const priority = spec.get("priorityClassName");
  const name = priority.string();
  if (name) {
    const limits = priorityLimits(index, name);
    rows.add("priority-preempt", priority, "explicit", { anchor: `class ${name}`, limits });
  }
  for (const at of spec.get("tolerations").items()) {
    const key = at.get("key").string() ?? "";
    if (SERVER_TOLERATIONS.has(key)) continue;
    // The DaemonSet controller adds these to the pods it makes; a template does not have them.
    if (pod.object.controller?.kind === "DaemonSet" && key.startsWith("node.kubernetes.io/")) continue;
    const target = key === "" ? "every taint" : key;
    rows.add("priority-preempt", at, "explicit", { anchor: `tolerates ${target}` });
  }
  // A pod's nodeName is written by the scheduler; only a template or a pod never scheduled chose it.
  const node = spec.get("nodeName");
  const scheduled = pod.object.at.has("status") || pod.object.controller !== null;
  if (node.string() && !scheduled)
    rows.add("priority-preempt", node, "explicit", { anchor: `node ${node.string()}` });
}

/** What the class says of itself, where it is in the input. */
function priorityLimits(index: KubeIndex, name: string): string[] {
  const object = index.priorityClasses.get(name);
  if (!object) return [];
  const limits = [`priority ${object.at.get("value").string() ?? "0"}`];
  if (object.at.get("preemptionPolicy").string() === "Never") limits.push("drives no other pod out");
  return limits;
}
