import { BARE_MOUNT, MOUNT_KINDS, type Mount } from "@/lib/authority/engine/container";
import { booleanFact, byteQuantity, bytesOf, originAt } from "@/lib/authority/engine/fact";
import { sizeAndOptions } from "@/lib/authority/engine/tmpfs";
import type { At } from "@/lib/authority/read/cursor";
import type { Layers } from "./layers";
import { isHostPath, shortVolume } from "./short-syntax";

const PROPAGATIONS = new Set(["private", "rprivate", "shared", "rshared", "slave", "rslave"]);

/** The mounts of a service as they are written; what a named volume is, `volumes.ts` says. */
export function serviceMounts(service: Layers): Mount[] {
  const byTarget = new Map<string, Mount>();
  const put = (mount: Mount) => byTarget.set(mount.target, mount);
  for (const at of service.items("volumes")) put(at.string() === null ? longVolume(at) : ofShort(at));
  for (const at of service.items("tmpfs")) {
    const [target = "", options = ""] = (at.string() ?? "").split(/:(.*)/s);
    put({
      ...BARE_MOUNT,
      at,
      kind: "tmpfs",
      source: null,
      target,
      readOnly: false,
      origin: originAt(at),
      ...sizeAndOptions(options),
    });
  }
  return [...byTarget.values()];
}

function ofShort(at: At): Mount {
  const { source, target, options } = shortVolume(at.string() ?? "");
  const propagation = options.find((option) => PROPAGATIONS.has(option));
  const isPipe = source?.startsWith("\\\\") ?? false;
  return {
    ...BARE_MOUNT,
    at,
    kind:
      source === null || source === "" ? "volume" : isPipe ? "pipe" : isHostPath(source) ? "bind" : "volume",
    source: source === "" ? null : source,
    target,
    readOnly: options.includes("ro") || options.includes("readonly"),
    origin: originAt(at),
    propagation: propagation === undefined ? null : { value: propagation, at },
  };
}

function longVolume(at: At): Mount {
  const type = at.get("type");
  const sourceAt = at.get("source").exists ? at.get("source") : at.get("src");
  const targetAt = [at.get("target"), at.get("destination"), at.get("dst")].find(({ exists }) => exists);
  const source = sourceAt.string();
  const kind = MOUNT_KINDS[type.string() ?? ""];
  if (kind === undefined && type.exists)
    type.invalid("is none of bind, volume, tmpfs, npipe, image, cluster");
  const propagation = at.path("bind", "propagation");
  const subpath = at.path("volume", "subpath").string();
  const size = at.path("tmpfs", "size");
  const bytes = bytesOf(size.string() ?? "");
  return {
    ...BARE_MOUNT,
    at,
    kind: kind ?? (source !== null && isHostPath(source) ? "bind" : "volume"),
    source,
    target: targetAt?.string() ?? "",
    readOnly: booleanFact(at.get("read_only")).value === true,
    origin: originAt(sourceAt) === "unknown" || originAt(type) === "unknown" ? "unknown" : "explicit",
    propagation: propagation.exists ? { value: propagation.string() ?? "", at: propagation } : null,
    limits: subpath === null ? [] : [`the folder ${subpath} of the volume only`],
    size: bytes === null || bytes === 0n ? null : byteQuantity(bytes),
  };
}
