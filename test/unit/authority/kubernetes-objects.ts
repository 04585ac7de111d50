import type { DeriveResult } from "@/lib/authority/schema";
import { deriveTexts } from "./from-text";

type Fields = Record<string, unknown>;

/** A Pod `n/p` with one container `c` of image `a`, and whatever fields of its spec, container and metadata. */
export const pod = (spec: Fields = {}, container: Fields = {}, metadata: Fields = {}): Fields => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "n", labels: { app: "p" }, ...metadata },
  spec: { containers: [{ name: "c", image: "a", ...container }], ...spec },
});

/** A Pod whose container mounts a volume of some source. */
export const mounting = (source: Fields, mount: Fields = {}, container: Fields = {}): Fields =>
  pod(
    { volumes: [{ name: "v", ...source }] },
    { volumeMounts: [{ name: "v", mountPath: "/x", ...mount }], ...container },
  );

export const context = (fields: Fields): Fields => pod({}, { securityContext: fields });

export const policy = (spec: Fields, name = "policy"): Fields => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name, namespace: "n" },
  spec: { podSelector: {}, ...spec },
});

/** A Role with one rule that the Pod's account holds, in its namespace or, for a ClusterRole, everywhere. */
export const bound = (rule: Fields, kind: "Role" | "ClusterRole" = "Role"): Fields[] => [
  pod({ serviceAccountName: "account" }),
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind,
    metadata: { name: "r", namespace: "n" },
    rules: [rule],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: `${kind}Binding`,
    metadata: { name: "b", namespace: "n" },
    roleRef: { kind, name: "r" },
    subjects: [{ kind: "ServiceAccount", name: "account", namespace: "n" }],
  },
];

export const core = (kind: string, name: string, more: Fields): Fields => ({
  apiVersion: "v1",
  kind,
  metadata: { name, namespace: "n" },
  ...more,
});

/** Derives objects as one input. */
export const deriveObjects = (...objects: Fields[]): DeriveResult =>
  deriveTexts(...objects.map((object) => JSON.stringify(object)));

export const rowsOf = (result: DeriveResult, id: string) =>
  result.capabilities.filter((row) => row.id === id);
