import {
  cleanPath,
  isDevicePath,
  isSensitivePath,
  isServiceSocket,
  reachesRuntimeSocket,
} from "@/lib/authority/host-paths";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows, RowText } from "@/lib/authority/rows";
import { addCodeRows } from "./code-rows";
import type { KubeIndex } from "./kube-index";
import type { Container, Pod } from "./pod";

/** A container's mount of a volume. */
export type Mount = { container: Container; at: At; path: string; readOnly: boolean };

const TOKEN_FOLDER = "/run/secrets/kubernetes.io/serviceaccount";

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

/** Rows of group 1b: what each volume is, for each container that mounts it. */
export function addVolumeRows(pod: Pod, index: KubeIndex, rows: Rows): void {
  const mounts = mountsOf(pod);
  for (const volume of pod.spec.get("volumes").items()) {
    const name = volume.get("name").string() ?? "";
    addVolume(pod, volume, name, mounts.get(name) ?? [], index, rows);
  }
  for (const mountsHere of mounts.values()) {
    for (const { at, container } of mountsHere) {
      const propagation = at.get("mountPropagation");
      if (propagation.oneOf(["None", "HostToContainer", "Bidirectional"]) === "Bidirectional") {
        rows.add("mount-propagation", propagation, "explicit", {
          container: container.name,
          anchor: cleanPath(at.get("mountPath").string() ?? ""),
        });
      }
    }
  }
}

function mountsOf(pod: Pod): Map<string, Mount[]> {
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

function addVolume(pod: Pod, volume: At, name: string, mounts: Mount[], index: KubeIndex, rows: Rows): void {
  const hostPath = volume.get("hostPath");
  if (hostPath.exists) addHostPath(hostPath, mounts, rows);
  const secret = volume.get("secret");
  if (secret.exists) addSecretVolume(secret, secret.get("secretName"), mounts, rows);
  for (const source of volume.path("projected", "sources").items()) {
    const projected = source.get("secret");
    if (projected.exists) addSecretVolume(projected, projected.get("name"), mounts, rows);
  }
  const emptyDir = volume.get("emptyDir");
  if (emptyDir.exists || volume.has("emptyDir")) addEmptyDir(emptyDir, name, mounts, rows);
  const claim = volume.path("persistentVolumeClaim", "claimName");
  if (claim.exists) addClaim(pod, claim, mounts, index, rows);
  const git = volume.get("gitRepo");
  if (git.exists)
    rows.add("gitrepo-volume", git, "explicit", { anchor: git.get("repository").string() ?? name });
  addExternal(volume, name, mounts, rows);
  addCodeRows(volume, name, mounts, rows);
}

/** One row a container that mounts it; a volume that nobody mounts is declared, not held. */
function forMounts(mounts: Mount[], add: (container: string | null, own: Mount[]) => void): void {
  const byContainer = new Map<string, Mount[]>();
  for (const mount of mounts) {
    const own = byContainer.get(mount.container.name);
    if (own) own.push(mount);
    else byContainer.set(mount.container.name, [mount]);
  }
  if (byContainer.size === 0) add(null, []);
  for (const [container, own] of byContainer) add(container, own);
}

function addHostPath(hostPath: At, mounts: Mount[], rows: Rows): void {
  const pathAt = hostPath.get("path");
  const written = pathAt.string() ?? "/";
  const origin = pathAt.unresolved ? "unknown" : "explicit";
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
      const text: RowText = { container, anchor: path, limits: limitsOf(mount, hostPath) };
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

function addSecretVolume(secret: At, nameAt: At, mounts: Mount[], rows: Rows): void {
  const name = nameAt.string() ?? "";
  const keys = secret
    .get("items")
    .items()
    .flatMap((item) => item.get("key").string() ?? []);
  const origin = nameAt.unresolved ? "unknown" : "explicit";
  forMounts(mounts, (container, own) => {
    if (own.length > 0 && own.every(({ path }) => isTokenFolder(path))) return;
    rows.add("secret-volume", secret, origin, {
      container,
      anchor: name,
      target: `Secret ${name}`,
      access: container === null ? "declared" : "read",
      extent: keys,
      ...(container === null && { severity: "info", detail: "declared: no container mounts it" }),
    });
  });
}

/** Whether a mount is the service account's token, as older API servers wrote it: that is `k8s-api-token`. */
export const isTokenFolder = (path: string): boolean =>
  cleanPath(path).replace(/^\/var/, "") === TOKEN_FOLDER;

function addEmptyDir(emptyDir: At, name: string, mounts: Mount[], rows: Rows): void {
  const users = new Set(mounts.map(({ container }) => container.name));
  if (users.size > 1) {
    rows.add("shared-volume", emptyDir, "explicit", {
      anchor: `emptyDir ${name}`,
      access: "read-write",
      severity: "low",
      detail: `shared by ${[...users].join(", ")}`,
    });
  }
  const medium = emptyDir.get("medium");
  if (medium.string() === "Memory" && !emptyDir.get("sizeLimit").exists) {
    rows.add("rlimits-shm-oom", medium, "explicit", { anchor: `emptyDir ${name}` });
  }
}

function addClaim(pod: Pod, claim: At, mounts: Mount[], index: KubeIndex, rows: Rows): void {
  const name = claim.string() ?? "";
  const key = `${pod.namespace}/${name}`;
  const users = index.claimUsers.get(key)?.size ?? 0;
  const many = index.sharedClaims.has(key);
  if (users < 2 && !many) return;
  forMounts(mounts, (container, own) => {
    if (container === null) return;
    rows.add("shared-volume", claim, "explicit", {
      container,
      anchor: `claim ${name}`,
      access: own.every(({ readOnly }) => readOnly) ? "read" : "read-write",
      detail: users > 1 ? `${users} workloads use this claim` : "the claim allows many writers",
    });
  });
}

function addExternal(volume: At, name: string, mounts: Mount[], rows: Rows): void {
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
}
