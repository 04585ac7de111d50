import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";

export type ObjectKind = "container" | "image" | "network" | "volume" | "other";

/** One object of an inspect output, by what it is and how it is called. */
export type Inspected = { kind: ObjectKind; name: string; at: At };

/** What an object is, by the members that only its kind has. Docker and Podman spell networks differently. */
function kindOf(at: At): ObjectKind {
  if (at.has("HostConfig") || (at.has("Config") && at.has("State"))) return "container";
  if (at.has("RepoTags") || at.has("RepoDigests") || at.has("RootFS")) return "image";
  if (at.has("Mountpoint")) return "volume";
  if (at.has("IPAM") || at.has("ipam_options") || at.has("network_interface")) return "network";
  return "other";
}

/** Whether an object is one that docker or podman inspect prints. */
export const isInspected = (at: At): boolean =>
  kindOf(at) !== "other" || at.has("TaskTemplate") || at.path("Spec", "TaskTemplate").exists;

function nameOf(kind: ObjectKind, at: At): string {
  const name = at.get("Name").string() ?? at.get("name").string();
  if (name !== null && name !== "") return name.replace(/^\//, "");
  if (kind === "image") return at.get("RepoTags").strings()[0] ?? at.get("RepoDigests").strings()[0] ?? "";
  return (at.get("Id").string() ?? at.get("id").string() ?? "").slice(0, 12);
}

/** The objects of an input, alone or in arrays. Of one that comes twice the last counts; what is none is noted. */
export function inspectedObjects(roots: At[], notes: Notes): Inspected[] {
  const objects: Inspected[] = [];
  const places = new Map<string, number>();
  for (const root of roots) {
    const items = root.value?.kind === "list" ? root.items() : [root];
    if (items.length === 0) notes.add("warning", "empty", "the list holds no object", root);
    for (const at of items) {
      const kind = kindOf(at);
      if (kind === "other") {
        const service = at.path("Spec", "TaskTemplate").exists;
        const what = service
          ? "a service of a swarm: inspect its containers on the nodes"
          : "none of a container, image, network or volume";
        notes.add("warning", "kind-not-read", `this object is ${what}; nothing of it was derived`, at);
        continue;
      }
      const name = nameOf(kind, at) || `#${objects.length}`;
      const key = `${kind} ${name}`;
      const before = places.get(key);
      if (before !== undefined) {
        notes.add("warning", "duplicate-object", `${key} comes twice; the last one counts`, at);
        objects[before] = { kind, name, at };
      } else {
        places.set(key, objects.length);
        objects.push({ kind, name, at });
      }
    }
  }
  return objects;
}
