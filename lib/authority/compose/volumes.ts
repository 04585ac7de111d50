import type { Mount } from "@/lib/authority/engine/container";
import { isTold, originAt } from "@/lib/authority/engine/fact";
import type { At } from "@/lib/authority/read/cursor";
import type { Layers } from "./layers";
import { serviceMounts } from "./mounts";

/** The services of a project with all that they extend. */
export type Services = ReadonlyMap<string, Layers>;

/** The mounts of every service: named volumes looked up, those of other services taken over, and who shares what. */
export function projectMounts(services: Services, volumes: Layers): Map<string, Mount[]> {
  const own = new Map<string, Mount[]>();
  for (const [name, service] of services)
    own.set(
      name,
      serviceMounts(service).map((mount) => defined(mount, volumes)),
    );
  const all = new Map<string, Mount[]>();
  for (const name of services.keys()) all.set(name, withOthers(name, services, own, new Set()));
  const users = new Map<string, Set<string>>();
  for (const [name, mounts] of all) {
    for (const { kind, source } of mounts) {
      if (kind !== "volume" || source === null) continue;
      const known = users.get(source);
      if (known) known.add(name);
      else users.set(source, new Set([name]));
    }
  }
  for (const [name, mounts] of all)
    all.set(
      name,
      mounts.map((mount) => {
        if (mount.kind !== "volume" || mount.source === null || mount.sharedWith.length > 0) return mount;
        const others = [...(users.get(mount.source) ?? [])].filter((other) => other !== name).sort();
        return { ...mount, sharedWith: others };
      }),
    );
  return all;
}

/** What the top of the file says of a named volume: another driver, a folder of the host, or one made elsewhere. */
function defined(mount: Mount, volumes: Layers): Mount {
  if (mount.kind !== "volume" || mount.source === null) return mount;
  const definition = volumes.get(mount.source);
  const external = definition.at("external");
  const options = definition.get("driver_opts");
  const device = options.at("device");
  const type = options.at("type").string() ?? "";
  const isBind = /(^|,)r?bind(,|$)/.test(options.at("o").string() ?? "");
  if (isBind && device.string() !== null) {
    const origin = isTold(device) ? mount.origin : "unknown";
    return { ...mount, kind: "bind", source: device.string(), origin };
  }
  const driver = definition.at("driver").string();
  const network = /^(nfs4?|cifs|smb3?|ceph|fuse\S*|glusterfs)$/.test(type) ? type : null;
  return {
    ...mount,
    mayBeShared: external.exists && external.string()?.toLowerCase() !== "false",
    driver: network ?? (driver === null || driver === "local" ? null : driver),
  };
}

/** A service's own mounts, and those of the services whose volumes it takes. */
function withOthers(name: string, services: Services, own: Map<string, Mount[]>, seen: Set<string>): Mount[] {
  const mounts = [...(own.get(name) ?? [])];
  if (seen.has(name)) return mounts;
  seen.add(name);
  const targets = new Set(mounts.map(({ target }) => target));
  for (const at of services.get(name)?.items("volumes_from") ?? []) {
    const { other, isService, readOnly } = sourceOf(at);
    if (other === "") continue;
    mounts.push({
      at,
      kind: "volume",
      source: `volumes of ${isService ? "service" : "container"} ${other}`,
      target: "",
      readOnly,
      origin: originAt(at),
      propagation: null,
      size: null,
      limits: [],
      sharedWith: [`${isService ? "service" : "container"} ${other}`],
      mayBeShared: false,
      driver: null,
    });
    for (const mount of isService ? withOthers(other, services, own, seen) : []) {
      if (targets.has(mount.target)) continue;
      targets.add(mount.target);
      mounts.push({ ...mount, at, readOnly: readOnly || mount.readOnly });
    }
  }
  return mounts;
}

/** `service`, `service:ro`, `container:name`, `container:name:ro`. */
function sourceOf(at: At): { other: string; isService: boolean; readOnly: boolean } {
  const parts = (at.string() ?? "").split(":");
  const isService = parts[0] !== "container";
  const [other = "", mode] = isService ? parts : parts.slice(1);
  return { other, isService, readOnly: mode === "ro" };
}
