import { describe, expect, test } from "vitest";
import { codesOf, deriveTexts, rowOf } from "./from-text";
import { closedBut } from "./polyaxon-operation";

const OLD = `version: 0.6
kind: component
name: old
environment:
  service_account: runner
  image_pull_secrets: [regcred]
  resources: { limits: { cpu: 2 }, requests: { cpu: 1 } }
  env_vars: { API_TOKEN: abc123def456 }
  security_context: { run_as_user: 0 }
container:
  image: my/image
  command: train
  volume_mounts: { name: v, mount_path: /data, read_only: true }
volumes:
- name: v
  host_path: { path: /etc }
`;

describe("spellings and shapes", () => {
  test("version 0.6 says the same in snake case, with less nesting", () => {
    const result = deriveTexts(OLD);
    expect(result.format).toBe("polyaxon");
    const ids = result.capabilities.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(["registry-build-credentials", "secret-literal", "run-as-root", "host-path-ro"]),
    );
    expect(ids).not.toContain("k8s-sa-default");
    expect(ids).not.toContain("cpu-unlimited");
    expect(rowOf(result, "host-path-ro")?.source.pointer).toBe("/volumes/0/host_path");
    expect(result.bounds).toContainEqual({
      workload: "component old",
      container: "main",
      resource: "cpu",
      value: "2",
    });
  });

  test("a distributed run has a container for each role", () => {
    const role = (image: string, limits: object) => ({
      replicas: 2,
      container: { image, resources: { limits } },
    });
    const text = closedBut({ run: { kind: "tfjob", worker: role("w", {}), ps: role("p", { cpu: 3 }) } });
    const result = deriveTexts(text);
    expect(result.workloads).toEqual([
      {
        ref: "component train",
        containers: [
          { name: "ps", role: "main" },
          { name: "worker", role: "main" },
        ],
      },
    ]);
    expect(rowOf(result, "cpu-unlimited")?.container).toBe("worker");
    expect(rowOf(result, "cpu-unlimited", "ps")).toBeUndefined();
  });

  test("each operation of a graph is a workload, with the graph's environment", () => {
    const result = deriveTexts(
      closedBut({
        run: {
          kind: "dag",
          environment: { hostNetwork: true },
          components: [{ name: "c", run: { kind: "job", container: { image: "a" } } }],
          operations: [
            { name: "one", dagRef: "c" },
            { name: "two", component: { run: { kind: "job", container: { image: "b" } } } },
          ],
        },
      }),
    );
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["operation train.one", "operation train.two"]);
    const hosts = result.capabilities
      .filter(({ id }) => id === "host-network")
      .map(({ workload }) => workload);
    expect(hosts).toEqual(["operation train.one", "operation train.two"]);
  });

  test("an operation is its component with its patch, whose lists come on top", () => {
    const run = {
      kind: "job",
      connections: ["a"],
      container: { image: "x", resources: { limits: { cpu: 1 } } },
    };
    const operation = {
      version: 1.1,
      kind: "operation",
      name: "go",
      component: { run },
      runPatch: { connections: ["b"], container: { resources: { limits: { memory: "1Gi" } } } },
    };
    const result = deriveTexts(JSON.stringify(operation));
    expect(result.bounds.map(({ resource }) => resource).sort()).toEqual(["cpu", "memory"]);
    const anchors = result.capabilities.filter(({ id }) => id === "secret-env").map(({ anchor }) => anchor);
    expect(anchors).toEqual(["connection a", "connection b"]);
    expect(rowOf(result, "image-mutable")?.workload).toBe("operation go");
  });

  test("a preset of the input is laid over what names it, and is no workload", () => {
    const preset = {
      version: 1.1,
      kind: "operation",
      name: "gpu",
      isPreset: true,
      runPatch: { environment: { tolerations: [{ key: "gpu", operator: "Exists" }] } },
      termination: { maxRetries: 2 },
    };
    const result = deriveTexts(closedBut({ presets: ["gpu"] }), JSON.stringify(preset));
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["component train"]);
    expect(rowOf(result, "priority-preempt")?.anchor).toBe("tolerates gpu");
    expect(rowOf(result, "restart-amplification")?.target).toBe("up to 2 times");
    expect(codesOf(result)).toContain("info preset");
  });
});

describe("a preset in Kubernetes' words", () => {
  const preset = (fields: object) =>
    JSON.stringify({ version: 1.1, kind: "operation", name: "gpu", isPreset: true, ...fields });
  const run = { kind: "job", environment: { hostNetwork: true }, container: { image: "own" } };

  test("is laid over each replica of a distributed run, in either spelling", () => {
    const replica = (image: string) => ({ container: { image }, environment: { serviceAccountName: image } });
    const text = closedBut({
      presets: "gpu",
      run: { kind: "tfjob", worker: replica("w"), ps: replica("p") },
    });
    const result = deriveTexts(
      text,
      preset({
        runPatch: {
          environment: { host_pid: true },
          container: { security_context: { privileged: true } },
          volumes: [{ name: "v", hostPath: { path: "/etc" } }],
        },
      }),
    );
    expect(rowOf(result, "host-pid")?.origin).toBe("explicit");
    expect(rowOf(result, "privileged", "ps")?.source.file).toBe("b.yaml");
    expect(rowOf(result, "privileged", "worker")?.source.file).toBe("b.yaml");
    expect(rowOf(result, "host-path-ro")?.access).toBe("declared");
    expect(
      result.capabilities.filter(({ id }) => id === "k8s-api-token").map(({ anchor }) => anchor),
    ).toEqual(["p", "w"]);
  });

  test.each([
    ["post_merge", false, "new"],
    ["pre_merge", true, "own"],
    ["replace", false, "new"],
    ["isnull", true, "own"],
  ])("with the strategy %s", (patchStrategy, onHost, image) => {
    const text = closedBut({ presets: ["gpu"], run });
    const runPatch = { environment: { hostNetwork: false }, container: { image: "new" } };
    const result = deriveTexts(text, preset({ patchStrategy, runPatch }));
    expect(rowOf(result, "host-network") !== undefined).toBe(onHost);
    expect(rowOf(result, "image-mutable")?.target).toBe(image);
  });

  test("that nobody names grants nothing, and a secret in it is said all the same", () => {
    const result = deriveTexts(
      preset({ runPatch: { container: { env: [{ name: "API_TOKEN", value: "abc123def456" }] } } }),
    );
    expect(result.workloads).toEqual([]);
    expect(result.capabilities.map(({ id, workload }) => [id, workload])).toEqual([
      ["secret-literal", "operation gpu"],
    ]);
    expect(codesOf(result)).toContain("warning no-workload");
  });
});

describe("what an operation does not say", () => {
  test.each([
    ["a preset that is not in the input", { presets: ["gpu"] }, "warning preset-not-supplied"],
    [
      "a component of the hub",
      { kind: "operation", run: undefined, hubRef: "acme/train" },
      "warning component-not-supplied",
    ],
    ["no container", { "run.container": undefined }, "warning no-container"],
    ["a graph without operations", { run: { kind: "dag", operations: [] } }, "warning no-operation"],
    ["no name", { name: undefined }, "info no-name"],
    ["hooks", { hooks: [{ hubRef: "slack" }] }, "info runs-beside"],
    ["what the agent adds", {}, "info added-by-agent"],
  ])("%s is said", (_, change, code) => {
    expect(codesOf(deriveTexts(closedBut(change)))).toContain(code);
  });
});
