import { cleanPath } from "@/lib/authority/host-paths";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { CONTAINER, type Configuration } from "./configuration";
import { madeByEngine } from "./made-by-engine";
import { mountsOf } from "./mount";

/** Rows of folders that several containers of the input have mounted, where one of them may write. */
export function addSharedSources(configurations: Configuration[], rows: Rows): void {
  const users = new Map<string, Set<string>>();
  const writable = new Set<string>();
  const each = (
    act: (path: string, configuration: Configuration, mount: ReturnType<typeof mountsOf>[number]) => void,
  ) => {
    for (const configuration of configurations)
      for (const mount of mountsOf(configuration.root)) {
        if (!mount.isBind || !mount.source.startsWith("/") || madeByEngine(mount)?.kind === "file") continue;
        act(cleanPath(redactShapes(mount.source)), configuration, mount);
      }
  };
  each((path, { ref }, { isReadOnly }) => {
    users.set(path, (users.get(path) ?? new Set()).add(ref));
    if (!isReadOnly) writable.add(path);
  });
  each((path, { ref }, { at, isReadOnly }) => {
    const others = [...(users.get(path) ?? [])].filter((other) => other !== ref).sort();
    if (others.length === 0 || !writable.has(path)) return;
    rows.of(ref).add("shared-volume", at, "explicit", {
      container: CONTAINER,
      anchor: path,
      access: isReadOnly ? "read" : "read-write",
      detail: `also in ${others.slice(0, 8).join(", ")}${others.length > 8 ? ` and ${others.length - 8} more` : ""}`,
    });
  });
}
