import type { Notes } from "@/lib/authority/notes";
import { At } from "@/lib/authority/read/cursor";
import { isSettings } from "@/lib/authority/read/settings";
import { filledValue } from "./fill";
import { Layers } from "./layers";
import { folderOf, inputPath } from "./paths";
import type { Lookup } from "./template";

/** A document of Compose with its variables filled in. */
export type ComposeFile = { name: string; folder: string; root: At };

/** Everything that one project's files say together. */
export type Project = {
  name: string;
  /** The strongest file first. */
  files: ComposeFile[];
  /** Every file of the input, by its name: what others may extend, and settings. */
  input: Input;
  services: Map<string, Layers>;
  networks: Layers;
  volumes: Layers;
  secrets: Layers;
  configs: Layers;
};

export type Input = { files: Map<string, ComposeFile[]>; settings: Map<string, At> };

/**
 * Puts files of one folder, and what they include, together as one project, as `docker compose -f a -f b` does.
 * A file that others only extend is no project of its own.
 */
export function projectsOf(roots: At[], notes: Notes): Project[] {
  const input = inputOf(roots);
  const all = [...input.files.values()].flat();
  const bases = extendedOnly(all);
  const groups = new Map<string, ComposeFile[]>();
  for (const file of all) {
    if (bases.has(file.name)) {
      notes.add(
        "info",
        "base-only",
        `${file.name} is extended by others, and so read as part of them only`,
        file.root,
      );
      continue;
    }
    const home = homeOf(file, all, notes);
    const group = groups.get(home);
    if (group) group.push(file);
    else groups.set(home, [file]);
  }
  return [...groups].map(([folder, files]) => projectOf(folder, files, input, notes));
}

function inputOf(roots: At[]): Input {
  const settings = new Map<string, At>();
  for (const root of roots) if (isSettings(root.value)) settings.set(root.place.file.name, root);
  const files = new Map<string, ComposeFile[]>();
  for (const root of roots) {
    const { name } = root.place.file;
    if (isSettings(root.value) || root.value === null) continue;
    const folder = folderOf(name);
    const filled = new At(
      root.place,
      filledValue(root.value, lookupIn(settings.get(inputPath(folder, ".env")))),
    );
    const known = files.get(name);
    const file = { name, folder, root: filled };
    if (known) known.push(file);
    else files.set(name, [file]);
  }
  return { files, settings };
}

const lookupIn =
  (settings: At | undefined): Lookup =>
  (name) =>
    settings?.get(name).string() ?? null;

const servicesIn = ({ root }: ComposeFile): [string, At][] => root.get("services").entries();

/** The files of which others extend services, and that nobody names otherwise. */
function extendedOnly(files: ComposeFile[]): Set<string> {
  const named = new Set<string>();
  for (const file of files) {
    for (const [, service] of servicesIn(file)) {
      const other = service.path("extends", "file").string();
      const path = other === null ? file.name : inputPath(file.folder, other);
      if (path !== file.name) named.add(path);
    }
  }
  for (const { name } of files) if (/(^|\/)(docker-)?compose\.ya?ml$/i.test(name)) named.delete(name);
  // Where every file is extended by another, none is a base only.
  return files.every(({ name }) => named.has(name)) ? new Set() : named;
}

/** The folder of the project that a file is part of: the one that includes it, or its own. */
function homeOf(file: ComposeFile, files: ComposeFile[], notes: Notes): string {
  let home = file.folder;
  const names = new Set(files.map(({ name }) => name));
  for (const other of files) {
    for (const item of other.root.get("include").items()) {
      const paths = item.string() === null ? listOf(item.get("path")) : [item];
      for (const at of paths) {
        const path = inputPath(other.folder, at.string() ?? "");
        if (path === file.name && other.folder !== file.folder) home = other.folder;
        if (!names.has(path))
          notes.add(
            "warning",
            "include-not-supplied",
            `${path} is included, and not in the input: its services are not read`,
            at,
          );
      }
    }
  }
  return home;
}

const listOf = (at: At): At[] => (at.value?.kind === "list" ? at.items() : [at]);

const isOverride = (name: string): boolean => /\.override\.ya?ml$/i.test(name);
const isMain = (name: string): boolean => /(^|\/)(docker-)?compose\.ya?ml$/i.test(name);

function projectOf(folder: string, files: ComposeFile[], input: Input, notes: Notes): Project {
  const rank = ({ name }: ComposeFile): number => (isOverride(name) ? 2 : isMain(name) ? 0 : 1);
  const ordered = files
    .map((file, index) => ({ file, index }))
    .sort((a, b) => rank(b.file) - rank(a.file) || b.index - a.index)
    .map(({ file }) => file);
  const roots = new Layers(ordered.map(({ root }) => root));
  const services = roots.members("services");
  for (const [name, service] of services) {
    const written = service.all.filter((at) => at.exists);
    if (written.length > 1)
      notes.add(
        "warning",
        "duplicate-object",
        `service ${name} is written ${written.length} times; the texts are put together as docker compose does, the last one the strongest`,
        written[0],
      );
    services.set(name, new Layers(written.length > 0 ? written : [service.first]));
  }
  return {
    name: roots.at("name").string() ?? (folder.slice(folder.lastIndexOf("/") + 1) || "default"),
    files: ordered,
    input,
    services,
    networks: roots.get("networks"),
    volumes: roots.get("volumes"),
    secrets: roots.get("secrets"),
    configs: roots.get("configs"),
  };
}
