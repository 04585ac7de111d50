import { stringify } from "yaml";
import { partsOfRef } from "@/lib/authority/tuples";
import { diffFragment } from "./diff-fragment";
import { type PatchRow, podFacts, stepsOf } from "./source-text";
import { commentText, plainText, type RemovalPatch } from "./text";

/**
 * A NetworkPolicy that closes a direction for the row's pod, by the pod's own labels. Policies only ever add
 * up, so where a rule of one opens it, that rule has to go instead.
 */
export function policyPatch(row: PatchRow, direction: "Ingress" | "Egress", root: unknown): RemovalPatch {
  const steps = stepsOf(row.source.pointer);
  const rules = steps.findLastIndex((step) => step === "egress" || step === "ingress");
  if (rules > 0 && /^\d+$/.test(steps[rules + 1] ?? "")) {
    return {
      title: "Take this rule out, or name its peers",
      text:
        commentText(
          "Policies add up: another one takes nothing away from what this rule allows. Name the namespaces, pods or addresses that are needed instead of it.",
        ) + diffFragment([steps.slice(0, rules + 2)], root, plainText(row.target)),
    };
  }
  const facts = podFacts(row, root);
  const labels = facts?.labels ?? {};
  const whole = Object.keys(labels).length === 0;
  const comments = [
    direction === "Egress"
      ? "Only name resolution stays open: add a rule for each destination that the code needs."
      : "No caller is let in: add a rule for each that is needed.",
    ...(whole
      ? [
          "podSelector: {} is every pod of the namespace. To narrow it, write labels of the pod's template there: podSelector: { matchLabels: { app: … } }.",
        ]
      : []),
  ];
  const policy = policyFor(row, direction, labels, facts?.hasNamespace ?? true);
  return {
    title: whole ? "Add a network policy for the namespace" : "Add a network policy",
    text: comments.map(commentText).join("") + stringify(policy),
  };
}

function policyFor(
  row: PatchRow,
  direction: "Ingress" | "Egress",
  labels: Record<string, string>,
  hasNamespace: boolean,
): unknown {
  const parts = partsOfRef(row.workload);
  const name = (parts?.name ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const rules =
    direction === "Egress"
      ? {
          egress: [
            {
              to: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "kube-system" } } }],
              ports: [
                { protocol: "UDP", port: 53 },
                { protocol: "TCP", port: 53 },
              ],
            },
          ],
        }
      : { ingress: [] };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: {
      name: `${(name || "workload").slice(0, 200)}-${direction.toLowerCase()}`,
      ...(parts && hasNamespace && { namespace: parts.namespace }),
    },
    spec: {
      podSelector: Object.keys(labels).length > 0 ? { matchLabels: labels } : {},
      policyTypes: [direction],
      ...rules,
    },
  };
}
