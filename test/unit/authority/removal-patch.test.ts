import { describe, expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { CATALOGUE } from "@/lib/authority/catalogue/index-of-ids";
import { removalPatch } from "@/lib/authority/removal-patch";
import type { GrantedCapability } from "@/lib/authority/schema";
import { deriveTexts, rowOf } from "./from-text";

const WORKLOAD = `# a comment
apiVersion: v1
kind: Namespace
metadata: { name: n }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: n }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web, tier: front, pod-template-hash: abc } }
    spec:
      initContainers:
        - name: prepare
          image: busybox
          volumeMounts: [{ name: sock, mountPath: /s }]
      containers:
        - name: main
          image: nginx:1
          args: ["--api-key=sk-abcdefghijklmnopqrstuvwx"]
          env:
            - { name: OTHER, value: "1" }
            - name: API_KEY
              value: sk-abcdefghijklmnopqrstuvwx
          volumeMounts:
            - { name: keep, mountPath: /k }
            - { name: sock, mountPath: /var/run/docker.sock }
      volumes:
        - { name: keep, emptyDir: {} }
        - name: sock
          hostPath:
            path: /var/run/docker.sock
            type: Socket
`;

const comment = /^#.*\n/gm;
const isDiff = (text: string) => /^- /m.test(text.replace(comment, ""));

/** A patch's YAML: the text itself, or a diff's lines before and after, without the marks' columns. */
function yamlsOf(text: string): string[] {
  if (!isDiff(text)) return [text];
  const lines = text.replace(comment, "").trimEnd().split("\n");
  for (const line of lines) expect(line.slice(0, 2)).toMatch(/^(- | {2})$/);
  return [lines, lines.filter((line) => !line.startsWith("-"))].map((some) =>
    some.map((line) => line.slice(2)).join("\n"),
  );
}

const errorsOf = (text: string) => yamlsOf(text).flatMap((yaml) => parseDocument(yaml).errors);

const rows = deriveTexts(WORKLOAD);
const patchOf = (id: string, text: string | undefined = WORKLOAD, container?: string) =>
  removalPatch(rowOf(rows, id, container)!, text);

describe("every patch", () => {
  const pointers = [
    "",
    "/spec",
    "/spec/template/spec/volumes/1/hostPath",
    "/spec/x/0",
    "/a~1b/0/c: #",
    "/roleRef",
  ];
  const kinds = [
    "Pod n/p",
    "Deployment n/web",
    "Job n/j",
    "CronJob n/j",
    "Sandbox n/s",
    "Pod n/#0",
    "User x",
  ];

  const anchors = ["env TOKEN", "args --api-key", "x: y\n- z", ""];
  const files = [undefined, WORKLOAD, "kind: ["];

  test.each(CATALOGUE.map(({ id }) => id))("of %s parses as YAML and is not its title again", (id) => {
    for (const [k, workload] of kinds.entries()) {
      for (const [p, pointer] of pointers.entries()) {
        const row = {
          id,
          workload,
          container: "c: d",
          anchor: anchors[(k + p) % anchors.length]!,
          target: "t\n- u: \u0007",
          source: { file: "f\n- g", document: 1, pointer, line: 7 },
        };
        const { title, text } = removalPatch(row, files[(k + 2 * p) % files.length]);
        expect(errorsOf(text)).toEqual([]);
        expect(text).not.toContain(`# ${title}\n`);
        expect(text).not.toContain("the-pod's");
      }
    }
  });

  test("of a real workload parses, with and without its text", () => {
    for (const row of rows.capabilities)
      for (const file of [undefined, WORKLOAD]) expect(errorsOf(removalPatch(row, file).text)).toEqual([]);
  });
});

describe("network policies", () => {
  test.each(["egress-any", "cloud-metadata", "cluster-lateral", "ingress-open"])(
    "for %s select the pod by its own labels",
    (id) => {
      const policy = parse(patchOf(id).text);
      expect(policy.spec.podSelector).toEqual({ matchLabels: { app: "web", tier: "front" } });
      expect(policy.metadata.namespace).toBe("n");
      const patched = deriveTexts(WORKLOAD, patchOf(id).text);
      expect(rowOf(patched, id)).toBeUndefined();
    },
  );

  test("are for the namespace, and say so, where labels are not known", () => {
    const { text } = patchOf("egress-any", "");
    expect(parse(text).spec.podSelector).toEqual({});
    expect(text).toContain("every pod of the namespace");
  });

  test("are none where a policy's own rule opens it", () => {
    const open = `${WORKLOAD}---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: open, namespace: n }
spec: { podSelector: {}, policyTypes: [Egress], egress: [{}] }
`;
    const { title, text } = removalPatch(rowOf(deriveTexts(open), "egress-any")!, open);
    expect(title).toContain("rule");
    expect(text).toMatch(/^- {5}- \{\}$/m);
  });
});

describe("volumes", () => {
  test("go with all of their mounts, by name, with what stands below", () => {
    const { text } = patchOf("runtime-socket", WORKLOAD, "main");
    const [before, after] = yamlsOf(text);
    const spec = parse(before!).spec.template.spec;
    expect(spec.volumes).toEqual([
      { name: "sock", hostPath: { path: "/var/run/docker.sock", type: "Socket" } },
    ]);
    expect(spec.containers).toEqual([
      { name: "main", volumeMounts: [{ name: "sock", mountPath: "/var/run/docker.sock" }] },
    ]);
    expect(spec.initContainers[0].volumeMounts).toEqual([{ name: "sock", mountPath: "/s" }]);
    expect(after).not.toContain("sock");
  });
});

describe("secrets", () => {
  test("of a variable come from a Secret, by the variable's name", () => {
    const row = rows.capabilities.find((one) => one.anchor === "env API_KEY") as GrantedCapability;
    const { title, text } = removalPatch(row, WORKLOAD);
    expect(title).toContain("API_KEY");
    expect(parse(text).spec.template.spec.containers).toEqual([
      {
        name: "main",
        env: [{ name: "API_KEY", valueFrom: { secretKeyRef: { name: "web-secrets", key: "API_KEY" } } }],
      },
    ]);
    expect(row.explanation).toContain("(an API key in API_KEY)");
  });

  test("of a ConfigMap are lines to take out", () => {
    const text =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }\ndata: { PASSWORD: "hunter2hunter2" }\n';
    expect(removalPatch(rowOf(deriveTexts(text), "secret-literal")!, text).text).toMatch(/^- {3}PASSWORD:/m);
  });
});

describe("time and restarts", () => {
  const at = (id: string, workload: string) => ({
    ...rowOf(rows, id)!,
    workload,
  });

  test("a deadline is a field of pods and jobs only", () => {
    expect(parse(removalPatch(at("time-unlimited", "Pod n/p")).text)).toEqual({
      spec: { activeDeadlineSeconds: 3600 },
    });
    expect(parse(removalPatch(at("time-unlimited", "CronJob n/p")).text)).toEqual({
      spec: { jobTemplate: { spec: { activeDeadlineSeconds: 3600 } } },
    });
    for (const kind of ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"]) {
      const { text } = removalPatch(at("time-unlimited", `${kind} n/p`));
      expect(parse(text)).toBeNull();
      expect(text).toContain("Job");
      expect(parse(removalPatch(at("restart-amplification", `${kind} n/p`)).text)).toBeNull();
    }
  });

  test("what the kubelet or the image's name limits is said in words", () => {
    expect(patchOf("pids-unlimited").text).toContain("podPidsLimit");
    expect(patchOf("image-mutable", WORKLOAD, "main").text).toContain("nginx:1@sha256:…");
    expect(parse(patchOf("pids-unlimited").text)).toBeNull();
  });
});

describe("kinds that have no pod template", () => {
  const row = (id: string, workload: string) => ({
    id,
    workload,
    container: "build",
    anchor: "",
    target: "x",
    source: { file: "f", document: 0, pointer: "/spec", line: 1 },
  });
  const patched = (id: string, workload: string) => parse(removalPatch(row(id, workload)).text);

  test.each([
    ["memory-unlimited", "TaskRun n/t", { computeResources: { limits: { memory: "512Mi" } } }],
    ["memory-unlimited", "Workflow n/w", { resources: { limits: { memory: "512Mi" } } }],
    ["no-user-namespace", "TaskRun n/t", { spec: { podTemplate: { hostUsers: false } } }],
    [
      "k8s-api-token",
      "CronWorkflow n/w",
      { spec: { workflowSpec: { automountServiceAccountToken: false } } },
    ],
    ["no-user-namespace", "Workflow n/w", { spec: { podSpecPatch: "hostUsers: false\n" } }],
    ["time-unlimited", "TaskRun n/t", { spec: { timeout: "1h0m0s" } }],
    ["time-unlimited", "Workflow n/w", { spec: { activeDeadlineSeconds: 3600 } }],
    ["restart-amplification", "TaskRun n/t", { spec: { retries: 0 } }],
    ["host-network", "Service n/k", { spec: { template: { spec: { hostNetwork: false } } } }],
    ["host-network", "Revision n/k", { spec: { hostNetwork: false } }],
  ])("%s of %s", (id, workload, fields) => {
    expect(patched(id, workload)).toEqual(fields);
  });
});
