import type { Device, Namespaces, Security, SecurityOption } from "@/lib/authority/engine/container";
import { deviceAccess, ruleAnchor } from "@/lib/authority/engine/device-rows";
import { booleanFact, type Fact, originAt, textFact } from "@/lib/authority/engine/fact";
import { sourceAnchor } from "@/lib/authority/engine/host-source";
import { securityOption } from "@/lib/authority/engine/profile-rows";
import { capabilityName } from "@/lib/authority/linux-capabilities";
import type { At } from "@/lib/authority/read/cursor";
import type { Host } from "./host";

const texts = (at: At): Fact<string>[] =>
  at.items().flatMap((item) => {
    const value = item.string();
    return value === null ? [] : [{ value, at: item, origin: "explicit" as const }];
  });

/** What an inspected container says of how far it is kept apart from its host's kernel. */
export function securityOf(at: At, host: Host): Security {
  const hostConfig = at.get("HostConfig");
  const config = at.get("Config");
  return {
    privileged: booleanFact(hostConfig.get("Privileged")),
    added: texts(hostConfig.get("CapAdd")),
    dropped: texts(hostConfig.get("CapDrop")),
    droppedAt: hostConfig.get("CapDrop"),
    held: heldBy(at),
    options: [...optionsOf(hostConfig.get("SecurityOpt")), ...labelOf(at.get("ProcessLabel"))],
    optionsAt: hostConfig.get("SecurityOpt"),
    unmasked: unmaskedOf(hostConfig),
    apparmor: appArmorOf(at),
    readOnlyRoot: booleanFact(hostConfig.get("ReadonlyRootfs")),
    user: userOf(at, host),
    groups: texts(hostConfig.get("GroupAdd")),
    runtime: runtimeOf(at),
    sysctls: hostConfig
      .get("Sysctls")
      .entries()
      .map(([value, place]) => ({ value, at: place, origin: "explicit" })),
    annotations: [hostConfig.get("Annotations"), config.get("Annotations"), config.get("Labels")].flatMap(
      (map) => map.entries(),
    ),
  };
}

const optionsOf = (list: At): SecurityOption[] =>
  list.items().flatMap((at) => {
    const text = at.string();
    return text === null ? [] : [{ ...securityOption(text), at }];
  });

/** Podman says which capabilities a container may have at most; Docker does not. */
function heldBy(at: At): Set<string> | null {
  const list = [at.get("BoundingCaps"), at.get("EffectiveCaps")].find(({ value }) => value?.kind === "list");
  return list ? new Set(list.strings().map(capabilityName)) : null;
}

/** The SELinux type that it runs under, of `user:role:type:level`. */
function labelOf(at: At): SecurityOption[] {
  const type = at.string()?.split(":")[2];
  return type ? [{ name: "label", value: `type:${type}`, at }] : [];
}

/** An empty list masks nothing; a list that is absent says nothing, since engines before 18.09 did not print it. */
function unmaskedOf(hostConfig: At): Fact<boolean | null> {
  const at = [hostConfig.get("MaskedPaths"), hostConfig.get("ReadonlyPaths")].find(
    ({ value }) => value?.kind === "list" && value.items.length === 0,
  );
  return {
    value: at ? true : null,
    at: at ?? hostConfig.get("MaskedPaths"),
    origin: at ? "explicit" : "default",
  };
}

/** No profile where there is an SELinux label, or where the container never ran, says nothing. */
function appArmorOf(at: At): Security["apparmor"] {
  const profile = at.get("AppArmorProfile");
  const value = profile.string();
  const never = at.path("State", "Status").string() === "created";
  if (value === null || (value === "" && (never || at.get("ProcessLabel").string() !== ""))) return null;
  return { value, at: profile, origin: value === "" ? "unknown" : "explicit" };
}

/** The user of the container's own configuration holds the image's too; without one the image may be inspected as well. */
function userOf(at: At, host: Host): Fact<string | null> {
  const own = at.path("Config", "User");
  if (own.exists || at.get("Config").has("User")) return { ...textFact(own), value: own.string() ?? "" };
  const image = host.images.get((at.get("Image").string() ?? "").replace(/^sha256:/, ""));
  const user = image?.path("Config", "User");
  return user?.exists ? textFact(user) : { value: null, at: own, origin: "default" };
}

/** Podman names its runtime beside `oci`, which stands for whichever it is. */
function runtimeOf(at: At): Fact<string | null> {
  const own = at.path("HostConfig", "Runtime");
  const podman = at.get("OCIRuntime");
  const named = podman.string()?.replace(/^.*\//, "") ?? null;
  return /^(oci)?$/.test(own.string() ?? "") && named !== null
    ? { value: named, at: podman, origin: originAt(podman) }
    : textFact(own);
}

/** Control groups that the service manager gives every container. */
const USUAL_PARENT = /^(|\/docker|\/?(machine|user|system)\.slice|\/libpod_parent)$/;

/** The namespaces of an inspected container. A container that it shares with is called by its name where that is known. */
export function namespacesOf(at: At, host: Host): Namespaces {
  const hostConfig = at.get("HostConfig");
  const of = (field: string): Fact<string | null> => {
    const fact = textFact(hostConfig.get(field));
    const id = /^container:(.+)$/.exec(fact.value ?? "")?.[1];
    return id === undefined ? fact : { ...fact, value: `container:${host.nameOf(id) ?? id.slice(0, 12)}` };
  };
  const cgroup = hostConfig.has("CgroupnsMode") ? of("CgroupnsMode") : of("CgroupMode");
  const parent = of("CgroupParent");
  const users = of("UsernsMode");
  const mapped = hostConfig.get("IDMappings").get("UidMap").items().length > 0;
  return {
    pid: of("PidMode"),
    ipc: of("IpcMode"),
    uts: of("UTSMode"),
    cgroup,
    cgroupParent: USUAL_PARENT.test(parent.value ?? "") ? { ...parent, value: null } : parent,
    user: mapped ? { ...users, value: "private" } : users,
  };
}

/** The host's devices that an inspected container is given. */
export function devicesOf(at: At): Device[] {
  const hostConfig = at.get("HostConfig");
  const paths = hostConfig
    .get("Devices")
    .items()
    .flatMap((item): Device[] => {
      const path = item.get("PathOnHost").string();
      if (path === null || path === "") return [];
      const access = deviceAccess(item.get("CgroupPermissions").string() ?? "rwm");
      return [
        {
          at: item,
          origin: "explicit",
          anchor: path.startsWith("/") ? sourceAnchor(path) : path,
          access,
          extent: [],
        },
      ];
    });
  const rules = texts(hostConfig.get("DeviceCgroupRules")).map(({ value, at: item }): Device => {
    const permissions = value.trim().split(/\s+/)[2] ?? "rwm";
    return {
      at: item,
      origin: "explicit",
      anchor: ruleAnchor(value),
      access: deviceAccess(permissions),
      extent: [],
    };
  });
  const requests = hostConfig
    .get("DeviceRequests")
    .items()
    .map((item): Device => {
      const kinds = item
        .get("Capabilities")
        .items()
        .flatMap((list) => list.strings());
      const driver = item.get("Driver").string();
      const ids = item.get("DeviceIDs").items().length;
      const count = item.get("Count").string() ?? "-1";
      return {
        at: item,
        origin: "explicit",
        anchor: [driver, ...kinds.filter((kind) => kind !== driver)].filter(Boolean).join(" ") || "gpu",
        access: "use",
        extent: ids > 0 ? [String(ids)] : /^[1-9]\d*$/.test(count) ? [count] : [],
      };
    });
  return [...paths, ...rules, ...requests];
}
