import { stringify } from "yaml";
import type { Removal } from "./catalogue/entry";
import { catalogueEntry } from "./catalogue/index-of-ids";
import type { GrantedCapability } from "./schema";
import { partsOfRef } from "./tuples";

/** A patch to copy: what to do in words, and the fragment, with the place it is about as a comment. */
export type RemovalPatch = { title: string; text: string };

const POD_SPEC: Record<string, string[]> = {
  Pod: ["spec"],
  CronJob: ["spec", "jobTemplate", "spec", "template", "spec"],
  Sandbox: ["spec", "podTemplate", "spec"],
  SandboxTemplate: ["spec", "podTemplate", "spec"],
};

/**
 * How to take a row away, starting from its source line: fields to merge into the workload, lines to take
 * out, a NetworkPolicy to add, or words where no patch can do it.
 */
export function removalPatch(
  row: Pick<GrantedCapability, "id" | "workload" | "container" | "source" | "target" | "anchor">,
): RemovalPatch {
  const removal: Removal = catalogueEntry(row.id).removal;
  const where = `# ${row.source.file}, line ${row.source.line}: ${row.workload}`;
  switch (removal.kind) {
    case "words":
      return { title: removal.text, text: `${where}\n# ${removal.text}\n` };
    case "policy":
      return {
        title: "Add a network policy",
        text: `${where}\n${stringify(policyFor(row, removal.direction))}`,
      };
    case "delete":
      return { title: "Take these lines out", text: deletionText(row, where) };
    default:
      return { title: "Merge these fields", text: `${where}\n${stringify(mergeFor(row, removal))}` };
  }
}

function mergeFor(
  row: Pick<GrantedCapability, "workload" | "container" | "source">,
  removal: Extract<Removal, { kind: "container" | "pod" }>,
): unknown {
  const kind = row.workload.split(" ")[0] ?? "";
  const steps = POD_SPEC[kind] ?? ["spec", "template", "spec"];
  let value: unknown = removal.fields;
  if (removal.kind === "container" && row.container !== null) {
    const list = /\/(initContainers|ephemeralContainers)\//.exec(row.source.pointer)?.[1] ?? "containers";
    value = { [list]: [{ name: row.container, ...removal.fields }] };
  } else if (removal.kind === "container") {
    value = { containers: [{ name: "…", ...removal.fields }] };
  }
  for (const step of [...steps].reverse()) value = { [step]: value };
  return value;
}

function policyFor(row: Pick<GrantedCapability, "workload">, direction: "Ingress" | "Egress"): unknown {
  const parts = partsOfRef(row.workload);
  const name = parts?.name.replace(/[^a-z0-9-]/g, "-") ?? "workload";
  const rule =
    direction === "Egress"
      ? {
          egress: [
            {
              to: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "kube-system" } } }],
              ports: [{ protocol: "UDP", port: 53 }],
            },
          ],
        }
      : { ingress: [] };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: `${name}-${direction.toLowerCase()}`, ...(parts && { namespace: parts.namespace }) },
    spec: { podSelector: { matchLabels: { "the-pod's": "own labels" } }, policyTypes: [direction], ...rule },
  };
}

/** The pointer as the lines to take out: the last named field, under the names above it. */
function deletionText(row: Pick<GrantedCapability, "source" | "target" | "anchor">, where: string): string {
  const steps = row.source.pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const lines = [where, `# ${row.target}`];
  let depth = 0;
  for (const [i, step] of steps.entries()) {
    const last = i === steps.length - 1;
    const index = /^\d+$/.test(step);
    const text = index
      ? `- # item ${Number(step) + 1}${last ? `: ${row.anchor || row.target}` : ""}`
      : `${step}:`;
    lines.push(`${last ? "-" : " "} ${"  ".repeat(depth)}${text}`);
    depth += 1;
  }
  return `${lines.join("\n")}\n`;
}
