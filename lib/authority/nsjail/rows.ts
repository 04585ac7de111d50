import { addInherited, addVariables, type Variable } from "@/lib/authority/inner/environment";
import { addCommandSecrets, wordOf } from "@/lib/authority/inner/words";
import { capabilityName, capabilitySeverity } from "@/lib/authority/linux-capabilities";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { fieldOf, numberIn, switchIn, textIn, valuesOf } from "./jail";
import { addJailLimits } from "./limits";
import { addJailMounts } from "./mounts";

/** Everything that a jail grants to the program inside. */
export function addJailRows(root: At, container: string, rows: Rows): void {
  addNamespaceRows(root, container, rows);
  addNetworkRows(root, container, rows);
  addKernelRows(root, container, rows);
  addUserRows(root, container, rows);
  addJailMounts(root, container, rows);
  addJailLimits(root, container, rows);
  addVariables(variablesOf(root), container, rows);
  if (switchIn(root, "keep_env") === true) addInherited(fieldOf(root, "keep_env"), [], container, rows);
  const program = fieldOf(root, "exec_bin");
  addCommandSecrets(
    [fieldOf(program, "path"), ...valuesOf(program, "arg")].filter(({ exists }) => exists),
    container,
    rows,
  );
}

const SHARED: readonly [string, string, string][] = [
  ["clone_newpid", "host-pid", "those of whatever nsjail runs in"],
  ["clone_newipc", "host-ipc", "that of whatever nsjail runs in"],
  ["clone_newnet", "host-network", "that of whatever nsjail runs in"],
  ["clone_newuser", "no-user-namespace", "clone_newuser is off"],
];

function addNamespaceRows(root: At, container: string, rows: Rows): void {
  for (const [field, id, detail] of SHARED)
    if (switchIn(root, field) === false)
      rows.add(id, fieldOf(root, field), "explicit", { container, detail });
  const extent = [
    ["clone_newuts", "uts"],
    ["clone_newcgroup", "cgroup"],
  ].flatMap(([field, name]) => (switchIn(root, field!) === false ? [name!] : []));
  if (extent.length > 0) {
    const at = fieldOf(root, extent.includes("uts") ? "clone_newuts" : "clone_newcgroup");
    rows.add("host-uts-cgroupns", at, "explicit", { container, extent, target: extent.join(", ") });
  }
  const mounts = fieldOf(root, "clone_newns");
  if (switchIn(root, "clone_newns") === false)
    rows.add("mount-propagation", mounts, "explicit", {
      container,
      anchor: "/",
      detail: "clone_newns is off: what is mounted inside is mounted outside",
    });
}

function addNetworkRows(root: At, container: string, rows: Rows): void {
  const ways = [fieldOf(root, "macvlan_iface"), ...valuesOf(root, "iface_own"), fieldOf(root, "user_net")];
  const shared = switchIn(root, "clone_newnet") === false ? fieldOf(root, "clone_newnet") : null;
  const at = shared ?? ways.find((way) => way.exists && (way.value?.kind !== "scalar" || wordOf(way) !== ""));
  if (at) {
    const limits = shared ? ["as far as the network of whatever nsjail runs in reaches"] : [];
    const detail = shared ? undefined : "an interface of the machine is put inside";
    rows.add("egress-any", at, "explicit", { container, limits, ...(detail && { detail }) });
    rows.add("cloud-metadata", at, "explicit", { container, limits });
  }
  const port = numberIn(root, "port") ?? 0n;
  if (textIn(root, "mode") !== "LISTEN" || port === 0n) return;
  const host = redactShapes(textIn(root, "bindhost")) || "::";
  if (/^(?:::1|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(host)) return;
  rows.add("ingress-exposed", fieldOf(root, "port"), "explicit", {
    container,
    anchor: `port ${port}`,
    target: `port ${port} on ${host}`,
  });
}

function addKernelRows(root: At, container: string, rows: Rows): void {
  rows.add("shared-kernel", root, "default", { container });
  const policies = valuesOf(root, "seccomp_string").filter((at) => wordOf(at).trim() !== "");
  const file = fieldOf(root, "seccomp_policy_file");
  if (wordOf(file) !== "")
    rows.add("localhost-profile-by-name", file, "explicit", { container, anchor: "seccomp" });
  else if (policies.length === 0) rows.add("seccomp-unconfined", root, "default", { container });
  const limits = switchIn(root, "clone_newuser") === false ? [] : ["within a user namespace of its own"];
  const keeps = switchIn(root, "keep_caps") === true;
  const capabilities = keeps ? [fieldOf(root, "keep_caps")] : valuesOf(root, "cap");
  for (const at of capabilities) {
    const capability = keeps ? "ALL" : redactShapes(capabilityName(wordOf(at)));
    const detail = keeps ? "keep_caps keeps every capability that nsjail has" : capability;
    rows.add("cap-add", at, "explicit", {
      container,
      anchor: capability,
      severity: capabilitySeverity(capability),
      limits,
      detail,
    });
  }
  const privileges = fieldOf(root, "disable_no_new_privs");
  if (switchIn(root, "disable_no_new_privs") === true)
    rows.add("allow-privilege-escalation", privileges, "explicit", { container });
  if (switchIn(root, "skip_setsid") === true)
    rows.add("device-access", fieldOf(root, "skip_setsid"), "explicit", {
      container,
      anchor: "controlling terminal",
      target: "the terminal it was started from",
      severity: "medium",
      detail: "with skip_setsid it can type into that terminal",
    });
}

function addUserRows(root: At, container: string, rows: Rows): void {
  const users = valuesOf(root, "uidmap");
  const isRoot = (map: At, side: string): boolean => /^(?:0+|root)$/.test(textIn(map, side));
  const asRoot = users.find((map) => isRoot(map, "inside_id"));
  if (asRoot) rows.add("run-as-root", asRoot, "explicit", { container, target: "user 0" });
  else if (users.length === 0 || users.some((map) => textIn(map, "inside_id") === ""))
    rows.add("run-as-root", users[0] ?? root, "unknown", { container, target: "the user who starts it" });
  const outside = users.find((map) => isRoot(map, "outside_id"));
  if (outside && switchIn(root, "clone_newuser") !== false)
    rows.add("no-user-namespace", outside, "explicit", {
      container,
      detail: "a user inside is user 0 outside",
    });
  const group = valuesOf(root, "gidmap").find((map) => isRoot(map, "inside_id"));
  if (group) rows.add("root-group", group, "explicit", { container, target: "group 0" });
}

/** `NAME=value`; a name alone takes over the value of whoever starts it. */
function variablesOf(root: At): Variable[] {
  return valuesOf(root, "envar").map((at) => {
    const [, name = "", text] = /^([^=]*)(?:=([\s\S]*))?$/.exec(wordOf(at)) ?? [];
    return { name, text: text ?? null, at };
  });
}
