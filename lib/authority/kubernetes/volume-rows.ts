import { cleanPath } from "@/lib/authority/host-paths";
import { parseImage } from "@/lib/authority/image";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { addClaim } from "./claim-rows";
import { addCodeRows } from "./code-rows";
import { addExternal } from "./external-volume-rows";
import { addHostPath } from "./host-path-rows";
import type { KubeIndex } from "./kube-index";
import { forMounts, type Mount, mountsOf } from "./mounts";
import type { Pod } from "./pod";
import { isTokenFolder } from "./token-rows";

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
  if (volume.path("persistentVolumeClaim", "claimName").exists) addClaim(pod, volume, mounts, index, rows);
  addImageVolume(volume.path("image", "reference"), rows);
  const git = volume.get("gitRepo");
  if (git.exists)
    rows.add("gitrepo-volume", git, "explicit", { anchor: git.get("repository").string() ?? name });
  addExternal(volume, name, mounts, rows);
  addCodeRows(volume, name, mounts, rows);
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

/** A volume that is an image: its files come from a registry, as a container's do. */
function addImageVolume(at: At, rows: Rows): void {
  const text = at.string();
  if (text === null || text === "") return;
  const image = parseImage(text);
  const origin = at.unresolved ? "unknown" : "explicit";
  if (image.badDigest) at.invalid("has a digest that is none (sha256 has 64 hexadecimal digits)");
  if (image.digest === null)
    rows.add("image-mutable", at, origin, { anchor: image.repository, target: text });
  rows.add("image-source", at, origin, { anchor: image.repository });
}
