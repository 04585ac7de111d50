import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isQuietKind, templatePath } from "@/lib/authority/kubernetes/kinds";
import { unpack } from "@/lib/authority/server/archive/unpack";
import { deriveUnpacked } from "@/lib/authority/server/derive-unpacked";
import { kubernetesCommands } from "@/lib/cli/capture/collect-kubernetes";
import { BINDINGS, CLUSTER_WIDE, NAMESPACED, ROLES } from "@/lib/cli/capture/kubernetes-kinds";
import { isRead } from "@/lib/cli/capture/read-only-command";
import { run } from "@/lib/cli/collect";
import { runCommand } from "../../support/command";

let answers = "";
let file = "";
const before = { ...process.env };
beforeAll(() => {
  const programs = fileURLToPath(new URL("../../support/programs", import.meta.url));
  process.env.PATH = `${programs}:${process.env.PATH}`;
  process.env.CORDON_TOKEN = "cordon_secret_token";
});
beforeEach(async () => {
  answers = await mkdtemp(join(tmpdir(), "cordon-collect-"));
  process.env.STAND_IN_ANSWERS = answers;
  file = join(answers, "capture.tar.gz");
  await writeFile(
    join(answers, "namespaces.yaml"),
    "apiVersion: v1\nkind: Namespace\nmetadata: {name: runner}\n",
  );
  return () => rm(answers, { recursive: true });
});
afterAll(() => {
  process.env = before;
});

const collect = (...args: string[]) => runCommand((io) => run(args, io));
const answer = (name: string, text: string) => writeFile(join(answers, name), text);
const asked = async () =>
  (await readFile(join(answers, "asked.txt"), "utf8").catch(() => "")).split("\n").filter(Boolean);
const captured = async () => unpack([{ name: "capture.tar.gz", bytes: await readFile(file) }]);

const DEPLOYMENTS = `apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: runner
    namespace: runner
    annotations:
      kubectl.kubernetes.io/last-applied-configuration: '{"env":"hunter2-annotated"}'
  spec:
    selector: {matchLabels: {app: runner}}
    template:
      metadata: {labels: {app: runner}}
      spec:
        serviceAccountName: runner
        containers:
        - name: runner
          image: registry.example/runner:1
          env:
          - {name: DB_PASSWORD, value: hunter2-literal}
`;

const binding = (
  name: string,
  namespace: string,
  role: string,
  subject: string,
) => `- apiVersion: rbac.authorization.k8s.io/v1
  kind: RoleBinding
  metadata: {name: ${name}, namespace: ${namespace}}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: ${role}}
  subjects: [${subject}]
`;
const role = (
  name: string,
  namespace: string,
  resource: string,
) => `- apiVersion: rbac.authorization.k8s.io/v1
  kind: Role
  metadata: {name: ${name}, namespace: ${namespace}}
  rules: [{apiGroups: [""], resources: [${resource}], verbs: [create]}]
`;
const OURS = "{kind: ServiceAccount, name: runner, namespace: runner}";
const BINDING_LIST = `apiVersion: v1\nkind: List\nitems:\n${[
  binding("here", "runner", "here", "{kind: User, name: ada}"),
  binding("there", "jobs", "there", OURS),
  binding("foreign", "jobs", "foreign", "{kind: ServiceAccount, name: other, namespace: jobs}"),
].join("")}`;
const ROLE_LIST = `apiVersion: v1\nkind: List\nitems:\n${[
  role("here", "runner", "pods"),
  role("there", "jobs", "pods"),
  role("foreign", "jobs", "secrets"),
].join("")}`;

describe("cordon collect kubernetes", () => {
  test("prints the commands and runs none of them", async () => {
    const { status, out, err } = await collect("kubernetes", "--namespace", "runner", "--context", "a b");
    expect(status).toBe(0);
    expect(out).toContain("kubectl get deployments.apps --namespace=runner --output=yaml '--context=a b'\n");
    expect(out).toContain("kubectl get clusterrolebindings.rbac.authorization.k8s.io --output=yaml");
    expect(err).toContain("Nothing was run");
    expect(await asked()).toEqual([]);
  });

  test("asks for every kind that is read, for no Secret, and only by verbs that read", () => {
    const { get, cluster } = kubernetesCommands({
      namespace: "n",
      context: "c",
      environment: null,
      by: null,
    });
    for (const command of [...cluster, ...get.map((one) => one.command)]) {
      expect(isRead(command)).toBe(true);
      expect(command.join(" ")).not.toMatch(/secret/i);
    }
    expect(isRead(["kubectl", "delete", "pods"])).toBe(false);
    expect(isRead(["kubectl", "--context=x", "get"])).toBe(false);
    expect(isRead(["docker", "container", "exec"])).toBe(false);
    const kinds = new Set([...NAMESPACED, ...CLUSTER_WIDE, ...BINDINGS, ...ROLES].map(({ kind }) => kind));
    const known = [
      "Pod PodTemplate Deployment StatefulSet DaemonSet ReplicaSet ReplicationController Job CronJob",
      "DeploymentConfig Sandbox SandboxTemplate Service ServiceAccount ConfigMap PersistentVolumeClaim",
      "PersistentVolume LimitRange ResourceQuota NetworkPolicy Ingress Role ClusterRole RoleBinding",
      "ClusterRoleBinding RuntimeClass Task TaskRun Workflow WorkflowTemplate CronWorkflow HTTPRoute Gateway",
    ].flatMap((line) => line.split(" "));
    for (const kind of known) expect(kinds, kind).toContain(kind);
    for (const kind of ["Deployment", "Sandbox"]) expect(templatePath(kind, "")).not.toBeNull();
    expect(isQuietKind("Secret", "v1")).toBe(true);
    expect(kinds).not.toContain("Secret");
  });

  test("--run packs what was printed, redacted, with where it comes from, for its owner alone", async () => {
    await answer("deployments.apps.yaml", DEPLOYMENTS);
    const { status, out } = await collect("kubernetes", "--namespace", "runner", "--run", file);
    expect(status, out).toBe(0);
    expect(out).toContain("2 values that may be secret were replaced");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(gunzipSync(await readFile(file)).toString("latin1")).not.toContain("hunter2");
    const { capture, files, notes } = await captured();
    expect(files.map(({ name }) => name)).toEqual([
      "cluster/namespace.yaml",
      "namespace/deployments.apps.yaml",
    ]);
    expect(notes).toEqual([]);
    expect(capture).toMatchObject({
      of: "kubernetes",
      by: null,
      environment: null,
      context: "admin@prod",
      cluster: "prod-eu",
      namespace: "runner",
      versions: { kubectl: "v1.34.1", server: "v1.34.0" },
    });
    const kept = capture?.commands.find((command) => command.file === "namespace/deployments.apps.yaml");
    expect(kept).toMatchObject({ exitCode: 0, outcome: "kept", digest: expect.stringMatching(/^sha256:/) });
    expect(kept?.arguments).toEqual([
      "kubectl",
      "get",
      "deployments.apps",
      "--namespace=runner",
      "--output=yaml",
    ]);
  });

  test("grants what the cluster's own text grants", async () => {
    await answer("deployments.apps.yaml", DEPLOYMENTS);
    await collect("kubernetes", "--namespace", "runner", "--run", file);
    const bytes = await readFile(file);
    const { result } = await deriveUnpacked({ path: "x", files: [{ name: "c.tar.gz", bytes }] });
    const given = { name: "d.yaml", bytes: Buffer.from(DEPLOYMENTS) };
    const direct = await deriveUnpacked({ path: "x", files: [given] });
    expect(result.authorityDigest).toBe(direct.result.authorityDigest);
    expect(result.notes.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("a missing right for a kind is said and recorded, and the rest is captured", async () => {
    await answer("deployments.apps.yaml", DEPLOYMENTS);
    await answer("networkpolicies.networking.k8s.io.forbidden", "");
    const { status, err, out } = await collect("kubernetes", "--namespace", "runner", "--run", file);
    expect(status).toBe(0);
    expect(err).toContain("networkpolicies.networking.k8s.io: forbidden");
    expect(out).toContain("1 commands were refused or failed");
    const { capture, notes } = await captured();
    const refused = capture?.commands.filter(({ outcome }) => outcome === "forbidden");
    expect(refused).toEqual([expect.objectContaining({ exitCode: 1 })]);
    expect(notes).toEqual([expect.objectContaining({ level: "warning", code: "capture-incomplete" })]);
    // Kinds that the cluster does not know are no loss.
    expect(capture?.commands.some(({ outcome }) => outcome === "absent")).toBe(true);
  });

  test("keeps the rights that concern the namespace, from wherever they come, and no others", async () => {
    await answer("deployments.apps.yaml", DEPLOYMENTS);
    await answer("rolebindings.rbac.authorization.k8s.io.yaml", BINDING_LIST);
    await answer("roles.rbac.authorization.k8s.io.yaml", ROLE_LIST);
    await collect("kubernetes", "--namespace", "runner", "--run", file);
    const { files, capture } = await captured();
    const rights = files.filter(({ name }) => name.startsWith("rights/"));
    expect(rights).toHaveLength(2);
    for (const { bytes } of rights) {
      const text = Buffer.from(bytes).toString("utf8");
      expect(text).toContain("name: here");
      expect(text).toContain("name: there");
      expect(text).not.toContain("foreign");
    }
    const changes = capture?.commands.flatMap((command) => command.changes ?? []);
    expect(changes).toContain("2 of 3 items kept: those that concern the namespace");
    const bytes = await readFile(file);
    const { result } = await deriveUnpacked({ path: "x", files: [{ name: "c.tar.gz", bytes }] });
    expect(result.capabilities.map(({ id }) => id)).toContain("rbac-workload-create");
  });

  test("where only the namespace may be looked at, its own roles are asked for, and the rest is said", async () => {
    await answer("own-namespace-only", "");
    await answer("rolebindings.rbac.authorization.k8s.io.yaml", BINDING_LIST);
    const { status, err } = await collect("kubernetes", "--namespace", "runner", "--run", file);
    expect(status).toBe(0);
    expect(err).toContain("rolebindings.rbac.authorization.k8s.io: forbidden");
    expect(await asked()).toContain(
      "get rolebindings.rbac.authorization.k8s.io --namespace=runner --output=yaml",
    );
    expect((await captured()).notes.map(({ code }) => code)).toContain("capture-incomplete");
  });

  test("says who captured only when asked, and hands Cordon's own secrets to nobody", async () => {
    await collect(
      "kubernetes",
      "--namespace",
      "runner",
      "--run",
      file,
      "--who",
      "--environment",
      "production",
    );
    const { capture } = await captured();
    expect(capture?.by).toMatch(/^[^@]+@[^@]+$/);
    expect(capture?.environment).toBe("production");
    const env = await readFile(join(answers, "env.txt"), "utf8");
    expect(env).toContain("STAND_IN_ANSWERS");
    expect(env).not.toContain("CORDON_TOKEN");
  });

  test("a cluster that cannot be reached is an error, and no file is left", async () => {
    await answer("unreachable", "");
    const { status, err } = await collect("kubernetes", "--namespace", "runner", "--run", file);
    expect(status).toBe(1);
    expect(err).toContain("Unable to connect to the server");
    await expect(stat(file)).rejects.toThrow();
  });

  test("a file that is there already is not written over", async () => {
    await writeFile(file, "mine");
    const { status, err } = await collect("kubernetes", "--namespace", "runner", "--run", file);
    expect(status).toBe(1);
    expect(err).toContain("is there already");
    expect(await readFile(file, "utf8")).toBe("mine");
  });

  test.each([
    [[]],
    [["podman"]],
    [["kubernetes"]],
    [["kubernetes", "--namespace", "-o"]],
    [["kubernetes", "--namespace", "a;b"]],
    [["kubernetes", "--namespace", "a", "extra"]],
    [["kubernetes", "--namespace", "a", "--strange"]],
    [["docker"]],
    [["docker", "--all", "web"]],
    [["docker", "--all", "--namespace", "a"]],
    [["docker", "we;b"]],
  ])("%j is wrong use", async (args) => {
    const { status, err } = await collect(...args);
    expect(status).toBe(2);
    expect(err).toContain("Usage:");
    expect(await asked()).toEqual([]);
  });
});

const CONTAINERS = [
  {
    Id: "c1",
    Name: "/web",
    Image: "sha256:1111",
    Config: { Image: "registry.example/web:1", Env: ["DB_PASSWORD=hunter2-env", "LEVEL=info"] },
    HostConfig: { NetworkMode: "front", Privileged: true, Binds: ["/var/log:/logs"] },
    Mounts: [
      { Type: "volume", Name: "data", Source: "/v/data", Destination: "/data", RW: true },
      { Type: "bind", Source: "/var/log", Destination: "/logs", RW: true },
    ],
    NetworkSettings: { Networks: { front: { NetworkID: "n1" } } },
  },
];

describe("cordon collect docker", () => {
  beforeEach(async () => {
    await answer("containers.json", JSON.stringify(CONTAINERS));
    await answer(
      "images.json",
      JSON.stringify([{ Id: "sha256:1111", RepoTags: ["registry.example/web:1"] }]),
    );
    await answer("networks.json", JSON.stringify([{ Id: "n1", Name: "front", Internal: false }]));
    await answer("volumes.json", JSON.stringify([{ Name: "data", Driver: "local" }]));
  });

  test("prints the commands as a shell takes them, and runs none of them", async () => {
    const { status, out } = await collect("docker", "web", "db");
    expect(status).toBe(0);
    expect(out).toContain("docker container inspect -- web db\n");
    expect(out).toContain(
      "docker image inspect -- $(docker container inspect --format '{{.Image}}' -- web db | sort -u)\n",
    );
    expect((await collect("docker", "--all")).out).toContain("docker ps --all --quiet --no-trunc\n");
    expect(await asked()).toEqual([]);
  });

  test("--run inspects containers and what they use, and writes no literal of the environment", async () => {
    const { status, err } = await collect("docker", "web", "--run", file);
    expect(status, err).toBe(0);
    expect(await asked()).toEqual([
      "version --format {{json .}}",
      "context show",
      "container inspect -- web",
      "image inspect -- sha256:1111",
      "network inspect -- front",
      "volume inspect -- data",
    ]);
    const text = gunzipSync(await readFile(file)).toString("latin1");
    expect(text).not.toContain("hunter2");
    const { capture, files, notes } = await captured();
    expect(files.map(({ name }) => name)).toEqual(["docker-inspect.json"]);
    expect(capture).toMatchObject({
      of: "docker",
      context: "default",
      versions: { docker: "29.1.0", server: "29.0.2" },
    });
    expect(notes).toEqual([]);
    const bytes = await readFile(file);
    const { result } = await deriveUnpacked({ path: "x", files: [{ name: "c.tar.gz", bytes }] });
    expect(result.notes.filter(({ level }) => level === "error")).toEqual([]);
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["container web"]);
    expect(result.capabilities.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["privileged", "host-path-rw", "secret-literal"]),
    );
  });

  test("a container that is not there is said; the others are captured", async () => {
    const { status, err } = await collect("docker", "--all", "--run", file);
    expect(status).toBe(0);
    expect(err).toContain("No such container: db");
    expect((await captured()).notes.map(({ code }) => code)).toEqual(["capture-incomplete"]);
  });

  test("nothing that could be inspected is an error", async () => {
    const { status, err } = await collect("docker", "nobody", "--run", file);
    expect(status).toBe(1);
    expect(err).toContain("No such container: nobody");
  });
});
