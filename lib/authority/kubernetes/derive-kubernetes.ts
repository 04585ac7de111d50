import type { Notes } from "@/lib/authority/notes";
import { Rows } from "@/lib/authority/rows";
import type { Workload } from "@/lib/authority/schema";
import { addExposureRows, addUnselectedExposure } from "./exposure-rows";
import { addIdentityRows } from "./identity-rows";
import { addImageRows } from "./image-rows";
import { isQuietKind, isUnreadPolicy, templatePath } from "./kinds";
import { indexOf, type KubeIndex } from "./kube-index";
import { addNetworkRows } from "./network-rows";
import { type KubeObject, standingOwner } from "./objects";
import { type Pod, podOf } from "./pod";
import { addPodRows } from "./pod-rows";
import { Rbac } from "./rbac-rows";
import { addLimitRows, addPodLimitRows } from "./resource-rows";
import { addConfigMapRows, addSecretRows, nestedPrivileges } from "./secret-rows";
import { addSecurityRows } from "./security-rows";
import { addVolumeRows } from "./volume-rows";

/** Everything the objects of one input grant: rows, bounds and workloads; what yields none is noted. */
export function deriveKubernetes(
  objects: KubeObject[],
  notes: Notes,
  onWorkload?: (done: number, all: number) => void,
): { rows: Rows; workloads: Workload[] } {
  const pods: Pod[] = [];
  for (const object of objects) {
    const pod = podOf(object);
    if (pod) pods.push(pod);
  }
  const index = indexOf(objects, pods);
  const rows = new Rows("kubernetes");
  const workloads: Workload[] = [];
  const selected = new Set<KubeObject>();
  const rbac = new Rbac(objects, notes);
  for (const [done, pod] of pods.entries()) {
    rows.of(pod.ref);
    addWorkload(pod, index, rows, notes);
    addExposureRows(pod, index, selected, rows);
    rbac.addFor(pod, rows);
    const owner = standingOwner(pod.object);
    workloads.push({
      ref: pod.ref,
      containers: pod.containers.map(({ name, role }) => ({ name, role })),
      ...(owner !== null && { owner }),
    });
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

function addWorkload(pod: Pod, index: KubeIndex, rows: Rows, notes: Notes): void {
  if (pod.object.name.startsWith("#")) {
    notes.add("info", "no-name", `a ${pod.object.kind} has no name; it is called ${pod.ref}`, pod.object.at);
  } else if (pod.ref.includes("${")) {
    notes.add(
      "warning",
      "unresolved",
      `the name ${pod.ref} holds a placeholder that nothing has filled in`,
      pod.object.at,
    );
  }
  if (pod.containers.length === 0) {
    notes.add(
      "warning",
      "no-container",
      `${pod.ref} has no containers, so it yields no row for one`,
      pod.object.at,
    );
  }
  addIdentityRows(pod, index, rows, notes);
  for (const container of pod.containers) addSecretRows(container, rows, notes);
  addVolumeRows(pod, index, rows);
  addNetworkRows(pod, index, rows, notes);
  addPodLimitRows(pod, rows);
  for (const container of pod.containers) addLimitRows(pod, container, rows);
  addPodRows(pod, index, rows, notes);
  for (const container of pod.containers) {
    addSecurityRows(pod, container, rows, notes);
    addImageRows(pod, container, rows, notes);
  }
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

function noteUnreadPolicies(index: KubeIndex, notes: Notes): void {
  for (const { object } of index.unreadPolicies) {
    notes.add(
      "warning",
      "policy-not-read",
      `${object.ref}: policies of kind ${object.kind} are not read and never taken for protection; network rows here are unknown`,
      object.at,
    );
  }
}

/** What these grant is said by rows or by notes of their own. */
const isRbac = (kind: string): boolean => /^(Cluster)?Role(Binding)?$/.test(kind);

const STANDALONE = new Set(["ConfigMap", "Service", "Ingress"]);

function addStandaloneRows(
  objects: KubeObject[],
  index: KubeIndex,
  selected: Set<KubeObject>,
  rows: Rows,
  notes: Notes,
): void {
  const silent = new Map<string, string[]>();
  for (const object of objects) {
    const { kind, apiVersion, ref } = object;
    if (templatePath(kind, apiVersion) || isUnreadPolicy(kind, apiVersion)) continue;
    if (!isQuietKind(kind, apiVersion)) {
      notes.add(
        "warning",
        "kind-not-read",
        `${ref}: objects of kind ${kind} are not read, so what it grants is not shown`,
        object.at,
      );
      continue;
    }
    const before = rows.list.length;
    if (STANDALONE.has(kind)) rows.of(ref);
    if (kind === "ConfigMap") {
      addConfigMapRows(object, rows);
      addNestedRows(object, index, rows);
    } else if ((kind === "Service" || kind === "Ingress") && !selected.has(object))
      addUnselectedExposure(object, rows);
    if (rows.list.length === before && !isRbac(kind)) {
      const names = silent.get(kind);
      if (names) names.push(object.name);
      else silent.set(kind, [object.name]);
    }
  }
  for (const [kind, names] of silent) {
    const some = names.slice(0, 10).join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
    notes.add(
      "info",
      "no-row",
      `${kind} ${some}: no row of its own; what it means is read together with the workloads`,
    );
  }
}

/** Privileges inside a ConfigMap belong to the workloads that use it, or to itself where none does. */
function addNestedRows(object: KubeObject, index: KubeIndex, rows: Rows): void {
  const found = nestedPrivileges(object);
  if (found.length === 0) return;
  const users = index.configMapUsers.get(`${object.namespace}/${object.name}`) ?? new Set([object.ref]);
  for (const user of users) {
    rows.of(user);
    for (const [key, at] of found) {
      rows.add("nested-config", at, "explicit", {
        anchor: `ConfigMap ${object.name} ${key}`,
        target: `privileged in ${key} of ConfigMap ${object.name}`,
      });
    }
  }
  rows.of(object.ref);
}
