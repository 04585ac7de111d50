import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { isClusterScoped, templatePath } from "./kinds";

/** One object of the input, taken out of whatever list it stood in. */
export type KubeObject = {
  kind: string;
  apiVersion: string;
  /** As it is written; `*` after a generateName, `#<document>` where there is no name at all. */
  name: string;
  namespace: string;
  /** How it is called in rows: `Deployment default/web`, `ClusterRole admin`. */
  ref: string;
  at: At;
  /** Its controller, whether or not that is in the input. */
  controller: { kind: string; name: string } | null;
  /** Pods that it made and that are left out, to which somebody has added a container since. */
  debugged?: At[];
};

/** `<Kind> <namespace>/<name>`, or `<Kind> <name>` for what is cluster-scoped. */
export const refOf = (kind: string, namespace: string, name: string): string =>
  isClusterScoped(kind) ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;

/**
 * Takes the objects of a document out of lists, also lists inside lists and lists whose items carry no
 * kind (a PodList of the API server).
 */
export function flattenObjects(
  root: At,
  notes: Notes,
  kind: string | null = null,
  apiVersion = "",
): KubeObject[] {
  const ownKind = root.get("kind").string() ?? kind ?? (root.has("items") ? "List" : null);
  const ownVersion = root.get("apiVersion").string() ?? apiVersion;
  if (ownKind === null) {
    notes.add("error", "no-kind", "an item of a list says no kind, so nothing of it was derived", root);
    return [];
  }
  if (ownKind.endsWith("List") && (root.has("items") || ownKind === "List")) {
    const itemKind = ownKind === "List" ? null : ownKind.slice(0, -4);
    return root
      .get("items")
      .items()
      .flatMap((item) => flattenObjects(item, notes, itemKind, itemKind ? ownVersion : ""));
  }
  return [objectAt(root, ownKind, ownVersion)];
}

function objectAt(at: At, kind: string, apiVersion: string): KubeObject {
  const metadata = at.get("metadata");
  const generated = metadata.get("generateName").string();
  const name = metadata.get("name").string() ?? (generated ? `${generated}*` : `#${at.place.index}`);
  const namespace = metadata.get("namespace").string() ?? "default";
  const owner = metadata
    .get("ownerReferences")
    .items()
    .find((reference) => reference.get("controller").boolean());
  const ownerKind = owner?.get("kind").string();
  const ownerName = owner?.get("name").string();
  return {
    kind,
    apiVersion,
    name,
    namespace,
    ref: refOf(kind, namespace, name),
    at,
    controller: ownerKind && ownerName ? { kind: ownerKind, name: ownerName } : null,
  };
}

/** Deployments of apps and of extensions are one kind; a Service of Knative is not the core's. */
function identityOf(object: KubeObject): string {
  if (templatePath(object.kind, object.apiVersion)) return object.ref;
  return `${object.ref} ${object.apiVersion.replace(/\/.*/, "")}`;
}

/**
 * The objects that count: the last of those written twice, and none whose controller is in the input.
 * Objects without a name are told apart by a number.
 */
export function effectiveObjects(all: KubeObject[], notes: Notes): KubeObject[] {
  const byRef = new Map<string, KubeObject>();
  for (const object of all) {
    let key = identityOf(object);
    if (object.name.startsWith("#") || object.name.endsWith("*")) {
      const name = object.name;
      for (let n = 2; byRef.has(key); n += 1) {
        object.name = `${name}.${n}`;
        object.ref = refOf(object.kind, object.namespace, object.name);
        key = identityOf(object);
      }
    } else if (byRef.has(key)) {
      notes.add(
        "warning",
        "duplicate-object",
        `${object.ref} is written twice; the last one counts`,
        object.at,
      );
      byRef.delete(key);
    }
    byRef.set(key, object);
  }
  const objects = [...byRef.values()];
  const refs = new Map(objects.map((object) => [object.ref, object]));
  return objects.filter((object) => {
    const owner = ownerRef(object);
    if (owner === null || !refs.has(owner)) return true;
    noteDebugged(object, refs);
    notes.add(
      "info",
      "controlled",
      `${object.ref} is left out: ${owner}, which made it, is in the input`,
      object.at,
    );
    return false;
  });
}

const ownerRef = ({ controller, namespace }: KubeObject): string | null =>
  controller && refOf(controller.kind, namespace, controller.name);

/** A pod that is left out may hold a container that its template does not: what made it, in the end, has it. */
function noteDebugged(pod: KubeObject, refs: Map<string, KubeObject>): void {
  const added = pod.at.path("spec", "ephemeralContainers");
  if (pod.kind !== "Pod" || added.items().length === 0) return;
  let owner: KubeObject | undefined;
  const seen = new Set<string>();
  for (let ref = ownerRef(pod); ref !== null && refs.has(ref) && !seen.has(ref); ref = ownerRef(owner)) {
    seen.add(ref);
    owner = refs.get(ref)!;
  }
  if (owner) owner.debugged = [...(owner.debugged ?? []), pod.at];
}

/**
 * The controller under which an object's authority stands when that controller is not in the input. The
 * ReplicaSet of a Deployment carries the template's hash at the end of its name, as does its pods' label.
 */
export function standingOwner(object: KubeObject): string | null {
  const { controller } = object;
  if (!controller) return null;
  const hash = object.at.path("metadata", "labels", "pod-template-hash").string();
  const suffix = hash ? `-${hash}` : "";
  if (controller.kind === "ReplicaSet" && suffix && controller.name.endsWith(suffix)) {
    return refOf("Deployment", object.namespace, controller.name.slice(0, -suffix.length));
  }
  // The ReplicationController of an OpenShift DeploymentConfig carries a number, and its pods the config's name.
  const config = object.at.path("metadata", "annotations", "openshift.io/deployment-config.name").string();
  if (controller.kind === "ReplicationController" && config)
    return refOf("DeploymentConfig", object.namespace, config);
  if (controller.kind === "Job" && /-\d{8,}$/.test(controller.name)) {
    return refOf("CronJob", object.namespace, controller.name.replace(/-\d{8,}$/, ""));
  }
  return refOf(controller.kind, object.namespace, controller.name);
}
