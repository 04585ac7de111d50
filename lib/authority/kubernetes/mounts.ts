import type { At } from "@/lib/authority/read/cursor";
import type { Container, Pod } from "./pod";

/** A container's mount of a volume. */
export type Mount = { container: Container; at: At; path: string; readOnly: boolean };

/** The mounts of a pod's containers, by the volume's name. */
export function mountsOf(pod: Pod): Map<string, Mount[]> {
  const mounts = new Map<string, Mount[]>();
  for (const container of pod.containers) {
    for (const at of container.at.get("volumeMounts").items()) {
      const name = at.get("name").string();
      if (name === null) continue;
      const mount = {
        container,
        at,
        path: at.get("mountPath").string() ?? "",
        readOnly: at.get("readOnly").boolean() === true,
      };
      const others = mounts.get(name);
      if (others) others.push(mount);
      else mounts.set(name, [mount]);
    }
  }
  return mounts;
}

/** One row a container that mounts it; a volume that nobody mounts is declared, not held. */
export function forMounts(mounts: Mount[], add: (container: string | null, own: Mount[]) => void): void {
  const byContainer = new Map<string, Mount[]>();
  for (const mount of mounts) {
    const own = byContainer.get(mount.container.name);
    if (own) own.push(mount);
    else byContainer.set(mount.container.name, [mount]);
  }
  if (byContainer.size === 0) add(null, []);
  for (const [container, own] of byContainer) add(container, own);
}
