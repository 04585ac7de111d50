import {
  cleanPath,
  isDevicePath,
  isSensitivePath,
  isServiceSocket,
  reachesRuntimeSocket,
} from "@/lib/authority/host-paths";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows, RowText } from "@/lib/authority/rows";
import { forMounts, type Mount } from "./mounts";

/**
 * What files of the node each container reaches by a host path, and what these are.
 *
 * @param through the PersistentVolume that has the path, where the pod does not name it itself
 */
export function addHostPath(hostPath: At, mounts: Mount[], rows: Rows, through?: string): void {
  const pathAt = hostPath.get("path");
  const written = pathAt.string() ?? "/";
  const origin = pathAt.unresolved ? "unknown" : "explicit";
  const reached = through === undefined ? [] : [`through ${through}`];
  forMounts(mounts, (container, own) => {
    if (container === null) {
      const anchor = cleanPath(written);
      rows.add("host-path-ro", hostPath, origin, {
        anchor,
        access: "declared",
        severity: "info",
        detail: "declared: no container mounts it",
      });
      return;
    }
    for (const mount of own) {
      const subPath = mount.at.get("subPath").string() ?? mount.at.get("subPathExpr").string();
      const path = cleanPath(subPath ? `${written}/${subPath}` : written);
      const text: RowText = { container, anchor: path, limits: [...limitsOf(mount, hostPath), ...reached] };
      const access = mount.readOnly ? "read" : "read-write";
      rows.add(mount.readOnly ? "host-path-ro" : "host-path-rw", hostPath, origin, { ...text, access });
      if (isSensitivePath(path)) rows.add("host-path-sensitive", hostPath, origin, { ...text, access });
      if (reachesRuntimeSocket(path)) rows.add("runtime-socket", hostPath, origin, text);
      else if (isServiceSocket(path)) rows.add("host-service-socket", hostPath, origin, text);
      if (isDevicePath(path)) rows.add("device-access", hostPath, origin, text);
    }
  });
}

function limitsOf(mount: Mount, hostPath: At): string[] {
  const limits: string[] = [];
  if (mount.readOnly) limits.push("mounted read only");
  if (mount.at.get("subPath").exists) limits.push("a subPath of the volume only");
  const type = hostPath.get("type").string();
  if (type) limits.push(`hostPath type ${type}`);
  return limits;
}
