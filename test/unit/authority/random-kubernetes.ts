import fc from "fast-check";

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] });
const named = <T>(of: fc.Arbitrary<T>, key: (value: T) => unknown, maxLength = 3) =>
  fc.uniqueArray(of, { selector: key, maxLength });

const resources = optional({
  limits: optional({
    cpu: some("1", "500m"),
    memory: some("1Gi", "512Mi"),
    "nvidia.com/gpu": some("1", "2"),
  }),
});
const securityContext = optional({
  privileged: fc.boolean(),
  allowPrivilegeEscalation: fc.boolean(),
  readOnlyRootFilesystem: fc.boolean(),
  runAsUser: some(0, 1000),
  runAsNonRoot: fc.boolean(),
  procMount: some("Default", "Unmasked"),
  seccompProfile: fc.record({ type: some("RuntimeDefault", "Unconfined") }),
  capabilities: optional({
    add: fc.uniqueArray(some("NET_ADMIN", "SYS_ADMIN", "CHOWN")),
    drop: fc.uniqueArray(some("ALL", "NET_RAW", "MKNOD")),
  }),
});
const variable = fc.oneof(
  fc.record({
    name: some("LEVEL", "API_TOKEN", "DOCKER_HOST"),
    value: some("info", "tcp://d:2375", "aB3dE5gH7jK9"),
  }),
  fc.record({
    name: some("KEY", "OTHER"),
    valueFrom: fc.record({ secretKeyRef: fc.record({ name: some("s", "t"), key: some("a", "b") }) }),
  }),
);
const volume = fc
  .tuple(
    some("v", "w"),
    fc.oneof(
      fc.record({ hostPath: fc.record({ path: some("/etc", "/srv", "/var/run/docker.sock") }) }),
      fc.record({ emptyDir: fc.constant({}) }),
      fc.record({ persistentVolumeClaim: fc.record({ claimName: some("data", "cache") }) }),
      fc.record({ secret: fc.record({ secretName: some("s", "t") }) }),
      fc.record({ configMap: fc.record({ name: some("m"), defaultMode: some(0o755, 0o644) }) }),
    ),
  )
  .map(([name, source]) => ({ name, ...source }));
const container = fc.record(
  {
    name: some("one", "two", "three"),
    image: some("a", "registry.example.com/b:1", `c@sha256:${"0".repeat(64)}`),
    env: named(variable, ({ name }) => name),
    resources,
    securityContext,
    ports: named(
      optional({ containerPort: some(80, 81), hostPort: some(80, 81) }),
      ({ hostPort }) => hostPort,
    ),
    volumeMounts: named(
      fc.record({ name: some("v", "w"), mountPath: some("/x", "/scripts"), readOnly: fc.boolean() }),
      ({ mountPath }) => mountPath,
    ),
  },
  { requiredKeys: ["name", "image"] },
);
const toleration = fc.record({ key: some("gpu", "spot"), operator: fc.constant("Exists") });
const podSpec = fc.record(
  {
    containers: fc.uniqueArray(container, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
    volumes: named(volume, ({ name }) => name),
    serviceAccountName: some("runner", "default"),
    automountServiceAccountToken: fc.boolean(),
    hostNetwork: fc.boolean(),
    hostPID: fc.boolean(),
    hostUsers: fc.boolean(),
    restartPolicy: some("Always", "Never"),
    securityContext: optional({ runAsUser: some(0, 1000), supplementalGroups: fc.uniqueArray(some(0, 5)) }),
    tolerations: named(toleration, ({ key }) => key),
  },
  { requiredKeys: ["containers"] },
);

const metadata = (name: string) => ({ name, namespace: "team" });
const workload = (name: string) =>
  fc.record({
    apiVersion: fc.constant("apps/v1"),
    kind: fc.constant("Deployment"),
    metadata: fc.constant(metadata(name)),
    spec: fc.record({
      template: fc.record({
        metadata: fc.record({ labels: fc.record({ app: fc.constant(name), tier: some("a", "b") }) }),
        spec: podSpec,
      }),
    }),
  });

const peer = fc.oneof(
  fc.record({ namespaceSelector: some({}, { matchLabels: { a: "b" } }) }),
  fc.record({
    ipBlock: fc.record({
      cidr: some("0.0.0.0/0", "10.0.0.0/8", "128.0.0.0/1", "::/0"),
      except: fc.constant(["10.0.0.0/16"]),
    }),
  }),
);
const port = fc.record({ protocol: some("TCP", "UDP"), port: some<string | number>(53, 80, 443, "https") });
const egressRule = optional({
  to: fc.array(peer, { maxLength: 2 }),
  ports: fc.array(port, { maxLength: 2 }),
});
const policy = (name: string) =>
  fc.record({
    apiVersion: fc.constant("networking.k8s.io/v1"),
    kind: fc.constant("NetworkPolicy"),
    metadata: fc.constant(metadata(name)),
    spec: fc.record(
      {
        podSelector: some({}, { matchLabels: { tier: "a" } }),
        policyTypes: some(["Ingress"], ["Egress"], ["Ingress", "Egress"]),
        egress: fc.array(egressRule, { maxLength: 3 }),
      },
      { requiredKeys: ["podSelector", "policyTypes"] },
    ),
  });
const rule = fc.record({
  apiGroups: some([""], ["batch", ""], ["*"]),
  resources: fc.subarray(["pods", "secrets", "jobs", "pods/exec"], { minLength: 1 }),
  verbs: fc.subarray(["get", "list", "create", "*"], { minLength: 1 }),
});
const rights = fc.array(rule, { maxLength: 3 }).map((rules) => [
  { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: metadata("r"), rules },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: metadata("b"),
    roleRef: { kind: "Role", name: "r" },
    subjects: [
      { kind: "ServiceAccount", name: "runner" },
      { kind: "Group", name: "system:serviceaccounts:team" },
    ],
  },
]);
const service = fc
  .tuple(some("ClusterIP", "NodePort"), some({ tier: "a" }, { app: "one" }))
  .map(([type, selector]) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: metadata("s"),
    spec: { type, selector, ports: [{ port: 80 }, { port: 81 }] },
  }));

export type RandomObject = { kind: string; metadata: object };

/** Objects of one system: workloads that may share claims, policies, rights and a Service. */
export const randomSystem: fc.Arbitrary<RandomObject[]> = fc
  .tuple(
    workload("one"),
    workload("two"),
    policy("first"),
    policy("second"),
    rights,
    service,
    fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
  )
  .map(([one, two, first, second, roles, exposing, kept]) => [
    one,
    ...(kept.includes(0) ? [two] : []),
    ...(kept.includes(1) ? [first] : []),
    ...(kept.includes(2) ? [second] : []),
    ...(kept.includes(3) ? roles : []),
    ...(kept.includes(4) ? [exposing] : []),
  ]);

const words = (text: string): string[] => text.trim().split(/\s+/);

const WORDS = words(`
  apiVersion kind metadata spec template containers steps sidecars templates script
  container volumes volumeMounts hostPath securityContext capabilities add env envFrom
  resources limits podSelector egress to ipBlock cidr except rules subjects roleRef items
  labels annotations ownerReferences taskSpec stepTemplate workspaces podSpecPatch
  workflowSpec parentRefs backendRefs selector name image type data value valueFrom`);
const KINDS = words(`
  Pod Deployment Job CronJob List PodList NetworkPolicy Role RoleBinding ClusterRole Service
  Ingress HTTPRoute Gateway ConfigMap Secret Namespace LimitRange ResourceQuota
  PersistentVolume Task TaskRun Workflow CronWorkflow ClusterWorkflowTemplate
  SandboxTemplate`);
const VERSIONS = words(`
  v1 apps/v1 batch/v1 tekton.dev/v1 argoproj.io/v1alpha1 serving.knative.dev/v1
  rbac.authorization.k8s.io/v1 networking.k8s.io/v1 gateway.networking.k8s.io/v1
  extensions.agents.x-k8s.io/v1alpha1`);

const { tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      "",
      "a",
      "{{x}}",
      "$(params.a)",
      "0.0.0.0/0",
      "1e9",
      "__proto__",
    ),
    fc.string({ maxLength: 8 }),
    fc.integer(),
  ),
  tree: fc.oneof(
    { maxDepth: 6 },
    tie("leaf"),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...WORDS, "__proto__", "constructor"), tie("tree"), { maxKeys: 5 }),
  ),
}));

/** Anything at all under the names that are read, with a kind that is. */
export const nonsense: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom(...KINDS), fc.constantFrom(...VERSIONS), tree, tree, tree)
  .map(([kind, apiVersion, metadata, spec, other]) => ({
    apiVersion,
    kind,
    metadata,
    spec,
    ...(typeof other === "object" && other !== null && !Array.isArray(other) ? other : { items: other }),
  }));
