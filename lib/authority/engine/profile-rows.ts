import type { Security, SecurityOption } from "./container";
import type { AddRow } from "./container-rows";

/** Rows of the profiles that filter what a container may do: seccomp, AppArmor, SELinux, masked paths. */
export function addProfileRows(security: Security, add: AddRow): void {
  const { privileged, options } = security;
  const last = (name: string) => options.findLast((option) => option.name === name);
  addSeccomp(last("seccomp"), security, add);
  const apparmor = last("apparmor");
  if (apparmor) addAppArmor(apparmor, add);
  else if (security.apparmor) {
    const { value, at, origin } = security.apparmor;
    if (value === "unconfined" && privileged.value !== true) add("apparmor-unconfined", at, "explicit");
    if (value === "")
      add("apparmor-unconfined", at, origin, { detail: "the engine names none, nor an SELinux label" });
  }
  for (const option of options.filter(({ name }) => name === "label")) addLabel(option, add);
  const paths = options.findLast(({ name }) => name === "systempaths" || name === "unmask");
  if (paths && /^(unconfined|all)$/i.test(paths.value)) add("proc-unmasked", paths.at, "explicit");
  else if (security.unmasked.value === true)
    add("proc-unmasked", security.unmasked.at, security.unmasked.origin);
  const cgroups = last("writable-cgroups");
  if (cgroups && cgroups.value !== "false")
    add("host-uts-cgroupns", cgroups.at, "explicit", {
      anchor: "writable control groups",
      access: "write",
      target: "control groups, writable",
    });
}

/** Docker filters by a profile of its own unless it is told otherwise; privileged containers have none. */
function addSeccomp(option: SecurityOption | undefined, { privileged }: Security, add: AddRow): void {
  if (option && isOpen(option.value)) add("seccomp-unconfined", option.at, "explicit");
  else if (privileged.value === true)
    add("seccomp-unconfined", privileged.at, "explicit", { detail: "a privileged container has none" });
  else if (option && !/^(builtin|default)?$/.test(option.value))
    add("localhost-profile-by-name", option.at, option.value.includes("${") ? "unknown" : "explicit", {
      anchor: "seccomp",
    });
}

/** Whether a profile filters nothing: `unconfined`, or a text that allows by default and refuses nothing. */
function isOpen(profile: string): boolean {
  if (profile === "unconfined") return true;
  if (!profile.startsWith("{")) return false;
  return (
    /"defaultAction"\s*:\s*"SCMP_ACT_(ALLOW|LOG)"/.test(profile) &&
    !/SCMP_ACT_(ERRNO|KILL|TRAP)/.test(profile)
  );
}

function addAppArmor({ value, at }: SecurityOption, add: AddRow): void {
  if (value === "unconfined") add("apparmor-unconfined", at, "explicit");
  else if (value !== "docker-default" && value !== "")
    add("localhost-profile-by-name", at, value.includes("${") ? "unknown" : "explicit", {
      anchor: "apparmor",
    });
}

/** SELinux types that confine containers. Source: Pod Security Standards, baseline. */
const CONFINED_TYPES = new Set(["container_t", "container_init_t", "container_kvm_t", "container_engine_t"]);

function addLabel({ value, at }: SecurityOption, add: AddRow): void {
  const [field = "", name = ""] = value.split(/:(.*)/s);
  if (field === "disable")
    add("selinux-custom", at, "explicit", {
      anchor: "disable",
      target: "no SELinux label",
      extent: ["disable"],
    });
  else if (/^(type|user|role)$/.test(field) && !(field === "type" && CONFINED_TYPES.has(name)))
    add("selinux-custom", at, "explicit", {
      anchor: field,
      target: `SELinux ${field} ${name}`,
      extent: [name],
    });
}

/** `name=value`, `name:value` or a name alone, as Docker takes security options apart. */
export function securityOption(text: string): { name: string; value: string } {
  const at = text.search(/[=:]/);
  if (at < 0) return { name: text, value: "" };
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}
