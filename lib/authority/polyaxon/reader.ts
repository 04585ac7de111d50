import { addEnvironmentRows } from "@/lib/authority/kubernetes/environment-rows";
import { addIdentityRows } from "@/lib/authority/kubernetes/identity-rows";
import { addImageRows } from "@/lib/authority/kubernetes/image-rows";
import { indexOf, type KubeIndex } from "@/lib/authority/kubernetes/kube-index";
import { addNetworkRows } from "@/lib/authority/kubernetes/network-rows";
import type { Pod } from "@/lib/authority/kubernetes/pod";
import { addPodRows } from "@/lib/authority/kubernetes/pod-rows";
import { addLimitRows, addPodLimitRows } from "@/lib/authority/kubernetes/resource-rows";
import { addSecretRows } from "@/lib/authority/kubernetes/secret-rows";
import { addSecurityRows } from "@/lib/authority/kubernetes/security-rows";
import { addVolumeRows } from "@/lib/authority/kubernetes/volume-rows";
import type { Notes } from "@/lib/authority/notes";
import type { FormatReader } from "@/lib/authority/reader";
import { Rows } from "@/lib/authority/rows";
import { canonicalOperation } from "./canonical";
import { addConnectionRows } from "./connection-rows";
import { addLiteralRows, addOperationLiterals } from "./literal-rows";
import { type Operation, operationsOf } from "./operation";
import { addPlatformRows } from "./platform-rows";
import { partsOf, type RunPart } from "./pods";
import { polyaxonRedactions } from "./redactions";

/** Polyaxon operations and components, of version 0 and 1. */
export const POLYAXON: FormatReader = {
  format: "polyaxon",
  read(roots, notes, onWorkload) {
    const rows = new Rows("polyaxon");
    const { operations, besides } = operationsOf(roots, notes);
    const runs = operations.map((operation) => ({ operation, parts: partsOf(operation) }));
    const index = indexOf(
      [],
      runs.flatMap(({ parts }) => parts.map(({ pod }) => pod)),
    );
    for (const [done, { operation, parts }] of runs.entries()) {
      rows.of(operation.ref);
      addOperation(operation, parts, index, rows, notes);
      onWorkload(done + 1, runs.length);
    }
    if (runs.length === 0)
      notes.add(
        "warning",
        "no-workload",
        "the input holds no operation that runs something, so only what stands on its own yields a row",
      );
    for (const { ref, root, isPreset } of besides)
      addLiteralRows(root, isPreset ? NOTHING : MEMBERS, rows.of(ref));
    rows.finish((ref) => ref);
    return {
      rows,
      workloads: runs.map(({ operation: { ref }, parts }) => ({
        ref,
        containers: parts.flatMap(({ pod }) => pod.containers.map(({ name, role }) => ({ name, role }))),
      })),
      canonical: roots.map((root) => canonicalOperation(root.value!)).sort(),
    };
  },
  redactions: polyaxonRedactions,
};

/** Of a preset nothing is read elsewhere; of a graph its operations are, and the containers of its components. */
const NOTHING: ReadonlySet<string> = new Set();
const MEMBERS: ReadonlySet<string> = new Set(["operations", "container", "sidecars", "envVars"]);

function addOperation(
  operation: Operation,
  parts: RunPart[],
  index: KubeIndex,
  rows: Rows,
  notes: Notes,
): void {
  const { ref, root } = operation;
  if (parts.every(({ pod }) => pod.containers.length === 0))
    notes.add("warning", "no-container", `${ref} has no container here, so it yields no row for one`, root);
  addConnectionRows(
    parts.map(({ replica }) => replica),
    rows,
  );
  addOperationLiterals(root, rows);
  for (const { pod } of parts) addPod(pod, index, rows, notes);
  const restarts = parts.map(({ pod }) => pod.spec.get("restartPolicy"));
  addPlatformRows(operation, restarts, rows, notes);
}

/** The rows that Kubernetes gives a pod; what ends and restarts it stands with the operation. */
function addPod(pod: Pod, index: KubeIndex, rows: Rows, notes: Notes): void {
  addIdentityRows(pod, index, rows, notes);
  for (const container of pod.containers) {
    addSecretRows(pod, container, index, rows);
    addEnvironmentRows(pod, container, index, rows, notes);
  }
  addVolumeRows(pod, index, rows);
  addNetworkRows(pod, index, rows);
  addPodLimitRows(pod, rows);
  for (const container of pod.containers) addLimitRows(pod, container, index, rows);
  addPodRows(pod, index, rows, notes);
  for (const container of pod.containers) {
    addSecurityRows(pod, container, rows, notes);
    addImageRows(pod, container, rows, notes);
  }
}
