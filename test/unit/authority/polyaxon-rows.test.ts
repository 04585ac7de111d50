import { describe, expect, test } from "vitest";
import { deriveTexts, rowOf } from "./from-text";
import { closedBut } from "./polyaxon-operation";

const environment = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [`run.environment.${key}`, value]));
const context = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [`run.container.securityContext.${key}`, value]),
  );
const volume = (source: Record<string, unknown>, mount: Record<string, unknown> = {}) => ({
  "run.volumes": [{ name: "v", ...source }],
  "run.container.volumeMounts": [{ name: "v", mountPath: "/data", ...mount }],
});
const hostPath = (path: string, mount = {}) => volume({ hostPath: { path } }, mount);
const env = (name: string, value: string) => ({ "run.container.env": [{ name, value }] });
const EMPTY = volume({ emptyDir: {} });

/** For each id: what grants it, from what origin, and what does not. Source: Polyaxon's specification, Kubernetes' API. */
const ROWS: [id: string, grants: Record<string, unknown>, origin: string, not: Record<string, unknown>][] = [
  ["privileged", context({ privileged: true }), "explicit", context({ privileged: false })],
  ["cap-add", context({ "capabilities.add": ["SYS_PTRACE"] }), "explicit", {}],
  ["cap-default-set", context({ capabilities: undefined }), "default", {}],
  ["allow-privilege-escalation", context({ allowPrivilegeEscalation: undefined }), "default", {}],
  ["seccomp-unconfined", environment({ "securityContext.seccompProfile": undefined }), "default", {}],
  [
    "apparmor-unconfined",
    context({ appArmorProfile: { type: "Unconfined" } }),
    "explicit",
    context({ appArmorProfile: { type: "RuntimeDefault" } }),
  ],
  [
    "selinux-custom",
    context({ seLinuxOptions: { type: "spc_t" } }),
    "explicit",
    context({ seLinuxOptions: { type: "container_t" } }),
  ],
  ["proc-unmasked", context({ procMount: "Unmasked" }), "explicit", context({ procMount: "Default" })],
  [
    "sysctl-unsafe",
    environment({ "securityContext.sysctls": [{ name: "kernel.sem", value: "1" }] }),
    "explicit",
    environment({ "securityContext.sysctls": [{ name: "net.ipv4.tcp_syncookies", value: "1" }] }),
  ],
  ["host-pid", environment({ hostPID: true }), "explicit", environment({ hostPID: false })],
  ["host-pid", environment({ host_pid: true }), "explicit", {}],
  ["host-network", environment({ hostNetwork: true }), "explicit", environment({ hostNetwork: false })],
  ["host-uts-cgroupns", environment({ host_network: true }), "explicit", {}],
  ["no-user-namespace", {}, "default", { run: { kind: "dag", operations: [] } }],
  [
    "windows-hostprocess",
    environment({ "securityContext.windowsOptions": { hostProcess: true } }),
    "explicit",
    {},
  ],
  ["device-access", { "run.container.resources.limits": { "nvidia.com/gpu": 1 } }, "explicit", {}],
  ["run-as-root", environment({ "securityContext.runAsUser": 0 }), "explicit", {}],
  ["run-as-root", environment({ securityContext: undefined }), "unknown", {}],
  [
    "root-group",
    environment({ "securityContext.fsGroup": 0 }),
    "explicit",
    environment({ "securityContext.fsGroup": 5 }),
  ],
  ["writable-rootfs", context({ readOnlyRootFilesystem: undefined }), "default", {}],
  ["shared-kernel", {}, "unknown", { run: { kind: "dag", operations: [] } }],
  [
    "runtime-annotation-override",
    environment({ annotations: { "dev.gvisor.flag.x": "1" } }),
    "explicit",
    environment({ annotations: { x: "1" } }),
  ],
  ["runas-nonroot-without-uid", environment({ securityContext: { runAsNonRoot: true } }), "explicit", {}],
  [
    "localhost-profile-by-name",
    context({ seccompProfile: { type: "Localhost", localhostProfile: "a" } }),
    "explicit",
    {},
  ],
  ["drop-all-lowercase", context({ capabilities: { drop: ["all"] } }), "explicit", {}],
  ["host-path-ro", hostPath("/srv/data", { readOnly: true }), "explicit", EMPTY],
  ["host-path-rw", hostPath("/srv/data"), "explicit", hostPath("/srv/data", { readOnly: true })],
  ["host-path-sensitive", hostPath("/etc/kubernetes"), "explicit", hostPath("/srv/data")],
  ["runtime-socket", { "plugins.docker": true }, "explicit", { "plugins.docker": false }],
  ["runtime-socket", hostPath("/run/docker.sock"), "explicit", hostPath("/srv/data")],
  ["runtime-socket", { "plugins.docker": "{{ params.docker }}" }, "unknown", {}],
  ["runtime-api-tcp", env("DOCKER_HOST", "tcp://dind:2375"), "explicit", env("DOCKER_HOST", "unix:///x")],
  ["host-service-socket", hostPath("/run/dbus/system_bus_socket"), "explicit", hostPath("/srv/data")],
  [
    "mount-propagation",
    hostPath("/srv/data", { mountPropagation: "Bidirectional" }),
    "explicit",
    hostPath("/srv/data"),
  ],
  ["shared-volume", { "run.connections": ["data"] }, "unknown", {}],
  [
    "code-from-config",
    { "run.init": [{ git: { url: "https://git.example/a" } }] },
    "explicit",
    { "run.init": [{ connection: "data" }] },
  ],
  ["code-from-config", { "run.init": [{ file: { name: "run.sh", content: "echo" } }] }, "explicit", {}],
  ["secret-volume", volume({ secret: { secretName: "tls" } }), "explicit", EMPTY],
  ["gitrepo-volume", volume({ gitRepo: { repository: "https://git.example/a" } }), "explicit", EMPTY],
  ["external-volume-driver", volume({ nfs: { server: "s", path: "/p" } }), "explicit", EMPTY],
  ["image-mutable", { "run.container.image": "registry.example.com/a:1" }, "explicit", {}],
  ["image-source", {}, "explicit", { "run.container.image": undefined }],
  ["k8s-api-token", {}, "default", { run: { kind: "dag", operations: [] } }],
  ["k8s-sa-default", environment({ serviceAccountName: undefined }), "unknown", {}],
  ["k8s-sa-default", environment({ serviceAccountName: "default" }), "explicit", {}],
  ["cloud-identity", env("AWS_PROFILE", "prod"), "explicit", env("AWS_REGION", "x")],
  ["cloud-metadata", {}, "default", { run: { kind: "dag", operations: [] } }],
  [
    "secret-env",
    { "run.container.env": [{ name: "T", valueFrom: { secretKeyRef: { name: "s", key: "k" } } }] },
    "explicit",
    {},
  ],
  ["secret-env", { "run.container.envFrom": [{ secretRef: { name: "s" } }] }, "explicit", {}],
  ["secret-env", { "run.connections": ["data"] }, "unknown", {}],
  ["secret-literal", env("API_TOKEN", "abc123def456"), "explicit", env("LEVEL", "info")],
  ["registry-build-credentials", environment({ imagePullSecrets: ["regcred"] }), "explicit", {}],
  ["registry-build-credentials", environment({ image_pull_secrets: [{ name: "regcred" }] }), "explicit", {}],
  ["sandbox-control-key", { "plugins.auth": true }, "explicit", { "plugins.auth": false }],
  ["sandbox-control-key", { "plugins.auth": undefined }, "default", {}],
  ["egress-any", {}, "default", { run: { kind: "dag", operations: [] } }],
  ["cluster-lateral", {}, "default", { run: { kind: "dag", operations: [] } }],
  ["ingress-open", {}, "default", { run: { kind: "dag", operations: [] } }],
  ["ingress-exposed", { "run.kind": "service", "run.ports": [8888] }, "explicit", { "run.ports": [8888] }],
  ["host-gateway", environment({ hostAliases: [{ ip: "10.0.0.1", hostnames: ["a"] }] }), "explicit", {}],
  ["shared-netns", { "run.sidecars": [{ name: "proxy", image: "p" }] }, "default", {}],
  ["proxy-only-egress", env("HTTPS_PROXY", "http://proxy:3128"), "explicit", {}],
  ["cpu-unlimited", { "run.container.resources.limits.cpu": undefined }, "default", {}],
  ["memory-unlimited", { "run.container.resources.limits.memory": undefined }, "default", {}],
  ["pids-unlimited", {}, "default", { run: { kind: "dag", operations: [] } }],
  ["disk-unlimited", { "run.container.resources.limits.ephemeral-storage": undefined }, "default", {}],
  ["time-unlimited", { termination: undefined }, "default", {}],
  [
    "time-unlimited",
    { termination: { ttl: 10 } },
    "default",
    { termination: undefined, "run.activeDeadlineSeconds": 5 },
  ],
  ["restart-amplification", { "termination.maxRetries": 3 }, "explicit", { "termination.maxRetries": 0 }],
  [
    "restart-amplification",
    environment({ restartPolicy: "OnFailure" }),
    "explicit",
    environment({ restartPolicy: "Never" }),
  ],
  ["rlimits-shm-oom", { "plugins.shm": undefined }, "default", { "plugins.shm": false }],
  ["priority-preempt", environment({ tolerations: [{ operator: "Exists" }] }), "explicit", {}],
];

describe("a Polyaxon component", () => {
  test.each(ROWS)("%s: %j", (id, grants, origin, not) => {
    expect(rowOf(deriveTexts(closedBut(grants)), id)).toMatchObject({
      id,
      workload: "component train",
      origin,
    });
    expect(rowOf(deriveTexts(closedBut(not)), id)).toBeUndefined();
  });

  test("what a connection brings is attached, by name, and not to be told", () => {
    const rows = deriveTexts(closedBut({ "run.connections": ["data"] })).capabilities;
    expect(
      rows.filter(({ anchor }) => anchor === "connection data").map((row) => [row.id, row.authority]),
    ).toEqual([
      ["secret-env", "attached-connection"],
      ["shared-volume", "attached-connection"],
    ]);
  });

  test("a claim that two operations mount is shared", () => {
    const claim = volume({ persistentVolumeClaim: { claimName: "cache" } });
    const result = deriveTexts(closedBut(claim), closedBut({ ...claim, name: "test" }));
    const users = result.capabilities
      .filter(({ id }) => id === "shared-volume")
      .map(({ workload }) => workload);
    expect(users).toEqual(["component train", "component test"]);
    expect(rowOf(deriveTexts(closedBut(claim)), "shared-volume")).toBeUndefined();
  });
});
