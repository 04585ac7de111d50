import type { Notes } from "@/lib/authority/notes";
import { Rows } from "@/lib/authority/rows";
import type { Workload } from "@/lib/authority/schema";
import { addArgoRows } from "./argo-rows";
import { addParameterRows } from "./code-rows";
import { addEnvironmentRows } from "./environment-rows";
import { addExposureRows } from "./exposure-rows";
import { addIdentityRows } from "./identity-rows";
import { addImageRows } from "./image-rows";
import { indexOf, type KubeIndex } from "./kube-index";
import { addLifetimeRows } from "./lifetime-rows";
import { addNamespaceRows } from "./namespace-rows";
import { addNetworkRows } from "./network-rows";
import { type KubeObject, standingOwner } from "./objects";
import type { Pod } from "./pod";
import { addPodRows } from "./pod-rows";
import { podsOf } from "./pods-of";
import { Rbac } from "./rbac-rows";
import { addLimitRows, addPodLimitRows } from "./resource-rows";
import { addSecretRows } from "./secret-rows";
import { addSecurityRows } from "./security-rows";
import { addStandaloneRows, noteUnreadPolicies } from "./standalone-rows";
import { addVolumeRows } from "./volume-rows";

/** Everything the objects of one input grant: rows, bounds and workloads; what yields none is noted. */
export function deriveKubernetes(
  objects: KubeObject[],
  notes: Notes,
  onWorkload?: (done: number, all: number) => void,
): { rows: Rows; workloads: Workload[] } {
  const pods = podsOf(objects, notes);
  const index = indexOf(objects, pods);
  const rows = new Rows("kubernetes");
  const workloads: Workload[] = [];
  const selected = new Set<KubeObject>();
  const rbac = new Rbac(objects, notes);
  for (const [done, pod] of pods.entries()) {
    const isFirst = pods[done - 1]?.object !== pod.object;
    rows.of(pod.ref);
    if (isFirst) noteName(pod, notes);
    addPod(pod, isFirst, index, rows, notes);
    addExposureRows(pod, index, selected, rows);
    rbac.addFor(pod, rows);
    addWorkload(pod, isFirst, workloads);
    if ((done & 63) === 0) onWorkload?.(done, pods.length);
  }
  rbac.addRemaining(rows);
  noteUnreadPolicies(index, notes);
  addStandaloneRows(objects, index, selected, rows, notes);
  if (pods.length === 0) {
    notes.add(
      "warning",
      "no-workload",
      "the input holds no workload, so only what stands on its own yields a row",
    );
  }
  rows.finish(soleOwners(workloads));
  return { rows, workloads };
}

/** A workload of several pods is one, with the containers of all. */
function addWorkload(pod: Pod, isFirst: boolean, workloads: Workload[]): void {
  const containers = pod.containers.map(({ name, role }) => ({ name, role }));
  const before = workloads.at(-1);
  if (!isFirst && before) {
    before.containers.push(...containers);
    return;
  }
  const owner = standingOwner(pod.object);
  workloads.push({ ref: pod.ref, containers, ...(owner !== null && { owner }) });
}

function noteName(pod: Pod, notes: Notes): void {
  if (pod.object.name.startsWith("#")) {
    notes.add("info", "no-name", `a ${pod.object.kind} has no name; it is called ${pod.ref}`, pod.object.at);
  } else if (/\$\{|\{\{/.test(pod.ref)) {
    notes.add(
      "warning",
      "unresolved",
      `the name ${pod.ref} holds a placeholder that nothing has filled in`,
      pod.object.at,
    );
  }
}

function addPod(pod: Pod, isFirst: boolean, index: KubeIndex, rows: Rows, notes: Notes): void {
  if (pod.containers.length === 0 && pod.part === null) {
    notes.add(
      "warning",
      "no-container",
      `${pod.ref} has no containers, so it yields no row for one`,
      pod.object.at,
    );
  }
  if (pod.ownDefaults && pod.ownDefaults.what.size > 0 && isFirst)
    notes.add(
      "info",
      "controller-default",
      `${pod.ref} ${pod.ownDefaults.sentence}; that is not in the input, so rows about it are unknown`,
      pod.object.at,
    );
  addIdentityRows(pod, index, rows, notes);
  for (const container of pod.containers) {
    addSecretRows(pod, container, index, rows);
    addEnvironmentRows(pod, container, index, rows, notes);
    addParameterRows(container, rows);
  }
  addVolumeRows(pod, index, rows);
  addNetworkRows(pod, index, rows);
  addNamespaceRows(pod, index, rows);
  addPodLimitRows(pod, rows);
  addLifetimeRows(pod, isFirst, rows);
  for (const container of pod.containers) addLimitRows(pod, container, index, rows);
  addPodRows(pod, index, rows, notes);
  for (const container of pod.containers) {
    addSecurityRows(pod, container, rows, notes);
    addImageRows(pod, container, rows, notes);
  }
  addArgoRows(pod, rows, notes);
}

/** A pod that is the only one its controller has in the input has that controller's key. */
function soleOwners(workloads: Workload[]): (ref: string) => string {
  const counts = new Map<string, number>();
  for (const { ref, owner } of workloads) {
    counts.set(ref, (counts.get(ref) ?? 0) + 1);
    if (owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  for (const { ref, owner } of workloads) if (owner && counts.get(owner) === 1) names.set(ref, owner);
  return (ref) => names.get(ref) ?? ref;
}
