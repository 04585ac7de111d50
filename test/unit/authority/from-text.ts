import { derive } from "@/lib/authority/derive";
import type { DeriveResult, GrantedCapability } from "@/lib/authority/schema";

/** Derives texts as one system: `a.yaml`, `b.yaml`… in the order given. */
export function deriveTexts(...texts: string[]): DeriveResult {
  const encoder = new TextEncoder();
  const files = texts.map((text, i) => ({
    name: `${String.fromCharCode(97 + i)}.yaml`,
    bytes: encoder.encode(text),
  }));
  return derive({ path: "test", files });
}

/** The ids of a workload's rows, sorted, each with its container where one holds it. */
export function idsOf(result: DeriveResult, workload?: string): string[] {
  return result.capabilities
    .filter((row) => workload === undefined || row.workload === workload)
    .map((row) => (row.container ? `${row.id}@${row.container}` : row.id))
    .sort();
}

export function rowOf(result: DeriveResult, id: string, container?: string): GrantedCapability | undefined {
  return result.capabilities.find(
    (row) => row.id === id && (container === undefined || row.container === container),
  );
}

export const codesOf = (result: DeriveResult): string[] =>
  result.notes.map((note) => `${note.level} ${note.code}`);

/** A pod in which everything that can be written is closed. */
export const HARDENED = `apiVersion: v1
kind: Pod
metadata:
  name: hardened
  namespace: jobs
  labels:
    app: hardened
spec:
  serviceAccountName: runner
  automountServiceAccountToken: false
  hostUsers: false
  restartPolicy: Never
  activeDeadlineSeconds: 600
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    seccompProfile:
      type: RuntimeDefault
  containers:
  - name: main
    image: registry.example.com/team/runner@sha256:${"a".repeat(64)}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: ["ALL"]
    resources:
      limits:
        cpu: 500m
        memory: 512Mi
        ephemeral-storage: 1Gi
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: closed
  namespace: jobs
spec:
  podSelector: {}
  policyTypes: [Ingress, Egress]
`;

/** A pod that says nothing but its image. */
export const SILENT = `apiVersion: v1
kind: Pod
metadata:
  name: silent
spec:
  containers:
  - name: main
    image: busybox
`;
