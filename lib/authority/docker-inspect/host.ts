import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { type Inspected, inspectedObjects } from "./objects";

/** What the objects of one input say of their host together. */
export type Host = {
  objects: Inspected[];
  containers: Inspected[];
  images: Map<string, At>;
  networks: Map<string, At>;
  volumes: Map<string, At>;
  /** The container's name by its id, or by the beginning of it. */
  nameOf(id: string): string | null;
  /** The names of the containers that have a named volume, or are on a network. */
  withVolume: Map<string, string[]>;
  onNetwork: Map<string, string[]>;
};

export function hostOf(roots: At[], notes: Notes): Host {
  const objects = inspectedObjects(roots, notes);
  const of = (kind: Inspected["kind"]) => objects.filter((object) => object.kind === kind);
  const containers = of("container");
  const names = new Map<string, string>();
  for (const { name, at } of containers) {
    names.set(name, name);
    const id = at.get("Id").string();
    if (id !== null && id !== "") {
      names.set(id, name);
      names.set(id.slice(0, 12), name);
    }
  }
  const images = new Map<string, At>();
  for (const { at } of of("image")) {
    const id = at.get("Id").string();
    if (id !== null) images.set(id.replace(/^sha256:/, ""), at);
  }
  return {
    objects,
    containers,
    images,
    networks: byName(of("network")),
    volumes: byName(of("volume")),
    nameOf: (id) => names.get(id) ?? names.get(id.slice(0, 12)) ?? null,
    withVolume: grouped(containers, (at) =>
      at
        .get("Mounts")
        .items()
        .flatMap((mount) =>
          mount.get("Type").string() === "volume" ? (mount.get("Name").string() ?? []) : [],
        ),
    ),
    onNetwork: grouped(containers, networkNames),
  };
}

const byName = (objects: Inspected[]): Map<string, At> => new Map(objects.map(({ name, at }) => [name, at]));

function grouped(containers: Inspected[], keysOf: (at: At) => string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name, at } of containers) {
    for (const key of new Set(keysOf(at))) {
      const group = groups.get(key);
      if (group) group.push(name);
      else groups.set(key, [name]);
    }
  }
  return groups;
}

/** The networks a container is on: those it has, or the one of its mode where it never ran. */
export function networkNames(at: At): string[] {
  const attached = at
    .path("NetworkSettings", "Networks")
    .entries()
    .map(([name]) => name);
  if (attached.length > 0) return attached;
  const mode = at.path("HostConfig", "NetworkMode").string() ?? "";
  if (/^(none|host|(container|ns):.*)$/.test(mode)) return [];
  return [mode === "" || mode === "default" ? "bridge" : mode];
}
