import type { Notes } from "@/lib/authority/notes";
import type { Rows } from "@/lib/authority/rows";
import { addConfigMapRows, nestedPrivileges } from "./config-map-rows";
import { addUnselectedExposure } from "./exposure-rows";
import { isQuietKind, isUnreadPolicy, isWorkloadKind } from "./kinds";
import type { KubeIndex } from "./kube-index";
import { type KubeObject, refOf } from "./objects";

/** Policies of kinds that are not read are named, since they may open or close anything. */
export function noteUnreadPolicies(index: KubeIndex, notes: Notes): void {
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

const EXPOSING = /^(Service|Ingress|Gateway|(HTTP|GRPC|TCP|TLS|UDP)?Route)$/;

/** Rows of objects that are no workload, on themselves; what yields none, and what is not read, is noted. */
export function addStandaloneRows(
  objects: KubeObject[],
  index: KubeIndex,
  selected: Set<KubeObject>,
  rows: Rows,
  notes: Notes,
): void {
  const silent = new Map<string, string[]>();
  const attached = attachedGateways(objects);
  const templates = new Set(objects.flatMap(({ kind, ref }) => (kind === "SandboxTemplate" ? [ref] : [])));
  for (const object of objects) {
    const { kind, apiVersion, ref } = object;
    if (isWorkloadKind(kind, apiVersion) || isUnreadPolicy(kind, apiVersion)) continue;
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
    if (kind === "ConfigMap") {
      rows.of(ref);
      addConfigMapRows(object, rows);
      addNestedRows(object, index, rows);
    } else if (EXPOSING.test(kind) && !apiVersion.startsWith("serving.knative.dev/")) {
      rows.of(ref);
      if (!selected.has(object) && !attached.has(ref)) addUnselectedExposure(object, index, rows);
    } else if (/^Sandbox(Claim|WarmPool)$/.test(kind)) noteSandboxTemplate(object, templates, notes);
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

/** The Gateways that a route of the input belongs to: what these let in is said of what the route leads to. */
function attachedGateways(objects: KubeObject[]): Set<string> {
  const found = new Set<string>();
  for (const { kind, namespace, at } of objects) {
    if (!/^(HTTP|GRPC|TCP|TLS|UDP)Route$/.test(kind)) continue;
    for (const parent of at.path("spec", "parentRefs").items()) {
      const name = parent.get("name").string();
      if (name !== null) found.add(refOf("Gateway", parent.get("namespace").string() ?? namespace, name));
    }
  }
  return found;
}

/** A claim or a pool makes sandboxes of a template; where that is elsewhere, so is what they grant. */
function noteSandboxTemplate(object: KubeObject, templates: Set<string>, notes: Notes): void {
  const reference = object.at.path("spec", "sandboxTemplateRef");
  const name = reference.get("name").string() ?? object.at.path("spec", "templateRef", "name").string();
  const template = refOf("SandboxTemplate", object.namespace, name ?? "");
  if (name !== null && templates.has(template)) return;
  notes.add(
    "warning",
    "template-not-supplied",
    `${object.ref} makes sandboxes of SandboxTemplate ${name ?? "that it does not name"}, which is not in the input, so what they grant is not shown`,
    object.at,
  );
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
