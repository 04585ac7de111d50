import { canonicalDocument, type Ignore } from "@/lib/authority/digest";
import type { Value } from "@/lib/authority/read/value";
import type { Redactions } from "@/lib/authority/secrets/marks";
import { READ_ANNOTATIONS } from "./annotations";
import type { KubeObject } from "./objects";

/** What the API server and its controllers write into metadata, and nobody grants. */
const SERVER_METADATA = new Set([
  "managedFields",
  "resourceVersion",
  "uid",
  "creationTimestamp",
  "generation",
  "selfLink",
  "ownerReferences",
]);

/** Labels that controllers add, in metadata and in selectors. */
const CONTROLLER_LABELS = new Set([
  "pod-template-hash",
  "controller-revision-hash",
  "pod-template-generation",
  "controller-uid",
  "batch.kubernetes.io/controller-uid",
]);

/** The documented ignore list of the format. */
export const ignoredOfKubernetes: Ignore = (path, key) => {
  if (path.length === 0) return key === "status";
  const last = path[path.length - 1];
  if (last === "metadata") return SERVER_METADATA.has(key);
  if (last === "annotations" && path[path.length - 2] === "metadata") return !READ_ANNOTATIONS.test(key);
  return CONTROLLER_LABELS.has(key) && (last === "labels" || last === "matchLabels" || last === "selector");
};

/** The objects of an input in canonical form, sorted by kind, namespace and name. */
export function canonicalObjects(
  objects: KubeObject[],
  redactions: (root: Value, kind: string, apiVersion: string) => Redactions,
): string[] {
  const documents = objects.map((object) => {
    const value = object.at.value!;
    const text = canonicalDocument(
      withKind(value, object),
      redactions(value, object.kind, object.apiVersion),
      ignoredOfKubernetes,
    );
    return { order: `${object.kind}\u0000${object.namespace}\u0000${object.name}`, text };
  });
  return documents
    .sort((a, b) => compare(a.order, b.order) || compare(a.text, b.text))
    .map(({ text }) => text);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An item of a PodList says neither kind nor version; the list said both for it. */
function withKind(value: Value, object: KubeObject): Value {
  if (value.kind !== "map" || value.fields.has("kind")) return value;
  const scalar = (text: string): Value => ({
    kind: "scalar",
    at: value.at,
    end: value.at,
    text,
    plain: false,
  });
  const fields = new Map(value.fields)
    .set("kind", scalar(object.kind))
    .set("apiVersion", scalar(object.apiVersion));
  return { ...value, fields };
}
