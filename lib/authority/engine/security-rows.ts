import { capabilityName, capabilitySeverity, DEFAULT_CAPABILITIES } from "@/lib/authority/linux-capabilities";
import { SAFE_SYSCTLS } from "@/lib/authority/safe-sysctls";
import type { EngineContainer, Security } from "./container";
import type { AddRow } from "./container-rows";
import { addProfileRows } from "./profile-rows";

/** Rows of group 1a that a container's own fields decide, without its namespaces and devices. */
export function addSecurityRows({ security }: EngineContainer, add: AddRow): void {
  const { privileged, readOnlyRoot, runtime } = security;
  if (privileged.value === true || privileged.origin === "unknown")
    add("privileged", privileged.at, privileged.origin);
  const added = addCapabilityRows(security, add);
  addEscalation(security, privileged.value === true || added.has("SYS_ADMIN") || added.has("ALL"), add);
  addProfileRows(security, add);
  addUserRows(security, add);
  if (readOnlyRoot.value !== true)
    add("writable-rootfs", readOnlyRoot.at, readOnlyRoot.value === false ? "explicit" : readOnlyRoot.origin, {
      access: "write",
    });
  addKernel(runtime, add);
  for (const { value, at, origin } of security.sysctls)
    if (!SAFE_SYSCTLS.has(value)) add("sysctl-unsafe", at, origin, { anchor: value });
  for (const [key, at] of security.annotations)
    if (RUNTIME_ANNOTATION.test(key)) add("runtime-annotation-override", at, "explicit", { anchor: key });
}

/** Annotations with which a container changes the settings of a sandboxing runtime. */
const RUNTIME_ANNOTATION = /^(dev\.gvisor\.flag\.|io\.katacontainers\.config\.|io\.kubernetes\.cri-o\.)/;

function addCapabilityRows(security: Security, add: AddRow): Set<string> {
  const added = new Set<string>();
  for (const { value, at, origin } of security.added) {
    const capability = capabilityName(value);
    added.add(capability);
    add("cap-add", at, origin, {
      anchor: capability,
      severity: capabilitySeverity(capability),
      detail: capability,
    });
  }
  const { held, droppedAt } = security;
  if (held && security.privileged.value !== true) addHeld(held, added, security, add);
  else {
    const dropped = new Set(security.dropped.map(({ value }) => capabilityName(value)));
    const unknown = security.dropped.some(({ origin }) => origin === "unknown");
    const left = dropped.has("ALL") ? [] : DEFAULT_CAPABILITIES.filter((name) => !dropped.has(name));
    if (left.length > 0)
      add("cap-default-set", droppedAt, unknown ? "unknown" : "default", {
        anchor: "default-set",
        target: left.length === DEFAULT_CAPABILITIES.length ? "the runtime's default set" : left.join(", "),
        extent: left,
        limits: dropped.size > 0 ? [`drops ${[...dropped].sort().join(", ")}`] : [],
      });
  }
  return added;
}

/** Where the engine says every capability, that is what counts: defaults differ between engines. */
function addHeld(held: Set<string>, added: Set<string>, security: Security, add: AddRow): void {
  const left = DEFAULT_CAPABILITIES.filter((name) => held.has(name));
  if (left.length > 0)
    add("cap-default-set", security.droppedAt, "explicit", {
      anchor: "default-set",
      target: left.join(", "),
      extent: left,
    });
  for (const capability of held) {
    if (DEFAULT_CAPABILITIES.includes(capability) || added.has(capability) || added.has("ALL")) continue;
    added.add(capability);
    add("cap-add", security.droppedAt, "explicit", {
      anchor: capability,
      severity: capabilitySeverity(capability),
      detail: capability,
    });
  }
}

function addEscalation({ options, optionsAt }: Security, forced: boolean, add: AddRow): void {
  const option = options.findLast(({ name }) => name === "no-new-privileges");
  if (option && option.value !== "false") return;
  add("allow-privilege-escalation", option?.at ?? optionsAt, option ? "explicit" : "default", {
    detail: forced ? "and it holds enough to need none" : undefined,
  });
}

function addUserRows({ user, groups }: Security, add: AddRow): void {
  const { value, at, origin } = user;
  const [name = "", group] = (value ?? "").split(":");
  if (value === null)
    add("run-as-root", at, origin === "explicit" ? "default" : "unknown", { target: "the image's user" });
  else if (origin === "unknown") add("run-as-root", at, "unknown", { target: `user ${value}` });
  else if (name === "") add("run-as-root", at, "default", { target: "user 0" });
  else if (/^(0+|root)$/.test(name)) add("run-as-root", at, "explicit", { target: `user ${name}` });
  if (group !== undefined && /^(0+|root)$/.test(group)) add("root-group", at, origin, { target: "group 0" });
  for (const one of groups) {
    if (!/^(0+|root|docker)$/.test(one.value) && one.origin !== "unknown") continue;
    add("root-group", one.at, one.origin, {
      anchor: "supplementary",
      target: `group ${one.value}`,
      extent: [one.value],
    });
  }
}

const SHARED_KERNEL =
  /^(|runc|crun|youki|oci|default|sysbox-runc|nvidia(-legacy|-cdi)?|io\.containerd\.runc\.v[12])$/;

/** A runtime is a name that the host gives a meaning: it makes the row unknown, never absent. */
function addKernel(runtime: Security["runtime"], add: AddRow): void {
  const name = runtime.value ?? "";
  if (SHARED_KERNEL.test(name)) {
    add("shared-kernel", runtime.at, name === "" ? "default" : "explicit");
    return;
  }
  add("shared-kernel", runtime.at, "unknown", { limits: [`runtime ${name}, by its name`] });
}
