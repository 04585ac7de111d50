import type { Notes } from "@/lib/authority/notes";
import { ARGO_SPECS, argoPods } from "./argo";
import { KNATIVE_TEMPLATES, knativePod } from "./knative";
import { type KubeObject, refOf } from "./objects";
import { containersOf, type Pod, podOf } from "./pod";
import { tektonPod } from "./tekton";

/** The other objects of the input, where a workload refers to one of them. */
export type PodLookup = {
  find: (kind: string, namespace: string, name: string) => KubeObject | null;
  note: Notes["add"];
};

const isArgo = ({ kind, apiVersion }: KubeObject): boolean =>
  Object.hasOwn(ARGO_SPECS, kind) && apiVersion.startsWith("argoproj.io/");
const isKnative = ({ kind, apiVersion }: KubeObject): boolean =>
  Object.hasOwn(KNATIVE_TEMPLATES, kind) && apiVersion.startsWith("serving.knative.dev/");
const isTekton = ({ kind, apiVersion }: KubeObject): boolean =>
  /^(Cluster)?Task(Run)?$/.test(kind) && kind !== "ClusterTaskRun" && apiVersion.startsWith("tekton.dev/");

/** The pods that each workload of the input makes; most kinds make one kind of pod. */
export function podsOf(objects: KubeObject[], notes: Notes): Pod[] {
  let byRef: Map<string, KubeObject> | null = null;
  const lookup: PodLookup = {
    find(kind, namespace, name) {
      byRef ??= new Map(objects.map((object) => [object.ref, object]));
      return byRef.get(refOf(kind, namespace, name)) ?? null;
    },
    note: notes.add.bind(notes),
  };
  const pods: Pod[] = [];
  for (const object of objects) {
    const own = podsOfOne(object, lookup);
    for (const added of object.debugged ?? []) {
      const containers = containersOf(added.get("spec")).filter(({ role }) => role === "ephemeral");
      own.at(-1)?.containers.push(...containers);
    }
    pods.push(...own);
  }
  return pods;
}

function podsOfOne(object: KubeObject, lookup: PodLookup): Pod[] {
  const pod = podOf(object);
  if (pod) return [pod];
  if (isTekton(object)) return [tektonPod(object, lookup)];
  if (isKnative(object)) return [knativePod(object)];
  return isArgo(object) ? argoPods(object, lookup) : [];
}
