import { capabilityName, capabilitySeverity, DEFAULT_CAPABILITIES } from "@/lib/authority/linux-capabilities";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { type Container, inherited, isWindows, type Pod, silenceOf } from "./pod";

/** Rows of group 1a that a container's security context decides, pod-level values inherited. */
export function addSecurityRows(pod: Pod, container: Container, rows: Rows, notes: Notes): void {
  const { context, name } = container;
  const privilegedAt = context.get("privileged");
  const privileged = privilegedAt.boolean() === true;
  if (privileged) rows.add("privileged", privilegedAt, "explicit", { container: name });
  // Windows has neither capabilities nor seccomp nor setuid: the API server refuses these fields there.
  const onLinux = !isWindows(pod);
  const added = addCapabilityRows(pod, container, onLinux, rows);
  if (onLinux) {
    const forced = privileged || added.has("SYS_ADMIN") || added.has("ALL");
    addEscalation(pod, container, forced, rows);
    addSeccomp(pod, container, privileged, rows);
  }
  addAppArmor(pod, container, rows, notes);
  addUser(pod, container, rows);
  addSelinux(inherited(pod, container, "seLinuxOptions"), name, rows);
  const rootfs = context.get("readOnlyRootFilesystem");
  const readOnly = rootfs.boolean();
  if (readOnly !== true) {
    rows.add("writable-rootfs", rootfs, readOnly === false ? "explicit" : silenceOf(pod, null, rootfs), {
      container: name,
      access: "write",
    });
  }
  const procMount = context.get("procMount");
  if (procMount.oneOf(["Default", "Unmasked"]) === "Unmasked") {
    rows.add("proc-unmasked", procMount, "explicit", { container: name });
  }
  addHostProcess(pod, container, rows);
}

/** Windows options are merged field by field, unlike the others. Source: securitycontext/util.go. */
function addHostProcess(pod: Pod, { context, name }: Container, rows: Rows): void {
  const own = context.path("windowsOptions", "hostProcess");
  const at = own.boolean() === undefined ? pod.context.path("windowsOptions", "hostProcess") : own;
  if (at.boolean()) rows.add("windows-hostprocess", at, "explicit", { container: name });
}

function addCapabilityRows(
  pod: Pod,
  { context, name }: Container,
  onLinux: boolean,
  rows: Rows,
): Set<string> {
  const capabilities = context.get("capabilities");
  const added = new Set<string>();
  for (const at of capabilities.get("add").items()) {
    const text = at.string();
    if (text === null) continue;
    const capability = capabilityName(text);
    added.add(capability);
    rows.add("cap-add", at, at.unresolved ? "unknown" : "explicit", {
      container: name,
      anchor: capability,
      severity: capabilitySeverity(capability),
      detail: capability,
    });
  }
  if (onLinux) addDefaultSet(pod, capabilities.get("drop"), name, rows);
  return added;
}

/** What the runtime gives and nothing drops. */
function addDefaultSet(pod: Pod, dropAt: At, container: string, rows: Rows): void {
  const written = dropAt.strings();
  const dropped = new Set(written.map(capabilityName));
  if (dropped.has("ALL")) {
    const lower = dropAt.items().find((at) => at.string()?.toUpperCase() === "ALL" && at.string() !== "ALL");
    if (lower && !written.includes("ALL")) rows.add("drop-all-lowercase", lower, "explicit", { container });
    return;
  }
  const left = DEFAULT_CAPABILITIES.filter((capability) => !dropped.has(capability));
  if (left.length === 0) return;
  rows.add("cap-default-set", dropAt, silenceOf(pod, dropAt.exists ? null : "context", dropAt), {
    container,
    anchor: "default-set",
    target: left.length === DEFAULT_CAPABILITIES.length ? "the runtime's default set" : left.join(", "),
    extent: left,
    limits: dropped.size > 0 ? [`drops ${[...dropped].sort().join(", ")}`] : [],
  });
}

function addEscalation(pod: Pod, { context, name }: Container, forced: boolean, rows: Rows): void {
  const at = context.get("allowPrivilegeEscalation");
  const allowed = at.boolean();
  if (allowed === false && !forced) return;
  const detail = forced ? "privileged and SYS_ADMIN force it on" : undefined;
  rows.add(
    "allow-privilege-escalation",
    at,
    allowed === true || forced ? "explicit" : silenceOf(pod, "context", at),
    { container: name, detail },
  );
}

function addSeccomp(pod: Pod, { context, name }: Container, privileged: boolean, rows: Rows): void {
  const types = ["RuntimeDefault", "Localhost", "Unconfined"] as const;
  const ownAt = context.path("seccompProfile", "type");
  const podAt = pod.context.path("seccompProfile", "type");
  const own = ownAt.oneOf(types);
  const type = own ?? podAt.oneOf(types);
  const at = own || !podAt.exists ? ownAt : podAt;
  if (type === "Localhost")
    rows.add("localhost-profile-by-name", at, "explicit", { container: name, anchor: "seccomp" });
  if (type === "Unconfined") rows.add("seccomp-unconfined", at, "explicit", { container: name });
  else if (type === undefined)
    rows.add("seccomp-unconfined", at, silenceOf(pod, "context", at), { container: name });
  else if (privileged) {
    rows.add("seccomp-unconfined", context.get("privileged"), "explicit", {
      container: name,
      detail: "a privileged container runs without the profile it names",
    });
  }
}

const BETA_APPARMOR = "container.apparmor.security.beta.kubernetes.io/";

function addAppArmor(pod: Pod, container: Container, rows: Rows, notes: Notes): void {
  const types = ["RuntimeDefault", "Localhost", "Unconfined"] as const;
  const at = inherited(pod, container, "appArmorProfile").get("type");
  const type = at.oneOf(types);
  const { name } = container;
  if (type === "Unconfined") rows.add("apparmor-unconfined", at, "explicit", { container: name });
  if (type === "Localhost")
    rows.add("localhost-profile-by-name", at, "explicit", { container: name, anchor: "apparmor" });
  const beta = pod.annotations.find(([key]) => key === BETA_APPARMOR + name)?.[1];
  if (!beta) return;
  notes.add(
    "info",
    "annotation-deprecated",
    `the AppArmor annotation of container ${name} is deprecated; appArmorProfile replaces it`,
    beta,
  );
  if (type !== undefined) return;
  if (beta.string() === "unconfined") rows.add("apparmor-unconfined", beta, "explicit", { container: name });
  if (beta.string()?.startsWith("localhost/"))
    rows.add("localhost-profile-by-name", beta, "explicit", { container: name, anchor: "apparmor" });
}

function addUser(pod: Pod, container: Container, rows: Rows): void {
  const { name } = container;
  if (isWindows(pod)) {
    addWindowsUser(pod, container, rows);
    return;
  }
  const userAt = inherited(pod, container, "runAsUser");
  const user = userAt.integer();
  const nonRootAt = inherited(pod, container, "runAsNonRoot");
  const nonRoot = nonRootAt.boolean();
  if (user === 0n) rows.add("run-as-root", userAt, "explicit", { container: name, target: "user 0" });
  else if (user === undefined && nonRoot === true)
    rows.add("runas-nonroot-without-uid", nonRootAt, "explicit", { container: name });
  else if (user === undefined)
    rows.add("run-as-root", userAt, "unknown", { container: name, target: "the image's user" });
  const groupAt = inherited(pod, container, "runAsGroup");
  if (groupAt.integer() === 0n)
    rows.add("root-group", groupAt, "explicit", { container: name, target: "group 0" });
}

/** Windows knows users by name; its administrator is to the container what user 0 is elsewhere. */
function addWindowsUser(pod: Pod, { context, name }: Container, rows: Rows): void {
  const own = context.path("windowsOptions", "runAsUserName");
  const at = own.exists ? own : pod.context.path("windowsOptions", "runAsUserName");
  const user = at.string();
  if (user === null) rows.add("run-as-root", at, "unknown", { container: name, target: "the image's user" });
  else if (/(^|\\)(ContainerAdministrator|SYSTEM)$/i.test(user))
    rows.add("run-as-root", at, "explicit", { container: name, target: user });
}

/** SELinux types that confine containers. Source: Pod Security Standards, baseline. */
const SELINUX_TYPES = ["", "container_t", "container_init_t", "container_kvm_t", "container_engine_t"];

function addSelinux(options: At, container: string, rows: Rows): void {
  for (const field of ["type", "user", "role"]) {
    const at = options.get(field);
    const text = at.string();
    if (text === null || text === "" || (field === "type" && SELINUX_TYPES.includes(text))) continue;
    rows.add("selinux-custom", at, "explicit", {
      container,
      anchor: field,
      target: `SELinux ${field} ${text}`,
      extent: [text],
    });
  }
}
