import { LineCounter, parseAllDocuments } from "yaml";
import { derive } from "@/lib/authority/derive";

type Measure = {
  name: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
  goal: number;
  ok: boolean;
};

const WORKLOADS = 3_000;
const GOAL = 1.3;

/** What a namespace has once: a role that reads Secrets and makes jobs, and policies for its pods. */
const namespaced = (namespace: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: jobs, namespace: ${namespace}}
rules:
- {apiGroups: [batch], resources: [jobs], verbs: [create, delete, get]}
- {apiGroups: [""], resources: [secrets, configmaps], verbs: [get, list]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: default, namespace: ${namespace}}
spec:
  podSelector: {}
  policyTypes: [Ingress, Egress]
  egress:
  - to: [{namespaceSelector: {matchLabels: {name: ${namespace}}}}]
    ports: [{port: 53, protocol: UDP}, {port: 8080}]
---
`;

/** What each workload has of its own besides. */
const identity = (name: string, namespace: string): string => `apiVersion: v1
kind: ServiceAccount
metadata: {name: ${name}, namespace: ${namespace}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: ${name}, namespace: ${namespace}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: jobs}
subjects: [{kind: ServiceAccount, name: ${name}, namespace: ${namespace}}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  podSelector: {matchLabels: {app: ${name}}}
  policyTypes: [Egress]
  egress: [{to: [{ipBlock: {cidr: 0.0.0.0/0, except: [10.0.0.0/8, 169.254.0.0/16]}}]}]
---
`;

/** A file of ordinary Deployments, each with what real ones have: labels, environment, limits, volumes, rights, policies. */
function manifest(): string {
  let text = Array.from({ length: 40 }, (_, at) => namespaced(`team-${at}`)).join("");
  for (let i = 0; i < WORKLOADS; i += 1) {
    text += `${identity(`web-${i}`, `team-${i % 40}`)}apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${i}
  namespace: team-${i % 40}
  labels:
    app: web-${i}
    tier: backend
spec:
  replicas: 3
  selector:
    matchLabels:
      app: web-${i}
  template:
    metadata:
      labels:
        app: web-${i}
    spec:
      serviceAccountName: web-${i}
      containers:
      - name: web
        image: registry.example.com/team/web:${i}.2.3
        ports:
        - containerPort: 8080
          name: http
        env:
        - name: LOG_LEVEL
          value: info
        - name: DATABASE_URL
          valueFrom:
            secretKeyRef:
              name: web-${i}-db
              key: url
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
          limits:
            cpu: "1"
            memory: 512Mi
        securityContext:
          allowPrivilegeEscalation: false
          capabilities:
            drop: ["ALL"]
        volumeMounts:
        - name: data
          mountPath: /data
        - name: logs
          mountPath: /var/log/web
          readOnly: true
      volumes:
      - name: data
        emptyDir: {}
      - name: logs
        hostPath:
          path: /var/log/web
---
`;
  }
  return text;
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

/** `derive` of 3,000 workloads against what `yaml` takes to parse the same file with positions, in turns. */
async function deriveThreeThousand(): Promise<Measure> {
  const text = manifest();
  const files = [{ name: "large.yaml", bytes: new TextEncoder().encode(text) }];
  const parse = () => parseAllDocuments(text, { lineCounter: new LineCounter() }).length;
  const whole = () => derive({ path: "large.yaml", files }).capabilities.length;
  parse();
  if (whole() < WORKLOADS * 10) throw new Error("The measured derivation yields too few rows.");
  const floors: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    floors.push(milliseconds(parse));
    values.push(milliseconds(whole));
  }
  const [floor, value] = [median(floors), median(values)];
  const ratio = value / floor;
  return {
    name: "derive of 3,000 workloads with RBAC and policies",
    value,
    unit: "ms",
    floor,
    ratio,
    goal: GOAL,
    ok: ratio <= GOAL,
  };
}

export const measures: Array<() => Promise<Measure>> = [deriveThreeThousand];
