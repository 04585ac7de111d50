import { canonicalDocument, type Ignore } from "@/lib/authority/digest";
import { sortedLists } from "@/lib/authority/engine/sorted-lists";
import type { Value } from "@/lib/authority/read/value";
import type { Inspected, ObjectKind } from "./objects";
import { redactionsOf } from "./redactions";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** What the engine or the clock writes into each kind of object, and nobody grants. */
const IGNORED: Record<ObjectKind, ReadonlySet<string>> = {
  container: words(
    `Id Created Path Args State ResolvConfPath HostnamePath HostsPath LogPath RestartCount GraphDriver SizeRw SizeRootFs ExecIDs
    MountLabel ProcessLabel ConmonPidFile PidFile StaticDir OCIConfigPath Rootfs LockNumber Namespace Dependencies IsInfra IsService
    KubeExitCodePropagation UseImageHosts UseImageHostname lockNumber ImageManifestDescriptor`,
  ),
  image: words(
    `Created Size VirtualSize GraphDriver Metadata Parent Container ContainerConfig DockerVersion Comment History NamesHistory
    Descriptor Identity ManifestType`,
  ),
  network: words("Id id Created created Containers containers Peers Services IPAM subnets Status"),
  volume: words("CreatedAt UsageData Mountpoint Status LockNumber MountCount NeedsCopyUp Timeout StorageID"),
  other: words("Id"),
};

const HOST_CONFIG = words("ContainerIDFile ConsoleSize");
const LABELS = /^(com\.docker\.compose\.|desktop\.docker\.|org\.opencontainers\.image\.|io\.buildah\.)/;

/** The documented ignore list of the format. */
const ignoredOfInspect =
  (kind: ObjectKind): Ignore =>
  (path, key) => {
    if (path.length === 0) return IGNORED[kind].has(key);
    const last = path.at(-1);
    if (last === "Labels") return LABELS.test(key);
    if (last === "HostConfig") return HOST_CONFIG.has(key);
    // A container that is given no name is called by the beginning of its id.
    if (last === "Config") return key === "Hostname";
    return last === "LogConfig" && key !== "Type" && key !== "Config";
  };

/** Lists whose order means nothing, or changes from one output to the next. */
const UNORDERED = words(
  `Mounts Binds Env CapAdd CapDrop SecurityOpt GroupAdd Devices DeviceRequests DeviceCgroupRules ExtraHosts Ulimits MaskedPaths
  ReadonlyPaths VolumesFrom Links EffectiveCaps BoundingCaps RepoTags RepoDigests Capabilities DeviceIDs Secrets`,
);

/** The objects of an input in canonical form, sorted by kind and name. */
export function canonicalInspect(objects: Inspected[]): string[] {
  const documents = objects.map(({ kind, name, at }) => {
    const redactions = redactionsOf(at.value!);
    const value = sortedLists(withNetworkNames(at.value!), redactions, (key) => UNORDERED.has(key));
    return {
      order: `${kind}\u0000${name}`,
      text: canonicalDocument(value, redactions, ignoredOfInspect(kind)),
    };
  });
  return documents
    .sort((a, b) => compare(a.order, b.order) || compare(a.text, b.text))
    .map(({ text }) => text);
}

/** Of its networks only the names: all else is addresses and numbers of this run. */
function withNetworkNames(value: Value): Value {
  if (value.kind !== "map") return value;
  const settings = value.fields.get("NetworkSettings");
  if (!settings) return value;
  const networks = settings.kind === "map" ? settings.fields.get("Networks") : undefined;
  const names = networks?.kind === "map" ? [...networks.fields.keys()].sort() : [];
  const items = names.map((text): Value => ({ kind: "scalar", at: 0, end: 0, text, plain: false }));
  const list: Value = { kind: "list", at: settings.at, items };
  return { ...value, fields: new Map(value.fields).set("NetworkSettings", list) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
