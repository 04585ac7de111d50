import { cleanPath } from "@/lib/authority/host-paths";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { CONTAINER, type Configuration } from "./configuration";
import { madeByEngine } from "./made-by-engine";
import type { Mount } from "./mount";

/** How many of the others a row names. */
const NAMED = 8;

/** Who has a folder of the host, in the order of their names, and whether one of them may write. */
type Shared = { users: string[]; isWritable: boolean };

/** The folder of the host that a mount brings; null where it brings none that others may have. */
function folderOf(mount: Mount): string | null {
  if (!mount.isBind || !mount.source.startsWith("/") || madeByEngine(mount)?.kind === "file") return null;
  return cleanPath(redactShapes(mount.source));
}

/** Rows of folders that several containers of the input have mounted, where one of them may write. */
export function addSharedSources(configurations: Configuration[], rows: Rows): void {
  const folders = new Map<string, Shared>();
  const inOrder = [...configurations].sort((a, b) => (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0));
  for (const { ref, mounts } of inOrder) {
    for (const mount of mounts) {
      const folder = folderOf(mount);
      if (folder === null) continue;
      const shared = folders.get(folder) ?? { users: [], isWritable: false };
      if (shared.users.at(-1) !== ref) shared.users.push(ref);
      shared.isWritable ||= !mount.isReadOnly;
      folders.set(folder, shared);
    }
  }
  for (const { ref, mounts } of configurations) {
    for (const mount of mounts) {
      const folder = folderOf(mount);
      const shared = folder === null ? undefined : folders.get(folder);
      if (folder === null || !shared?.isWritable || shared.users.length < 2) continue;
      const named = shared.users
        .slice(0, NAMED + 1)
        .filter((other) => other !== ref)
        .slice(0, NAMED);
      const more = shared.users.length - 1 - named.length;
      rows.of(ref).add("shared-volume", mount.at, "explicit", {
        container: CONTAINER,
        anchor: folder,
        access: mount.isReadOnly ? "read" : "read-write",
        detail: `also in ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
      });
    }
  }
}
