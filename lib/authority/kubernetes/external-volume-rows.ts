import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { forMounts, type Mount } from "./mounts";

const EXTERNAL = [
  "nfs",
  "iscsi",
  "cephfs",
  "rbd",
  "glusterfs",
  "flexVolume",
  "fc",
  "azureFile",
  "azureDisk",
  "awsElasticBlockStore",
  "gcePersistentDisk",
  "vsphereVolume",
  "quobyte",
  "scaleIO",
  "storageos",
  "portworxVolume",
  "cinder",
  "photonPersistentDisk",
  "flocker",
];

/** Storage that whoever knows its address mounts as well. */
const SHARED = new Set(["nfs", "cephfs", "glusterfs", "azureFile"]);

/** Volumes that a driver of the node brings: secrets by a provider, network storage. */
export function addExternal(volume: At, name: string, mounts: Mount[], rows: Rows): void {
  const csi = volume.get("csi");
  if (csi.get("driver").string() === "secrets-store.csi.k8s.io") {
    const provider = csi.path("volumeAttributes", "secretProviderClass").string() ?? name;
    forMounts(mounts, (container) => {
      rows.add("secret-volume", csi, "explicit", {
        container,
        anchor: `secretProviderClass ${provider}`,
        access: container === null ? "declared" : "read",
      });
    });
    return;
  }
  const found = csi.exists ? csi : EXTERNAL.map((field) => volume.get(field)).find((at) => at.exists);
  if (!found) return;
  const driver = found.get("driver").string() ?? found.name;
  const where = [found.get("server").string(), found.get("path").string()]
    .filter((part) => part !== null)
    .join(":");
  forMounts(mounts, (container, own) => {
    rows.add("external-volume-driver", found, "explicit", {
      container,
      anchor: where ? `${driver} ${where}` : `${driver} ${name}`,
      access: container === null ? "declared" : own.every(({ readOnly }) => readOnly) ? "read" : "read-write",
    });
  });
  if (!SHARED.has(found.name)) return;
  forMounts(mounts, (container, own) => {
    if (container === null) return;
    rows.add("shared-volume", found, "explicit", {
      container,
      anchor: where ? `${driver} ${where}` : `${driver} ${name}`,
      access: own.every(({ readOnly }) => readOnly) ? "read" : "read-write",
      detail: "whoever mounts the same storage shares it",
    });
  });
}
