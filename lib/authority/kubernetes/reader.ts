import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { FormatReader } from "@/lib/authority/reader";
import { redactionsOf } from "@/lib/authority/secrets/document-secrets";
import { canonicalObjects } from "./canonical";
import { deriveKubernetes } from "./derive-kubernetes";
import { effectiveObjects, flattenObjects, type KubeObject } from "./objects";

/** Kubernetes objects, alone or in lists. */
export const KUBERNETES: FormatReader = {
  format: "kubernetes",
  read(roots, notes, onWorkload) {
    const objects = effectiveObjects(objectsOf(roots, notes), notes);
    const { rows, workloads } = deriveKubernetes(objects, notes, onWorkload);
    return { rows, workloads, canonical: canonicalObjects(objects, redactionsOf) };
  },
  redactions: (root) => redactionsOf(root),
};

function objectsOf(roots: At[], notes: Notes): KubeObject[] {
  const objects: KubeObject[] = [];
  for (const root of roots) {
    const found = flattenObjects(root, notes);
    if (found.length === 0) notes.add("warning", "empty", "the list holds no object", root);
    // Not objects.push(...found): a list may hold more items than a call takes arguments.
    for (const object of found) objects.push(object);
  }
  return objects;
}
