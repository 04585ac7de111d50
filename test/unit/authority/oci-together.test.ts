import { describe, expect, test } from "vitest";
import { rowOf } from "./from-text";
import { closedBut, deriveConfigs } from "./oci-config";

const namespaces = (...types: string[]) => types.map((type) => ({ type }));
const ALL = ["pid", "network", "ipc", "uts", "mount", "user", "cgroup"];
const without = (type: string) => ({ "linux.namespaces": namespaces(...ALL.filter((one) => one !== type)) });
const mount = (source: string, options: string[], destination = "/data", type = "bind") => ({
  mounts: [{ destination, type, source, options }],
});

describe("several fields of an OCI configuration together", () => {
  test("a source that two containers mount, and one of them writes, is shared", () => {
    const write = closedBut({ ...mount("/srv/data", ["rbind"]), hostname: "a" });
    const read = closedBut({ ...mount("/srv/data", ["rbind", "ro"]), hostname: "b" });
    const result = deriveConfigs(write, read);
    const shared = result.capabilities.filter(({ id }) => id === "shared-volume");
    expect(shared.map(({ workload, access }) => [workload, access])).toEqual([
      ["container a", "read-write"],
      ["container b", "read"],
    ]);
    expect(deriveConfigs(read, read).capabilities.some(({ id }) => id === "shared-volume")).toBe(false);
  });

  test("closed as far as it can be, it grants what only its runtime could take away", () => {
    const result = deriveConfigs(closedBut({}));
    expect(result.capabilities.map(({ id }) => id).sort()).toEqual([
      "cloud-metadata",
      "egress-any",
      "image-mutable",
      "localhost-profile-by-name",
      "shared-kernel",
      "time-unlimited",
    ]);
    expect(result.bounds.map(({ resource, value }) => `${resource} ${value}`)).toEqual([
      "cpu 0.5",
      "memory 536870912",
      "pids 64",
    ]);
    expect(result.notes).toEqual([]);
  });

  test("a device may be used as its rules say, the last of them first", () => {
    const fuse = { path: "/dev/fuse", type: "c", major: 10, minor: 229 };
    const rules = [
      { allow: false, access: "rwm" },
      { allow: true, type: "c", major: 10, minor: 229, access: "rw" },
      { allow: false, type: "c", major: 10, minor: 229, access: "w" },
    ];
    const text = closedBut({ "linux.devices": [fuse], "linux.resources.devices": rules });
    expect(rowOf(deriveConfigs(text), "device-access")).toMatchObject({
      anchor: "/dev/fuse",
      access: "read",
      origin: "explicit",
    });
  });

  test("of a variable that is set twice the last one counts", () => {
    const text = closedBut({ "process.env": ["DOCKER_HOST=tcp://a:1", "DOCKER_HOST=unix:///x"] });
    expect(rowOf(deriveConfigs(text), "runtime-api-tcp")).toBeUndefined();
  });
});

describe("what an OCI configuration does not say", () => {
  const codes = (text: string) => deriveConfigs(text).notes.map(({ level, code }) => `${level} ${code}`);

  test("a file for another platform is said to be one, and none of Linux's rows come", () => {
    const text = closedBut({ linux: undefined, zos: {} });
    expect(codes(text)).toEqual(["warning other-platform"]);
    expect(rowOf(deriveConfigs(text), "host-pid")).toBeUndefined();
  });

  test("without a section of a platform everything is the host's", () => {
    const text = closedBut({ linux: undefined });
    expect(codes(text)).toEqual(["info platform-assumed"]);
    expect(rowOf(deriveConfigs(text), "host-pid")?.origin).toBe("default");
  });

  test("the state of a container is not its configuration", () => {
    const state = JSON.stringify({ ociVersion: "1.0.2", id: "a", status: "running", pid: 7, bundle: "/b" });
    expect(codes(state)).toContain("error not-a-configuration");
    expect(deriveConfigs(state).capabilities).toEqual([]);
  });

  test("no mount namespace, and files that the engine made, are said", () => {
    expect(codes(closedBut(without("mount")))).toEqual(["warning host-mounts"]);
    const hosts = mount("/var/lib/docker/containers/0a1b/hosts", ["rbind"], "/etc/hosts");
    expect(codes(closedBut(hosts))).toEqual(["info engine-file"]);
    expect(rowOf(deriveConfigs(closedBut(hosts)), "host-path-rw")).toBeUndefined();
  });

  test("a word that is none of the specification's is an error, and counts as absent", () => {
    const text = closedBut({ "linux.seccomp": { defaultAction: "ALLOW" } });
    expect(codes(text)).toEqual(["error invalid-value"]);
    expect(rowOf(deriveConfigs(text), "seccomp-unconfined")?.origin).toBe("default");
  });
});
