import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { derive } from "@/lib/authority/derive";
import { kubernetesCommands } from "@/lib/cli/capture/collect-kubernetes";

const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const MANIFEST = /## Capturing what runs[\s\S]*?```yaml\n([\s\S]*?)```/.exec(README)?.[1] ?? "";

type Rule = { apiGroups: string[]; resources: string[]; verbs: string[] };
const rules = parseAllDocuments(MANIFEST)
  .map((document) => document.toJS() as { kind?: string; rules?: Rule[] })
  .find(({ kind }) => kind === "ClusterRole")!.rules!;

describe("the manifest of the README that captures every night", () => {
  const result = derive({ path: "x", files: [{ name: "readme.yaml", bytes: Buffer.from(MANIFEST) }] });
  const ids = new Set(result.capabilities.map(({ id }) => id));

  test("is read without a remark that it could not be", () => {
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["CronJob runner/cordon-capture"]);
    expect(result.notes.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("grants no reading of Secrets, and nothing else that writes or is privileged", () => {
    for (const id of ["rbac-secrets", "rbac-wildcard", "rbac-workload-create", "rbac-exec", "privileged"])
      expect([...ids]).not.toContain(id);
    expect(result.capabilities.filter(({ severity }) => severity === "critical")).toEqual([]);
  });

  test("allows only what collect asks for, and all of it", () => {
    expect(rules.flatMap(({ verbs }) => verbs).filter((verb) => !/^(get|list)$/.test(verb))).toEqual([]);
    const { get } = kubernetesCommands({ namespace: "runner", context: null, environment: null, by: null });
    const asked = new Set(get.map(({ command }) => command[2]!));
    for (const resource of asked) {
      const [name, ...group] = resource.split(".");
      const allowed = rules.some(
        ({ apiGroups, resources }) => apiGroups.includes(group.join(".")) && resources.includes(name!),
      );
      expect(allowed, resource).toBe(true);
    }
    const names = new Set([...asked].map((resource) => resource.split(".")[0]));
    for (const resource of rules.flatMap(({ resources }) => resources)) expect(names).toContain(resource);
  });

  test("hands the cluster's token to the one container and Cordon's to the other", () => {
    type Container = { name: string; volumeMounts: { name: string }[] };
    const job = parseAllDocuments(MANIFEST).at(-1)!;
    const pod = job.toJS().spec.jobTemplate.spec.template.spec as Record<string, Container[]>;
    const holders = [...pod.initContainers!, ...pod.containers!].filter(({ volumeMounts }) =>
      volumeMounts.some(({ name }) => name === "token"),
    );
    expect(holders.map(({ name }) => name)).toEqual(["capture"]);
    const secrets = result.capabilities.filter(({ target }) => target.includes("cordon-push"));
    expect(secrets.map(({ container }) => container)).toEqual(["push"]);
  });
});
