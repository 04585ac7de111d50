import { addInherited, addVariables } from "@/lib/authority/inner/environment";
import { isUnfilled } from "@/lib/authority/inner/host-mount";
import { addCommandSecrets, shownWord, wordOf } from "@/lib/authority/inner/words";
import { capabilitySeverity } from "@/lib/authority/linux-capabilities";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import type { BoundedResource, Origin } from "@/lib/authority/schema";
import type { BwrapCall } from "./call";
import { addMountRows } from "./mounts";
import { limitsBefore } from "./starters";
import { type BwrapState, stateOf } from "./state";

/** Everything that a call of bwrap grants to the command inside. */
export function addBwrapRows(root: At, items: At[], call: BwrapCall, container: string, rows: Rows): void {
  const state = stateOf(root, items, call);
  const silence: Origin = state.open ? "unknown" : "default";
  addNamespaceRows(state, silence, container, rows);
  addKernelRows(state, silence, container, rows);
  addUserRows(state, container, rows);
  addMountRows(items, call, root, state.open, container, rows);
  addVariables(state.variables.values(), container, rows);
  if (!state.clearsEnvironment) addInherited(root, [...state.unset], container, rows);
  addCommandSecrets(
    call.command.map((place) => items[place]!),
    container,
    rows,
  );
  const limits = limitsBefore(items, call);
  for (const resource of ["cpu", "memory", "pids", "time"] as const satisfies BoundedResource[]) {
    const limit = limits.get(resource);
    if (limit !== undefined) rows.bound(resource, container, limit);
    else
      rows.add(`${resource}-unlimited`, root, "default", {
        container,
        target: resource === "pids" ? "processes" : resource,
        ...(resource === "time" && !state.flags.has("--die-with-parent")
          ? { detail: "and outlives whoever started it, without --die-with-parent" }
          : {}),
      });
  }
}

function addNamespaceRows(state: BwrapState, silence: Origin, container: string, rows: Rows): void {
  const { namespaces, root } = state;
  const shared = (kind: keyof BwrapState["namespaces"], id: string, detail: string): boolean => {
    const { own, at } = namespaces[kind];
    if (own !== "no") return false;
    rows.add(id, at ?? root, at ? "explicit" : silence, { container, detail });
    return true;
  };
  const pidns = state.last.get("--pidns");
  if (pidns && namespaces.pid.own === "no")
    rows.add("share-process-namespace", pidns, "explicit", {
      container,
      detail: "--pidns enters a process namespace that is there",
    });
  else shared("pid", "host-pid", "those of whatever bwrap runs in");
  shared("ipc", "host-ipc", "that of whatever bwrap runs in");
  const { uts, cgroup } = namespaces;
  if (uts.own === "no" || cgroup.own === "no") {
    const extent = [...(uts.own === "no" ? ["uts"] : []), ...(cgroup.own === "no" ? ["cgroup"] : [])];
    rows.add("host-uts-cgroupns", root, silence, { container, extent, target: extent.join(", ") });
  }
  if (shared("net", "host-network", "that of whatever bwrap runs in")) {
    const at = namespaces.net.at ?? root;
    const origin = namespaces.net.at ? "explicit" : silence;
    const limits = ["as far as the network of whatever bwrap runs in reaches"];
    rows.add("egress-any", at, origin, { container, limits });
    rows.add("cloud-metadata", at, origin, { container, limits });
  }
}

function addKernelRows(state: BwrapState, silence: Origin, container: string, rows: Rows): void {
  const { root, flags, last, capabilities } = state;
  const filter = last.get("--seccomp") ?? last.get("--add-seccomp-fd");
  const limits = flags.has("--disable-userns") ? ["no further user namespaces (--disable-userns)"] : [];
  if (filter) rows.add("localhost-profile-by-name", filter, "explicit", { container, anchor: "seccomp" });
  else rows.add("seccomp-unconfined", root, silence, { container, limits });
  rows.add("shared-kernel", root, "default", { container });
  if (!flags.has("--new-session"))
    rows.add("device-access", root, silence, {
      container,
      anchor: "controlling terminal",
      target: "the terminal it was started from",
      severity: "medium",
      limits: filter ? ["unless the filter forbids TIOCSTI"] : [],
      detail: "without --new-session it types into that terminal, and runs commands outside (CVE-2017-5226)",
    });
  const ownUsers = state.namespaces.user.own === "no" ? [] : ["within a user namespace of its own"];
  for (const [capability, at] of capabilities.added)
    rows.add("cap-add", at, "explicit", {
      container,
      anchor: capability,
      severity: capabilitySeverity(capability),
      limits: ownUsers,
      detail: capability,
    });
  if (!capabilities.droppedAll)
    rows.add("cap-default-set", root, "unknown", {
      container,
      anchor: "default-set",
      target: "the capabilities of whoever starts it",
      limits: ownUsers,
      detail: "started by root, bwrap leaves the caller's capabilities; started by anybody else, none",
    });
  const open = flags.get("--not-a-security-boundary");
  if (open)
    rows.add("sandbox-disabled", open, "explicit", {
      container,
      detail: "what fails while the sandbox is made is passed over",
    });
  const label = last.get("--exec-label");
  if (label && !/(?:^|:)(?:container_t|container_init_t|container_kvm_t)(?::|$)/.test(wordOf(label)))
    rows.add("selinux-custom", label, "explicit", {
      container,
      anchor: "label",
      target: `SELinux label ${shownWord(label)}`,
      extent: [shownWord(label)],
    });
}

function addUserRows(state: BwrapState, container: string, rows: Rows): void {
  const { root, namespaces, last } = state;
  if (namespaces.user.own === "no")
    rows.add("no-user-namespace", root, "unknown", {
      container,
      detail: "started by root, bwrap makes none unless it is asked; started by anybody else, it must",
    });
  const user = last.get("--uid");
  if (!user || isUnfilled(wordOf(user)))
    rows.add("run-as-root", user ?? root, "unknown", { container, target: "the user who starts it" });
  else if (/^0+$/.test(wordOf(user)))
    rows.add("run-as-root", user, "explicit", { container, target: "user 0" });
  const group = last.get("--gid");
  if (group && /^0+$/.test(wordOf(group)))
    rows.add("root-group", group, "explicit", { container, target: "group 0" });
}
