import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { addHostPath } from "./host-path-rows";
import type { KubeIndex } from "./kube-index";
import { forMounts, type Mount } from "./mounts";
import type { KubeObject } from "./objects";
import type { Pod } from "./pod";

/** What a claim gives: a volume shared with others, or files of the node where its volume is known to be some. */
export function addClaim(pod: Pod, volume: At, mounts: Mount[], index: KubeIndex, rows: Rows): void {
  const source = volume.get("persistentVolumeClaim");
  const claim = source.get("claimName");
  const name = claim.string() ?? "";
  const key = `${pod.namespace}/${name}`;
  const readOnly = source.get("readOnly").boolean() === true;
  const held = readOnly ? mounts.map((mount) => ({ ...mount, readOnly })) : mounts;
  const object = index.claims.get(key);
  addVolumeBehind(object, key, held, index, rows);
  const users = index.claimUsers.get(key)?.size ?? 0;
  const many = object?.at.path("spec", "accessModes").strings().includes("ReadWriteMany") ?? false;
  if (users < 2 && !many) return;
  forMounts(held, (container, own) => {
    if (container === null) return;
    rows.add("shared-volume", claim, claim.unresolved ? "unknown" : "explicit", {
      container,
      anchor: `claim ${name}`,
      access: own.every((mount) => mount.readOnly) ? "read" : "read-write",
      detail: users > 1 ? `${users} workloads use this claim` : "the claim allows many writers",
    });
  });
}

/** A volume that somebody made by hand may be a path of the node; those a provisioner makes have paths of its own. */
function addVolumeBehind(
  claim: KubeObject | undefined,
  key: string,
  mounts: Mount[],
  index: KubeIndex,
  rows: Rows,
): void {
  const named = claim?.at.path("spec", "volumeName").string();
  const volume = (named && index.volumes.get(named)) || index.reserved.get(key);
  if (!volume || volume.at.path("metadata", "annotations", "pv.kubernetes.io/provisioned-by").exists) return;
  for (const field of ["hostPath", "local"]) {
    const hostPath = volume.at.path("spec", field);
    if (hostPath.exists) addHostPath(hostPath, mounts, rows, volume.ref);
  }
}
