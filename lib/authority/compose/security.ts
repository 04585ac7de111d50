import type { Namespaces, Security } from "@/lib/authority/engine/container";
import { booleanFact, type Fact, originAt, textFact } from "@/lib/authority/engine/fact";
import { securityOption } from "@/lib/authority/engine/profile-rows";
import type { At } from "@/lib/authority/read/cursor";
import type { Layers } from "./layers";

const texts = (items: At[]): Fact<string>[] =>
  items.flatMap((at) => {
    const value = at.string();
    return value === null ? [] : [{ value, at, origin: originAt(at) }];
  });

/** What a service says of how far it is kept apart from the host's kernel. */
export function serviceSecurity(service: Layers): Security {
  const user = textFact(service.at("user"));
  return {
    privileged: booleanFact(service.at("privileged")),
    added: texts(service.items("cap_add")),
    dropped: texts(service.items("cap_drop")),
    droppedAt: service.at("cap_drop"),
    held: null,
    options: service.items("security_opt").map((at) => ({ ...securityOption(at.string() ?? ""), at })),
    optionsAt: service.at("security_opt"),
    unmasked: { value: null, at: service.at("security_opt"), origin: "default" },
    apparmor: null,
    readOnlyRoot: booleanFact(service.at("read_only")),
    user: user.value === "" ? { ...user, value: null } : user,
    groups: texts(service.items("group_add")),
    runtime: textFact(service.at("runtime")),
    sysctls: [...service.pairs("sysctls")].map(([value, { at }]) => ({ value, at, origin: originAt(at) })),
    annotations: [...service.pairs("annotations"), ...service.pairs("labels")].map(([key, { at }]) => [
      key,
      at,
    ]),
  };
}

/** The namespaces of a service. */
export function serviceNamespaces(service: Layers): Namespaces {
  const of = (field: string): Fact<string | null> => textFact(service.at(field));
  return {
    pid: of("pid"),
    ipc: of("ipc"),
    uts: of("uts"),
    cgroup: of("cgroup"),
    cgroupParent: of("cgroup_parent"),
    user: of("userns_mode"),
  };
}
