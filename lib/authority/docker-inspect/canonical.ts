import { canonicalDocument, type Ignore } from "@/lib/authority/digest";
import { sortedLists } from "@/lib/authority/engine/sorted-lists";
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

const ADDRESSES = words(
  `SandboxID SandboxKey EndpointID Gateway GlobalIPv6Address GlobalIPv6PrefixLen IPAddress IPPrefixLen IPv6Gateway MacAddress Bridge
  HairpinMode LinkLocalIPv6Address LinkLocalIPv6PrefixLen SecondaryIPAddresses SecondaryIPv6Addresses Ports NetworkID DNSNames Aliases
  AdditionalMACAddresses`,
);

const HOST_CONFIG = words("ContainerIDFile ConsoleSize");
const LABELS = /^(com\.docker\.compose\.|desktop\.docker\.|org\.opencontainers\.image\.|io\.buildah\.)/;

/** The documented ignore list of the format. */
export const ignoredOfInspect =
  (kind: ObjectKind): Ignore =>
  (path, key) => {
    if (path.length === 0) return IGNORED[kind].has(key);
    const last = path.at(-1);
    if (path[0] === "NetworkSettings") return ADDRESSES.has(key);
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
    const value = sortedLists(at.value!, redactions, (key) => UNORDERED.has(key));
    return {
      order: `${kind}\u0000${name}`,
      text: canonicalDocument(value, redactions, ignoredOfInspect(kind)),
    };
  });
  return documents
    .sort((a, b) => compare(a.order, b.order) || compare(a.text, b.text))
    .map(({ text }) => text);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
