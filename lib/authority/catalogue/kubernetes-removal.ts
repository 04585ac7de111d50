import { stringify } from "yaml";
import { policyPatch } from "../removal/policy-patch";
import type { CatalogueEntry, RemovalElsewhere } from "./entry";

const IN_TEMPLATE = "In a Deployment, StatefulSet, DaemonSet or Job it stands under spec.template.";

/** A workload for patches that are not about any: nothing is known of its labels. */
const ANY_POD = {
  workload: "Pod default/workload",
  container: null,
  anchor: "",
  target: "",
  source: { file: "", document: 0, pointer: "", line: 1 },
};

/** How Kubernetes takes an id away, without a row: what `removalPatch` says of a row in general. */
export function kubernetesRemoval({ id, removal }: Pick<CatalogueEntry, "id" | "removal">): RemovalElsewhere {
  switch (removal.kind) {
    case "container":
      return {
        fragment: stringify({ spec: { containers: [{ name: "the-container", ...removal.fields }] } }),
        words: IN_TEMPLATE,
      };
    case "pod":
      return { fragment: stringify({ spec: removal.fields }), words: IN_TEMPLATE };
    case "policy":
      return { fragment: policyPatch({ ...ANY_POD, id }, removal.direction, undefined).text, words: null };
    case "deadline":
      return {
        fragment: stringify({ spec: { activeDeadlineSeconds: 3600 } }),
        words: "In a Pod or a Job; other kinds have no end, so start each run as a Job of its own.",
      };
    case "restarts":
      return {
        fragment: stringify({ spec: { backoffLimit: 0, template: { spec: { restartPolicy: "Never" } } } }),
        words: "In a Job; a Deployment always starts its pods again.",
      };
    case "secret":
      return {
        fragment: stringify({
          env: [{ name: "KEY", valueFrom: { secretKeyRef: { name: "a-secret", key: "KEY" } } }],
        }),
        words: "Move the value into a Secret, and replace it: whoever could read the manifest has it.",
      };
    case "words":
      return { fragment: null, words: removal.text.replaceAll("{target}", "the image") };
    default:
      return { fragment: null, words: deletionWords(id) };
  }
}

const deletionWords = (id: string): string =>
  id.startsWith("rbac-")
    ? "Delete the binding, or bind a role that grants less."
    : "Take out what the row's source line names; a volume goes together with its mounts.";
