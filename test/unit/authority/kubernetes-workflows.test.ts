import { describe, expect, test } from "vitest";
import { codesOf, deriveTexts, idsOf, rowOf } from "./from-text";
import { core, deriveObjects, policy, rowsOf } from "./kubernetes-objects";

const rolesOf = (result: ReturnType<typeof deriveObjects>) =>
  result.workloads.flatMap(({ containers }) => containers.map(({ name, role }) => `${role} ${name}`));

const tekton = (kind: string, spec: object, name = "t") => ({
  apiVersion: "tekton.dev/v1",
  kind,
  metadata: { name, namespace: "n" },
  spec,
});

describe("Tekton", () => {
  const task = {
    stepTemplate: {
      image: "base",
      env: [{ name: "DOCKER_HOST", value: "tcp://d:2375" }],
      securityContext: { runAsUser: 1000, capabilities: { drop: ["ALL"] } },
    },
    steps: [
      { name: "build", script: 'echo "$(params.message)"', securityContext: { runAsUser: 0 } },
      { name: "push", image: "pusher", env: [{ name: "DOCKER_HOST", value: "" }] },
    ],
    sidecars: [{ name: "server", image: "dind", securityContext: { privileged: true } }],
    workspaces: [{ name: "source", readOnly: true }],
  };

  test("steps and sidecars are containers, and the step template lies under each step", () => {
    const result = deriveObjects(tekton("TaskRun", { taskSpec: task, timeout: "1h30m" }));
    expect(rolesOf(result)).toEqual(["main build", "main push", "sidecar server"]);
    expect(rowOf(result, "run-as-root", "build")?.origin).toBe("explicit");
    expect(rowOf(result, "run-as-root", "push")).toBeUndefined();
    expect(rowsOf(result, "cap-default-set").map((row) => row.container)).toEqual(["server"]);
    expect(rowsOf(result, "runtime-api-tcp").map((row) => row.container)).toEqual(["build"]);
    expect(rowOf(result, "privileged")?.container).toBe("server");
    expect(rowOf(result, "privileged")?.source.pointer).toBe(
      "/spec/taskSpec/sidecars/0/securityContext/privileged",
    );
  });

  test("a parameter in a script is code that whoever sets it chooses", () => {
    const result = deriveObjects(tekton("TaskRun", { taskSpec: task }));
    expect(rowOf(result, "code-from-config", "build")?.anchor).toBe("parameter message");
  });

  test("a timeout is a bound in seconds, 0 is none, and absent is the controller's", () => {
    const run = (timeout?: string) => deriveObjects(tekton("TaskRun", { taskSpec: task, timeout }));
    expect(run("1h30m").bounds).toContainEqual({
      workload: "TaskRun n/t",
      container: null,
      resource: "time",
      value: "5400",
    });
    expect(rowOf(run("0"), "time-unlimited")?.origin).toBe("explicit");
    expect(rowOf(run(), "time-unlimited")?.origin).toBe("unknown");
    expect(codesOf(run())).toContain("info controller-default");
  });

  test("a run has the Task that it refers to, its own account and its workspaces", () => {
    const run = tekton("TaskRun", {
      taskRef: { name: "t" },
      serviceAccountName: "builder",
      podTemplate: { hostNetwork: true, automountServiceAccountToken: false },
      workspaces: [{ name: "source", secret: { secretName: "deploy-key" } }],
    });
    const result = deriveObjects(run, tekton("Task", task));
    const own = (id: string) => rowsOf(result, id).filter((row) => row.workload === "TaskRun n/t");
    expect(own("secret-volume").map((row) => [row.container, row.anchor])).toEqual([
      ["build", "deploy-key"],
      ["push", "deploy-key"],
    ]);
    expect(own("host-network")).toHaveLength(1);
    expect(own("k8s-api-token")).toEqual([]);
    expect(idsOf(result, "Task n/t")).not.toContain("host-network");
    expect(rowsOf(result, "k8s-sa-default").map((row) => [row.workload, row.origin])).toEqual([
      ["Task n/t", "unknown"],
    ]);
  });

  test("a workspace that a sidecar names is its alone", () => {
    const spec = { ...task, sidecars: [{ ...task.sidecars[0], workspaces: [{ name: "source" }] }] };
    const run = { taskSpec: spec, workspaces: [{ name: "source", secret: { secretName: "s" } }] };
    const result = deriveObjects(tekton("TaskRun", run));
    expect(rowsOf(result, "secret-volume").map((row) => row.container)).toEqual(["server"]);
  });

  test("limits of a run hold for the pod, or for the step they name", () => {
    const result = deriveObjects(
      tekton("TaskRun", {
        taskSpec: task,
        computeResources: { limits: { memory: "1Gi" } },
        stepSpecs: [{ name: "push", computeResources: { limits: { cpu: "1" } } }],
      }),
    );
    expect(rowsOf(result, "memory-unlimited")).toEqual([]);
    expect(rowsOf(result, "cpu-unlimited").map((row) => row.container)).toEqual(["build", "server"]);
  });

  test("a task or step that is not in the input is said", () => {
    const missing = deriveObjects(tekton("TaskRun", { taskRef: { name: "elsewhere" } }));
    expect(codesOf(missing)).toContain("warning template-not-supplied");
    const action = { steps: [{ name: "s", ref: { name: "act" } }] };
    expect(codesOf(deriveObjects(tekton("Task", action)))).toContain("warning template-not-supplied");
    const given = deriveObjects(
      tekton("Task", action),
      tekton("StepAction", { image: "acted", securityContext: { privileged: true } }, "act"),
    );
    expect(codesOf(given)).not.toContain("warning template-not-supplied");
    expect(rowOf(given, "privileged")?.container).toBe("s");
  });
});

const argo = (spec: object, kind = "Workflow", name = "w") => ({
  apiVersion: "argoproj.io/v1alpha1",
  kind,
  metadata: { name, namespace: "n" },
  spec,
});

describe("Argo Workflows", () => {
  test("each template that runs containers is a pod, its containers named after it", () => {
    const result = deriveObjects(
      argo({
        templates: [
          { name: "order", steps: [[{ name: "one", template: "build" }]] },
          {
            name: "build",
            container: { image: "a" },
            initContainers: [{ name: "fetch", image: "b" }],
            sidecars: [{ name: "dind", image: "c" }],
          },
          { name: "run", script: { image: "d", source: "true" } },
          { name: "set", containerSet: { containers: [{ name: "x", image: "e" }] } },
        ],
      }),
    );
    expect(result.workloads).toHaveLength(1);
    expect(rolesOf(result)).toEqual([
      "main build",
      "sidecar build/dind",
      "init build/fetch",
      "main run",
      "main set/x",
    ]);
  });

  test("what a template writes counts more than what the workflow does", () => {
    const result = deriveObjects(
      argo({
        serviceAccountName: "whole",
        securityContext: { runAsUser: 1000 },
        templates: [
          { name: "a", container: { image: "a" } },
          {
            name: "b",
            serviceAccountName: "part",
            securityContext: { runAsUser: 0 },
            container: { image: "a" },
          },
        ],
      }),
    );
    expect(rowsOf(result, "k8s-api-token").map((row) => row.anchor)).toEqual(["whole", "part"]);
    expect(rowsOf(result, "run-as-root").map((row) => row.container)).toEqual(["b"]);
  });

  test("the executor's account is held, and said to be the executor's", () => {
    const result = deriveObjects(
      argo({
        automountServiceAccountToken: false,
        executor: { serviceAccountName: "exec" },
        templates: [{ name: "a", container: { image: "a" } }],
      }),
    );
    expect(rowsOf(result, "k8s-api-token").map((row) => [row.anchor, row.limits])).toEqual([
      ["exec", ["in the executor's containers only"]],
    ]);
  });

  test("a podSpecPatch is said; silence under it is unknown, and what it asks for is looked for", () => {
    const spec = (podSpecPatch?: string) =>
      deriveObjects(argo({ templates: [{ name: "a", container: { image: "a" }, podSpecPatch }] }));
    const patched = spec('{"containers":[{"name":"main","securityContext":{"privileged":true}}]}');
    expect(codesOf(patched)).toContain("warning pod-spec-patch");
    expect(rowOf(patched, "memory-unlimited")?.origin).toBe("unknown");
    expect(rowOf(patched, "nested-config")?.anchor).toBe("podSpecPatch a");
    expect(rowOf(spec("nodeSelector: { a: b }"), "nested-config")).toBeUndefined();
    expect(rowOf(spec(), "memory-unlimited")?.origin).toBe("default");
  });

  test("a manifest that it makes is named, and searched for privileges", () => {
    const made = (manifest: string) =>
      deriveObjects(argo({ templates: [{ name: "make", resource: { action: "create", manifest } }] }));
    expect(codesOf(made("kind: ConfigMap"))).toContain("warning resource-template");
    expect(idsOf(made("kind: ConfigMap"))).not.toContain("nested-config");
    expect(idsOf(made("kind: Pod\nspec:\n  hostPID: true\n"))).toContain("nested-config");
  });

  test("parameters in a script or after sh -c are code; in a plain argument they are not", () => {
    const anchors = (template: object) =>
      rowsOf(deriveObjects(argo({ templates: [{ name: "a", ...template }] })), "code-from-config").map(
        (row) => row.anchor,
      );
    const shell = {
      image: "a",
      command: ["sh", "-c"],
      args: ["echo {{inputs.parameters.text}} {{=workflow.parameters['other']}}"],
    };
    expect(anchors({ container: shell })).toEqual(["parameter text", "parameter other"]);
    expect(anchors({ script: { image: "a", source: "{{workflow.parameters.code}}" } })).toEqual([
      "parameter code",
    ]);
    expect(anchors({ container: { image: "a", args: ["{{inputs.parameters.text}}"] } })).toEqual([]);
  });

  test("time and retries are the workflow's, or each template's", () => {
    const spec = { templates: [{ name: "a", container: { image: "a" }, retryStrategy: { limit: "3" } }] };
    expect(rowOf(deriveObjects(argo(spec)), "time-unlimited")?.container).toBe("a");
    const whole = deriveObjects(argo({ ...spec, activeDeadlineSeconds: 60 }));
    expect(whole.bounds).toEqual([
      { workload: "Workflow n/w", container: null, resource: "time", value: "60" },
    ]);
    expect(rowOf(whole, "restart-amplification")?.extent).toEqual(["3"]);
  });

  test("templates of other objects are followed, and missing ones are said", () => {
    const shared = argo(
      { templates: [{ name: "a", container: { image: "a", securityContext: { privileged: true } } }] },
      "WorkflowTemplate",
      "shared",
    );
    const whole = argo({ workflowTemplateRef: { name: "shared" }, serviceAccountName: "own" });
    const step = argo({
      templates: [{ name: "s", steps: [[{ name: "x", templateRef: { name: "shared", template: "a" } }]] }],
    });
    const privileged = (...objects: Parameters<typeof deriveObjects>) =>
      rowsOf(deriveObjects(...objects), "privileged").map((row) => [row.workload, row.container]);
    expect(privileged(whole, shared)).toContainEqual(["Workflow n/w", "a"]);
    expect(privileged(step, shared)).toContainEqual(["Workflow n/w", "shared/a"]);
    for (const alone of [whole, step])
      expect(codesOf(deriveObjects(alone))).toContain("warning template-not-supplied");
  });

  test.each([
    ["CronWorkflow", { workflowSpec: { templates: [{ name: "a", container: { image: "a" } }] } }],
    ["WorkflowTemplate", { templates: [{ name: "a", container: { image: "a" } }] }],
  ])("%s has pods too", (kind, spec) => {
    expect(rolesOf(deriveObjects(argo(spec, kind)))).toEqual(["main a"]);
  });

  test("a ClusterWorkflowTemplate belongs to no namespace, so no policy of one closes it", () => {
    const template = argo(
      { templates: [{ name: "a", container: { image: "a" } }] },
      "ClusterWorkflowTemplate",
    );
    const deny = policy({ policyTypes: ["Ingress", "Egress"] });
    const result = deriveObjects(template, deny);
    expect(result.workloads[0]?.ref).toBe("ClusterWorkflowTemplate w");
    expect(idsOf(result)).toContain("egress-any");
  });
});

describe("Knative, OpenShift and agent-sandbox", () => {
  const knative = (labels: object, template: object = {}) => ({
    apiVersion: "serving.knative.dev/v1",
    kind: "Service",
    metadata: { name: "k", namespace: "n", labels },
    spec: { template: { spec: { containers: [{ image: "a" }], ...template } } },
  });

  test("a Knative Service is a workload; what Knative may fill in is unknown", () => {
    const result = deriveObjects(knative({}));
    expect(result.workloads).toEqual([
      { ref: "Service n/k", containers: [{ name: "user-container", role: "main" }] },
    ]);
    expect(rowOf(result, "memory-unlimited")?.origin).toBe("unknown");
    expect(rowOf(result, "seccomp-unconfined")?.origin).toBe("unknown");
    expect(rowOf(result, "writable-rootfs")?.origin).toBe("default");
    expect(codesOf(result)).toContain("info controller-default");
  });

  test("it has a route from outside unless its label keeps it in the cluster", () => {
    expect(rowOf(deriveObjects(knative({})), "ingress-exposed")?.origin).toBe("unknown");
    const local = knative({ "networking.knative.dev/visibility": "cluster-local" });
    expect(rowOf(deriveObjects(local), "ingress-exposed")).toBeUndefined();
  });

  test("a Service of the core beside it is not taken for it", () => {
    const service = core("Service", "k", { spec: { type: "LoadBalancer", selector: { app: "other" } } });
    const result = deriveObjects(knative({}), service);
    expect(codesOf(result)).not.toContain("warning duplicate-object");
    expect(result.workloads).toHaveLength(1);
  });

  test("a route of OpenShift leads to a DeploymentConfig's Service", () => {
    const config = {
      apiVersion: "apps.openshift.io/v1",
      kind: "DeploymentConfig",
      metadata: { name: "d", namespace: "n" },
      spec: {
        template: { metadata: { labels: { app: "d" } }, spec: { containers: [{ name: "c", image: "a" }] } },
      },
    };
    const service = core("Service", "s", { spec: { selector: { app: "d" } } });
    const route = {
      apiVersion: "route.openshift.io/v1",
      kind: "Route",
      metadata: { name: "r", namespace: "n" },
      spec: { host: "d.example.com", to: { kind: "Service", name: "s" } },
    };
    expect(rowOf(deriveObjects(config, service, route), "ingress-exposed")).toMatchObject({
      workload: "DeploymentConfig n/d",
      anchor: "Route r",
      extent: ["d.example.com"],
    });
    expect(rowOf(deriveObjects(config, service), "ingress-exposed")).toBeUndefined();
  });

  const template = (more: object = {}) => ({
    apiVersion: "extensions.agents.x-k8s.io/v1alpha1",
    kind: "SandboxTemplate",
    metadata: { name: "t", namespace: "n" },
    spec: { podTemplate: { spec: { containers: [{ name: "c", image: "a" }] } }, ...more },
  });

  test("what the sandbox controller fills in is unknown; told to make no policy, the network is open", () => {
    const result = deriveObjects(template());
    expect(rowOf(result, "egress-any")?.origin).toBe("unknown");
    expect(rowOf(result, "k8s-api-token")?.origin).toBe("unknown");
    const unmanaged = deriveObjects(template({ networkPolicyManagement: "Unmanaged" }));
    expect(rowOf(unmanaged, "egress-any")?.origin).toBe("default");
    expect(rowOf(unmanaged, "k8s-api-token")?.origin).toBe("unknown");
  });

  test("a claim of a template that is elsewhere says so", () => {
    const claim = {
      apiVersion: "extensions.agents.x-k8s.io/v1alpha1",
      kind: "SandboxClaim",
      metadata: { name: "c", namespace: "n" },
      spec: { sandboxTemplateRef: { name: "t" } },
    };
    expect(codesOf(deriveObjects(claim))).toContain("warning template-not-supplied");
    expect(codesOf(deriveObjects(claim, template()))).not.toContain("warning template-not-supplied");
  });

  test("items without a kind are said, and a list without one is a list", () => {
    expect(codesOf(deriveTexts('{"apiVersion":"v1","kind":"List","items":[{"spec":{}}]}'))).toContain(
      "error no-kind",
    );
    const bare = deriveTexts(
      '{"items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[]}}]}',
    );
    expect(bare.workloads.map(({ ref }) => ref)).toEqual(["Pod default/a"]);
  });
});

describe("what several pods of one workload hold together", () => {
  test("is as sure as the surest of them, in whatever order they stand", () => {
    const open = { name: "a", container: { image: "a" } };
    const patched = { name: "b", container: { image: "b" }, podSpecPatch: "hostUsers: false" };
    for (const templates of [
      [open, patched],
      [patched, open],
    ])
      expect(rowOf(deriveObjects(argo({ templates })), "no-user-namespace")?.origin).toBe("default");
  });
});
