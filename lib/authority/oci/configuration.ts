import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { type Mount, mountsOf } from "./mount";

/** The one process of a configuration, as rows and workloads name its container. */
export const CONTAINER = "main";

export type Platform = "linux" | "windows" | "solaris" | "zos" | "freebsd" | "vm";

/** One config.json. */
export type Configuration = {
  ref: string;
  root: At;
  process: At;
  linux: At;
  /** Whose rows apply: Linux's, unless only another platform's section is there. */
  platform: Platform;
  namespaces: Map<string, Namespace>;
  mounts: Mount[];
};

/** A namespace of the list; `path` is null for a new one. */
export type Namespace = { at: At; path: string | null };

const OTHERS = ["windows", "solaris", "zos", "freebsd"] as const;

/**
 * A config.json as rows are made from it.
 *
 * Source: OCI Runtime Specification, config.md, "Platform-specific configuration", and config-linux.md,
 * "Namespaces".
 */
export function configurationAt(root: At, ref: string, notes: Notes): Configuration {
  const linux = root.get("linux");
  const other = OTHERS.find((name) => root.has(name));
  const platform = !linux.exists && other ? other : "linux";
  for (const name of OTHERS) {
    if (!root.has(name)) continue;
    notes.add(
      platform === name ? "warning" : "info",
      "other-platform",
      platform === name
        ? `${ref} is for the platform ${name}: what Linux gives or keeps back does not apply, and its own section ${name} is not read`
        : `${ref}: the section ${name} is for another platform and is not read; the rows are those of Linux`,
      root.get(name),
    );
  }
  if (!linux.exists && !other)
    notes.add(
      "info",
      "platform-assumed",
      `${ref} has no section of a platform; it is read as for Linux, where nothing of what such a section sets is set`,
      root,
    );
  if (root.has("vm"))
    notes.add(
      "info",
      "virtual-machine",
      `${ref} has a section vm: a runtime that starts a virtual machine reads it, and another passes over it`,
      root.get("vm"),
    );
  const process = root.get("process");
  if (!process.exists)
    notes.add(
      "warning",
      "no-process",
      `${ref} names no process, so nothing can be started in it as it is`,
      root,
    );
  return { ref, root, process, linux, platform, namespaces: namespacesOf(linux), mounts: mountsOf(root) };
}

/** The namespaces of the list, by type; the last of a type counts. Older files wrote `net`, `mnt` and `ns`. */
function namespacesOf(linux: At): Map<string, Namespace> {
  const found = new Map<string, Namespace>();
  const types = ["pid", "network", "net", "mount", "mnt", "ipc", "uts", "user", "cgroup", "time"] as const;
  for (const at of linux.get("namespaces").items()) {
    const type = at.get("type").oneOf(types);
    if (type === undefined) continue;
    const name = type === "net" ? "network" : type === "mnt" ? "mount" : type;
    found.set(name, { at, path: at.get("path").string() || null });
  }
  return found;
}

const NAMES = [
  "io.kubernetes.cri.container-name",
  "io.kubernetes.cri-o.ContainerName",
  "io.kubernetes.container.name",
  "nerdctl/name",
];

/**
 * What each configuration of one input is called: `container`, and where there are several also what names
 * it in the bundle (an annotation, its host name), else its file.
 */
export function refsOf(roots: At[]): string[] {
  if (roots.length === 1) return ["container"];
  const counts = new Map<string, number>();
  return roots.map((root) => {
    const annotations = root.get("annotations");
    const written = NAMES.map((name) => annotations.get(name).string()).find((text) => text);
    const name =
      written ?? (root.get("hostname").string() || root.place.file.name.replace(/\/?config\.json$/, ""));
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `container ${name || "#"}${count > 1 ? `.${count}` : ""}`;
  });
}
