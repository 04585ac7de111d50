import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { Layers } from "./layers";
import { folderOf, inputPath } from "./paths";
import type { Project } from "./project";

/** How many services one may extend, one through the other. */
const LONGEST = 50;

/** A service with all that it extends, and whether everything of that is in the input. */
export function extendedService(
  service: Layers,
  project: Project,
  notes: Notes,
): { service: Layers; complete: boolean } {
  const layers: At[] = [];
  const seen = new Set<unknown>();
  let complete = true;
  const add = (at: At): void => {
    if (seen.has(at.value) || layers.length > LONGEST) return;
    seen.add(at.value);
    layers.push(at);
    const link = at.get("extends");
    if (!link.exists) return;
    const base = baseOf(link, project);
    if (base) add(base);
    else {
      complete = false;
      notes.add(
        "warning",
        "extends-not-supplied",
        `${link.get("file").string() ?? ""} ${link.get("service").string() ?? link.string() ?? ""} is extended, and not in the input: what it says is not known`.trim(),
        link,
      );
    }
  };
  for (const at of service.all) add(at);
  return { service: new Layers(layers), complete };
}

function baseOf(link: At, project: Project): At | null {
  const name = link.string() ?? link.get("service").string();
  if (name === null) return null;
  const file = link.get("file").string();
  const own = link.place.file.name;
  const path = file === null ? own : inputPath(folderOf(own), file);
  for (const { root } of project.input.files.get(path) ?? []) {
    const base = root.path("services", name);
    if (base.exists) return base;
  }
  return null;
}
