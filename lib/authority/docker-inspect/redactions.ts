import type { MapValue, Value } from "@/lib/authority/read/value";
import { redactShapes } from "@/lib/authority/secrets/detect";
import {
  mark,
  type Redactions,
  redactAssignments,
  redactCommand,
  redactFree,
} from "@/lib/authority/secrets/marks";

/** Members that the engine fills with its own words; every other text is anybody's. */
const OWN_WORDS = new Set(
  `Id Name Image ImageName ImageDigest Source Destination Target Type Mode RW Propagation Driver NetworkMode PidMode IpcMode UTSMode
  CgroupnsMode CgroupMode CgroupParent UsernsMode Runtime OCIRuntime Isolation User AppArmorProfile ProcessLabel MountLabel
  PathOnHost PathInContainer CgroupPermissions CapAdd CapDrop EffectiveCaps BoundingCaps SecurityOpt Binds GroupAdd VolumesFrom
  ExtraHosts MaskedPaths ReadonlyPaths DeviceCgroupRules HostIp HostPort RepoTags RepoDigests Mountpoint Scope Dns Links
  Capabilities DeviceIDs Status Parent Layers Architecture Os NetworkID Hostname WorkingDir StopSignal Platform Created`.split(
    /\s+/,
  ),
);

/** Command lines, as words or as one text. Podman keeps the command that made a container. */
const COMMANDS = new Set([
  "Cmd",
  "Entrypoint",
  "Args",
  "Test",
  "CreateCommand",
  "OnBuild",
  "Shell",
  "ExecCommand",
]);
/** Members that hold names with texts of anybody's. */
const NAMED = new Set(["Labels", "Annotations", "Options", "DriverOpts", "StorageOpt", "labels", "options"]);

/** Every literal secret of an inspect output and every text that may hold one, with what stands for it. */
export function redactionsOf(root: Value): Redactions {
  const found: Redactions = new Map();
  walk("", root, found);
  return found;
}

function walk(key: string, value: Value, found: Redactions): void {
  if (key === "Env") redactAssignments(value, found);
  else if (COMMANDS.has(key)) {
    if (value.kind === "list") redactCommand(value, found, (item) => redactFree("", item, found));
    else redactFree("", value, found);
  } else if (NAMED.has(key)) redactFree("", value, found);
  else if (value.kind === "map") walkMap(key, value, found);
  else if (value.kind === "list") for (const item of value.items) walk(key, item, found);
  else if (OWN_WORDS.has(key)) mark(found, value, redactShapes(value.text));
  else redactFree(key, value, found);
}

function walkMap(key: string, { fields }: MapValue, found: Redactions): void {
  const isLog = key === "LogConfig";
  for (const [name, member] of fields) {
    if (isLog && name === "Config") redactFree("", member, found);
    else if (key === "Tmpfs" || key === "Sysctls") redactFree(name, member, found);
    else walk(name, member, found);
  }
}
