import { describe, expect, test } from "vitest";
import type { Origin } from "@/lib/authority/schema";
import { inspected, type Members, network, OTHER_ID, on, other, volume } from "./docker-objects";
import { codesOf, deriveTexts, rowOf } from "./from-text";

const rowsOf = (...objects: Members[]) =>
  deriveTexts(JSON.stringify(objects)).capabilities.filter(({ workload }) => workload === "container c");

const bare = inspected();
/** An id, objects that grant it, its origin, and objects that do not. */
const CASES: [string, Members[], Origin, Members[]][] = [
  ["privileged", [inspected({ Privileged: true })], "explicit", [inspected({ Privileged: false })]],
  ["cap-add", [inspected({ CapAdd: ["CAP_SYS_ADMIN"] })], "explicit", [inspected({ CapAdd: null })]],
  [
    "cap-add",
    [inspected({}, {}, { BoundingCaps: ["CAP_SYS_TIME"] })],
    "explicit",
    [inspected({}, {}, { BoundingCaps: ["CAP_KILL"] })],
  ],
  ["cap-default-set", [bare], "default", [inspected({ CapDrop: ["ALL"] })]],
  [
    "cap-default-set",
    [inspected({}, {}, { EffectiveCaps: ["CAP_CHOWN"] })],
    "explicit",
    [inspected({}, {}, { EffectiveCaps: [] })],
  ],
  ["allow-privilege-escalation", [bare], "default", [inspected({ SecurityOpt: ["no-new-privileges"] })]],
  ["seccomp-unconfined", [inspected({ SecurityOpt: ["seccomp=unconfined"] })], "explicit", [bare]],
  [
    "seccomp-unconfined",
    [inspected({ SecurityOpt: ['seccomp={"defaultAction":"SCMP_ACT_ALLOW"}'] })],
    "explicit",
    [inspected({ SecurityOpt: ['seccomp={"defaultAction":"SCMP_ACT_ERRNO"}'] })],
  ],
  [
    "apparmor-unconfined",
    [inspected({}, {}, { AppArmorProfile: "unconfined" })],
    "explicit",
    [inspected({}, {}, { AppArmorProfile: "docker-default" })],
  ],
  [
    "selinux-custom",
    [inspected({}, {}, { ProcessLabel: "system_u:system_r:spc_t:s0" })],
    "explicit",
    [inspected({}, {}, { ProcessLabel: "system_u:system_r:container_t:s0" })],
  ],
  ["proc-unmasked", [inspected({ MaskedPaths: [] })], "explicit", [bare]],
  [
    "sysctl-unsafe",
    [inspected({ Sysctls: { "kernel.sem": "1" } })],
    "explicit",
    [inspected({ Sysctls: {} })],
  ],
  ["host-pid", [inspected({ PidMode: "host" })], "explicit", [inspected({ PidMode: "" })]],
  ["share-process-namespace", [inspected({ PidMode: `container:${OTHER_ID}` })], "explicit", [bare]],
  ["host-ipc", [inspected({ IpcMode: "host" })], "explicit", [inspected({ IpcMode: "private" })]],
  ["host-network", [inspected({ NetworkMode: "host" })], "explicit", [bare]],
  [
    "host-uts-cgroupns",
    [inspected({ CgroupnsMode: "host" })],
    "explicit",
    [inspected({ CgroupParent: "machine.slice" })],
  ],
  ["no-user-namespace", [bare], "default", [inspected({ IDMappings: { UidMap: ["0:1:65536"] } })]],
  [
    "device-access",
    [inspected({ Devices: [{ PathOnHost: "/dev/kvm" }] })],
    "explicit",
    [inspected({ Devices: [] })],
  ],
  [
    "device-access",
    [inspected({ DeviceRequests: [{ Count: -1, Capabilities: [["gpu"]] }] })],
    "explicit",
    [bare],
  ],
  ["run-as-root", [inspected({}, { User: "" })], "default", [bare]],
  ["root-group", [inspected({ GroupAdd: ["0"] })], "explicit", [inspected({ GroupAdd: ["1000"] })]],
  ["writable-rootfs", [bare], "default", [inspected({ ReadonlyRootfs: true })]],
  [
    "runtime-annotation-override",
    [inspected({ Annotations: { "dev.gvisor.flag.x": "1" } })],
    "explicit",
    [inspected({ Annotations: { a: "b" } })],
  ],
  [
    "debug-container",
    [inspected({}, {}, { ExecIDs: ["1"] })],
    "explicit",
    [inspected({}, {}, { ExecIDs: null })],
  ],
  ["host-path-rw", [inspected({ Binds: ["/srv:/a"] })], "explicit", [inspected({ Binds: ["/srv:/a:ro"] })]],
  [
    "host-path-ro",
    [inspected({}, {}, { Mounts: [{ Type: "bind", Source: "/srv", Destination: "/a", RW: false }] })],
    "explicit",
    [bare],
  ],
  [
    "host-path-sensitive",
    [inspected({ Binds: ["/etc:/a:ro"] })],
    "explicit",
    [inspected({ Binds: ["etc:/a"] })],
  ],
  [
    "runtime-socket",
    [inspected({ Binds: ["/run/docker.sock:/s:ro"] })],
    "explicit",
    [inspected({ Binds: ["/srv:/s"] })],
  ],
  [
    "runtime-api-tcp",
    [inspected({}, { Env: ["DOCKER_HOST=tcp://d:1"] })],
    "explicit",
    [inspected({}, { Env: ["A=b"] })],
  ],
  ["host-service-socket", [inspected({ Binds: ["/run/dbus:/d"] })], "explicit", [bare]],
  [
    "mount-propagation",
    [inspected({ Binds: ["/srv:/a:rshared"] })],
    "explicit",
    [inspected({ Binds: ["/srv:/a:rslave"] })],
  ],
  [
    "shared-volume",
    [inspected({}, {}, { Mounts: [volume("v")] }), { ...other, Mounts: [volume("v")] }],
    "explicit",
    [inspected({}, {}, { Mounts: [volume("v")] }), other],
  ],
  [
    "shared-volume",
    [inspected({ VolumesFrom: [OTHER_ID] }), other],
    "explicit",
    [inspected({ VolumesFrom: null })],
  ],
  [
    "external-volume-driver",
    [inspected({}, {}, { Mounts: [{ ...volume("v"), Driver: "rexray" }] })],
    "explicit",
    [inspected({}, {}, { Mounts: [{ ...volume("v"), Driver: "local" }] })],
  ],
  ["secret-volume", [inspected({}, { Secrets: [{ Name: "k" }] })], "explicit", [bare]],
  ["image-mutable", [inspected({}, { Image: "redis" })], "default", [bare]],
  ["image-source", [bare], "explicit", [inspected({}, { Image: `sha256:${"a".repeat(64)}` })]],
  ["k8s-api-token", [inspected({ Binds: ["/var/lib/kubelet/pods/x:/a"] })], "explicit", [bare]],
  [
    "cloud-identity",
    [inspected({}, { Env: ["AWS_ROLE_ARN=arn:aws:iam::1:role/x"] })],
    "explicit",
    [inspected({}, { Env: ["AWS_REGION=x"] })],
  ],
  [
    "secret-literal",
    [inspected({}, { Env: ["DB_PASSWORD=hunter2"] })],
    "explicit",
    [inspected({}, { Env: ["DB_PASSWORD="] })],
  ],
  [
    "secret-literal",
    [inspected({ LogConfig: { Config: { "splunk-token": "kk3-99-x1" } } })],
    "explicit",
    [inspected({ LogConfig: { Config: { "max-size": "1m" } } })],
  ],
  [
    "resource-limits-disabled",
    [inspected({}, { Env: ["RESOURCE_LIMITS_DISABLED=1"] })],
    "explicit",
    [inspected({}, { Env: ["RESOURCE_LIMITS_DISABLED=0"] })],
  ],
  ["egress-any", [bare], "default", [inspected({ NetworkMode: "none" })]],
  [
    "egress-any",
    [inspected({ NetworkMode: "n" }, {}, on("n"))],
    "unknown",
    [inspected({ NetworkMode: "n" }, {}, on("n")), network("n", true)],
  ],
  [
    "egress-dns-any",
    [inspected({ NetworkMode: "n" }, {}, on("n")), network("n", true)],
    "unknown",
    [inspected({ NetworkMode: "none" })],
  ],
  ["cloud-metadata", [bare], "default", [inspected({ NetworkMode: "n" }, {}, on("n")), network("n", true)]],
  [
    "cluster-lateral",
    [bare, other],
    "default",
    [inspected({ NetworkMode: "n" }, {}, on("n")), network("n", false)],
  ],
  ["ingress-open", [bare], "unknown", [inspected({ NetworkMode: "pasta" }, {}, { NetworkSettings: {} })]],
  [
    "ingress-exposed",
    [inspected({ PortBindings: { "80/tcp": [{ HostIp: "", HostPort: "8080" }] } })],
    "explicit",
    [inspected({ PortBindings: { "80/tcp": [{ HostIp: "127.0.0.1", HostPort: "8080" }], "81/tcp": [] } })],
  ],
  [
    "ingress-exposed",
    [inspected({ PublishAllPorts: true }, { ExposedPorts: { "80/tcp": {} } })],
    "explicit",
    [inspected({}, { ExposedPorts: { "80/tcp": {} } })],
  ],
  [
    "proxy-only-egress",
    [inspected({}, { Env: ["http_proxy=http://p:1"] })],
    "explicit",
    [inspected({}, { Env: ["no_proxy=a"] })],
  ],
  [
    "host-gateway",
    [inspected({ ExtraHosts: ["h:host-gateway"] })],
    "explicit",
    [inspected({ ExtraHosts: [] })],
  ],
  ["shared-netns", [inspected({ NetworkMode: `container:${OTHER_ID}` }), other], "explicit", [bare]],
  ["cpu-unlimited", [inspected({ CpuShares: 512 })], "default", [inspected({ CpuQuota: 50_000 })]],
  ["memory-unlimited", [inspected({ Memory: 0 })], "default", [inspected({ Memory: 1024 })]],
  ["pids-unlimited", [inspected({ PidsLimit: -1 })], "explicit", [inspected({ PidsLimit: 9 })]],
  ["disk-unlimited", [bare], "default", [inspected({ StorageOpt: { size: "1G" } })]],
  ["time-unlimited", [bare], "default", [inspected({}, { Timeout: 60 })]],
  [
    "restart-amplification",
    [inspected({ RestartPolicy: { Name: "always" } })],
    "explicit",
    [inspected({ RestartPolicy: { Name: "no" } })],
  ],
  [
    "rlimits-shm-oom",
    [inspected({ ShmSize: 1_073_741_824 })],
    "explicit",
    [inspected({ ShmSize: 67_108_864 })],
  ],
];

describe("each id that docker inspect can show", () => {
  test.each(CASES.map((one) => [one[0], JSON.stringify(one[1]).slice(0, 300), one] as const))(
    "%s is granted by %s, and not without it",
    (id, _, [, granting, origin, without]) => {
      expect(rowsOf(...granting).find((row) => row.id === id)).toMatchObject({ origin, container: "c" });
      expect(rowsOf(...without).filter((row) => row.id === id)).toEqual([]);
    },
  );
});

describe("objects of one host", () => {
  test("a bind of Binds and Mounts is one row, and Mounts say how it is", () => {
    const mounts = [{ Type: "bind", Source: "/srv", Destination: "/a", RW: false }];
    const rows = rowsOf(inspected({ Binds: ["/srv:/a"] }, {}, { Mounts: mounts }));
    expect(rows.filter(({ family }) => family === "host-path").map(({ id }) => id)).toEqual(["host-path-ro"]);
  });

  test("images, networks and volumes alone yield no row, and each is named", () => {
    const result = deriveTexts(
      JSON.stringify([
        { Id: "sha256:1", RepoTags: ["a:1"] },
        network("n", true),
        { Name: "v", Mountpoint: "/x" },
      ]),
    );
    expect(result).toMatchObject({ format: "docker-inspect", capabilities: [] });
    expect(codesOf(result)).toEqual(["info no-row", "info no-row", "info no-row", "warning no-workload"]);
  });

  test("one object without an array is read; of the same container twice the last counts", () => {
    expect(deriveTexts(JSON.stringify(bare)).workloads).toEqual([
      { ref: "container c", containers: [{ name: "c", role: "main" }] },
    ]);
    const twice = deriveTexts(JSON.stringify([inspected({ Privileged: true }), bare]));
    expect(codesOf(twice)).toContain("warning duplicate-object");
    expect(rowOf(twice, "privileged")).toBeUndefined();
  });

  test("an image that is named by its id is called as the inspected image says", () => {
    const id = `sha256:${"d".repeat(64)}`;
    const image = { Id: id, RepoTags: ["r.example/x:1"], RepoDigests: [] };
    expect(rowsOf(inspected({}, { Image: id }), image).find((row) => row.id === "image-source")?.anchor).toBe(
      "r.example/x",
    );
  });
});
