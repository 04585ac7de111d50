import { BARE_MOUNT, MOUNT_KINDS, type Mount } from "@/lib/authority/engine/container";
import { booleanFact, byteQuantity } from "@/lib/authority/engine/fact";
import { sizeAndOptions } from "@/lib/authority/engine/tmpfs";
import type { At } from "@/lib/authority/read/cursor";
import type { Host } from "./host";

/** An anonymous volume is called by a random number, which is no name. */
const ANONYMOUS = /^[0-9a-f]{64}$/;

/**
 * The mounts of a container, each once: as they are (`Mounts`), and as they were asked for where the container
 * never ran or the engine does not list them (`HostConfig.Binds`, `Mounts`, `Tmpfs`).
 */
export function mountsOf(container: string, at: At, host: Host): Mount[] {
  const hostConfig = at.get("HostConfig");
  const byTarget = new Map<string, Mount>();
  for (const bind of hostConfig.get("Binds").items()) {
    const mount = boundMount(bind);
    if (mount) byTarget.set(mount.target, mount);
  }
  for (const item of hostConfig.get("Mounts").items())
    byTarget.set(item.get("Target").string() ?? "", askedMount(item));
  for (const [target, options] of hostConfig.get("Tmpfs").entries())
    byTarget.set(target, {
      ...BARE_MOUNT,
      at: options,
      kind: "tmpfs",
      source: null,
      target,
      readOnly: false,
      origin: "explicit",
      ...sizeAndOptions(options.string() ?? ""),
    });
  for (const item of at.get("Mounts").items()) {
    const mount = presentMount(item);
    // What was asked for knows the size of a tmpfs, which what is there does not say.
    if (mount && !(mount.kind === "tmpfs" && byTarget.has(mount.target))) byTarget.set(mount.target, mount);
  }
  const mounts = [...byTarget.values()].map((mount) => withVolume(mount, container, host));
  return [...mounts, ...fromOthers(at, host)];
}

const propagationIn = (at: At, text: string | null): Mount["propagation"] =>
  text ? { value: text, at } : null;

function boundMount(at: At): Mount | null {
  const text = at.string();
  if (text === null) return null;
  const windows = /^[A-Za-z]:[\\/]/.test(text) ? 2 : 0;
  const cut = text.indexOf(":", windows);
  if (cut < 0) return null;
  const source = text.slice(0, cut);
  const [target = "", mode = ""] = text.slice(cut + 1).split(/:(.*)/s);
  const options = mode.split(",");
  return {
    ...BARE_MOUNT,
    at,
    kind: /^[/~.]|^[A-Za-z]:[\\/]/.test(source) ? "bind" : "volume",
    source,
    target,
    readOnly: options.includes("ro"),
    origin: "explicit",
    propagation: propagationIn(
      at,
      options.find((option) => /^r?(shared|slave|private)$/.test(option)) ?? null,
    ),
  };
}

function askedMount(at: At): Mount {
  const propagation = at.path("BindOptions", "Propagation");
  const bytes = BigInt(/^\d{1,18}$/.exec(at.path("TmpfsOptions", "SizeBytes").string() ?? "")?.[0] ?? "0");
  return {
    ...BARE_MOUNT,
    at,
    kind: MOUNT_KINDS[at.get("Type").string() ?? ""] ?? "volume",
    source: at.get("Source").string() || null,
    target: at.get("Target").string() ?? "",
    readOnly: booleanFact(at.get("ReadOnly")).value === true,
    origin: "explicit",
    propagation: propagationIn(propagation, propagation.string()),
    size: bytes > 0n ? byteQuantity(bytes) : null,
    driver: driverOf(at.path("VolumeOptions", "DriverConfig", "Name").string()),
  };
}

function presentMount(at: At): Mount | null {
  const target = at.get("Destination").string();
  if (target === null) return null;
  const kind = MOUNT_KINDS[at.get("Type").string() ?? "bind"] ?? "volume";
  const name = at.get("Name").string();
  const propagation = at.get("Propagation");
  return {
    ...BARE_MOUNT,
    at,
    kind,
    source:
      kind === "volume" ? (name === null || ANONYMOUS.test(name) ? null : name) : at.get("Source").string(),
    target,
    readOnly: booleanFact(at.get("RW")).value === false,
    origin: "explicit",
    propagation: propagationIn(propagation, propagation.string()),
    driver: kind === "volume" ? driverOf(at.get("Driver").string()) : null,
  };
}

const driverOf = (driver: string | null): string | null => (driver && driver !== "local" ? driver : null);

/** What the inspected volume says: its driver, or the folder of the host that it stands for; and who else has it. */
function withVolume(mount: Mount, container: string, host: Host): Mount {
  if (mount.kind !== "volume" || mount.source === null) return mount;
  const options = host.volumes.get(mount.source)?.get("Options");
  const device = options?.get("device").string() ?? null;
  if (device !== null && /(^|,)r?bind(,|$)/.test(options?.get("o").string() ?? ""))
    return { ...mount, kind: "bind", source: device };
  const type = options?.get("type").string() ?? "";
  const others = (host.withVolume.get(mount.source) ?? []).filter((name) => name !== container);
  return {
    ...mount,
    driver: mount.driver ?? (/^(nfs4?|cifs|smb3?|ceph|glusterfs|fuse\S*)$/.test(type) ? type : null),
    sharedWith: others.map((name) => `container ${name}`).sort(),
  };
}

/** The volumes of other containers, which are listed among the mounts as well: who shares them. */
function fromOthers(at: At, host: Host): Mount[] {
  return at
    .path("HostConfig", "VolumesFrom")
    .items()
    .flatMap((item) => {
      const [id = "", mode = ""] = (item.string() ?? "").split(":");
      if (id === "") return [];
      const other = `container ${host.nameOf(id) ?? id.slice(0, 64)}`;
      return [
        {
          ...BARE_MOUNT,
          at: item,
          kind: "volume" as const,
          source: `volumes of ${other}`,
          target: "",
          readOnly: mode.split(",").includes("ro"),
          origin: "explicit" as const,
          sharedWith: [other],
        },
      ];
    });
}
