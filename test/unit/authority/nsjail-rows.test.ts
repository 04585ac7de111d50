import { describe, expect, test } from "vitest";
import { catalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import { derive } from "@/lib/authority/derive";
import type { DeriveResult, GrantedCapability } from "@/lib/authority/schema";
import { codesOf, deriveTexts, idsOf, rowOf } from "./from-text";

/** Everything closed that config.proto lets one close; its defaults close the rest. */
const CLOSED = `name: "jail"
seccomp_string: "USE x DEFAULT KILL"
uidmap { inside_id: "1000" outside_id: "1000" }
gidmap { inside_id: "1000" outside_id: "1000" }
cgroup_mem_max: 536870912
cgroup_pids_max: 64
cgroup_cpu_ms_per_sec: 500
exec_bin { path: "/usr/bin/python3" }
`;
const closedWith = (text: string): DeriveResult => deriveTexts(`${CLOSED}${text}\n`);
const mount = (fields: string): string => `mount { ${fields} }`;
const bind = (src: string, more = ""): string => mount(`src: "${src}" dst: "/x" is_bind: true ${more}`);
const row = (result: DeriveResult, id: string, anchor: string): GrantedCapability | undefined =>
  result.capabilities.find((one) => one.id === id && one.anchor === anchor);

/** Each id with what grants it, and what does not; both beside a closed configuration. */
const EXPRESSED: [id: string, grants: string, grantsNot: string][] = [
  ["host-network", "clone_newnet: false", "clone_newnet: true"],
  ["host-pid", "clone_newpid: false", ""],
  ["host-ipc", "clone_newipc: false", ""],
  ["host-uts-cgroupns", "clone_newcgroup: false", ""],
  ["no-user-namespace", "clone_newuser: false", ""],
  ["no-user-namespace", 'uidmap { inside_id: "5" outside_id: "0" }', ""],
  ["mount-propagation", "clone_newns: false", ""],
  ["egress-any", 'macvlan_iface: "eth0"', 'macvlan_iface: ""'],
  ["egress-any", 'iface_own: "tap0"', ""],
  ["cloud-metadata", "clone_newnet: false", ""],
  ["ingress-exposed", "mode: LISTEN port: 31337", 'mode: LISTEN port: 31337 bindhost: "::1"'],
  ["ingress-exposed", 'mode: LISTEN port: 1 bindhost: "::"', "mode: ONCE port: 31337"],
  ["cap-add", "keep_caps: true", "keep_caps: false"],
  ["cap-add", 'cap: "CAP_SYS_PTRACE"', ""],
  ["allow-privilege-escalation", "disable_no_new_privs: true", ""],
  ["device-access", "skip_setsid: true", "skip_setsid: false"],
  ["device-access", bind("/dev/kvm"), bind("/dev/kvm", "nodev: true")],
  ["device-access", bind("/dev/dri"), bind("/dev/urandom")],
  ["run-as-root", 'uidmap { inside_id: "0" outside_id: "1000" }', ""],
  ["root-group", 'gidmap { inside_id: "0" outside_id: "1000" }', ""],
  ["localhost-profile-by-name", 'seccomp_policy_file: "p.kafel"', ""],
  ["proc-unmasked", mount('dst: "/proc" fstype: "proc" rw: true'), mount('dst: "/proc" fstype: "proc"')],
  ["proc-unmasked", "mount_proc: true is_root_rw: true", "mount_proc: true"],
  ["writable-rootfs", "is_root_rw: true", "is_root_rw: false"],
  [
    "writable-rootfs",
    mount('src: "/srv/root" dst: "/" is_bind: true rw: true'),
    mount('src: "/srv/root" dst: "/" is_bind: true'),
  ],
  ["host-path-ro", bind("/srv/data"), mount('dst: "/srv/data" fstype: "tmpfs" options: "size=1000"')],
  ["host-path-ro", 'chroot_dir: "/srv/root"', ""],
  ["host-path-rw", bind("/srv/data", "rw: true"), bind("/srv/data")],
  ["host-path-rw", bind("/srv/data", "is_ro: false"), bind("/srv/data", "is_ro: true")],
  ["host-path-sensitive", bind("/etc"), bind("/etc/resolv.conf")],
  ["runtime-socket", bind("/var/run/docker.sock"), bind("/srv/data")],
  ["host-service-socket", bind("/run/dbus/system_bus_socket", "rw: true"), bind("/srv/data")],
  ["k8s-api-token", bind("/var/run/secrets/kubernetes.io/serviceaccount"), bind("/srv/data")],
  ["cloud-identity", 'envar: "AWS_PROFILE=x"', 'envar: "AWS_REGION=x"'],
  ["runtime-api-tcp", 'envar: "DOCKER_HOST=tcp://d:2375"', 'envar: "DOCKER_HOST=unix:///d"'],
  ["proxy-only-egress", 'envar: "HTTPS_PROXY=http://p:1"', 'envar: "LEVEL=info"'],
  ["secret-env", "keep_env: true", "keep_env: false"],
  ["secret-env", 'envar: "API_TOKEN"', 'envar: "DISPLAY"'],
  ["secret-literal", 'envar: "API_TOKEN=abc123def"', 'envar: "LEVEL=info"'],
  [
    "secret-literal",
    mount('dst: "/a.ini" src_content: "password = abc123"'),
    mount('dst: "/a.ini" src_content: "level = info"'),
  ],
  [
    "rlimits-shm-oom",
    mount('dst: "/tmp" fstype: "tmpfs" rw: true'),
    mount('dst: "/tmp" fstype: "tmpfs" rw: true options: "size=8388608"'),
  ],
  ["disk-unlimited", bind("/srv/data", "rw: true"), bind("/srv/data")],
  ["time-unlimited", "time_limit: 0", "time_limit: 30"],
  ["restart-amplification", "mode: RERUN", "mode: ONCE"],
];

describe("each id that nsjail can express", () => {
  test.each(EXPRESSED)("%s is granted by %s", (id, grants) => {
    const found = closedWith(grants).capabilities.filter((one) => one.id === id);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toMatchObject({ workload: "nsjail jail", container: "jail" });
    expect(
      found.filter((one) => one.anchor !== "inherited environment").every((one) => one.origin !== "unknown"),
    ).toBe(true);
  });

  test.each(EXPRESSED)("%s is not granted without it (%s), nor by: %s", (id, _, grantsNot) => {
    expect(idsOf(closedWith(grantsNot))).not.toContain(`${id}@jail`);
  });

  test("and the catalogue says how each is taken away here", () => {
    for (const [id] of EXPRESSED) expect(catalogueEntry(id).removalElsewhere.nsjail, id).toBeDefined();
  });

  test("what config.proto leaves open when nothing is written", () => {
    const silent = deriveTexts('name: "jail"\nclone_newnet: true\n');
    const ids = [
      "memory-unlimited",
      "pids-unlimited",
      "cpu-unlimited",
      "seccomp-unconfined",
      "shared-kernel",
    ];
    for (const id of ids) expect(rowOf(silent, id)?.origin).toBe("default");
    expect(rowOf(silent, "run-as-root")?.origin).toBe("unknown");
    expect(silent.bounds).toEqual([
      { workload: "nsjail jail", container: "jail", resource: "time", value: "600" },
    ]);
    expect(rowOf(silent, "memory-unlimited")?.limits).toEqual([
      "each process at most 512 MiB of addresses (rlimit_as)",
    ]);
    expect(idsOf(silent)).toHaveLength(6);
  });

  test("what is set is a bound, and no row", () => {
    const closed = closedWith("");
    expect(closed.bounds.map(({ resource, value }) => `${resource} ${value}`).sort()).toEqual([
      "cpu 500m",
      "memory 536870912",
      "pids 64",
      "time 600",
    ]);
    expect(idsOf(closed)).toEqual(["shared-kernel@jail"]);
  });

  test("a path behind a variable is unknown", () => {
    expect(
      row(
        closedWith(mount('prefix_src_env: "HOME" src: "/a" dst: "/a" is_bind: true')),
        "host-path-ro",
        "$HOME/a",
      )?.origin,
    ).toBe("unknown");
  });

  test("a descriptor that is handed inside is said", () => {
    expect(codesOf(closedWith("pass_fd: 100"))).toContain("warning pass-fd");
    expect(codesOf(closedWith("pass_fd: 2"))).not.toContain("warning pass-fd");
  });
});

describe("the text format", () => {
  test("comments, quotes, escapes, lists, blocks with and without colon, strings side by side and over lines", () => {
    const result = deriveTexts(`# a jail
name: 'it\\'s' "-me"  # two parts
description: "over
lines"
mount: { src: "/srv/\\x61\\142" dst: '/x', is_bind: true; rw: True }
mount < src: "/srv/c" dst: "/c" is_bind: true >
cap: ["CAP_BPF", "CAP_KILL"]
clone_newnet: false
`);
    expect(codesOf(result).filter((code) => code.startsWith("error"))).toEqual([]);
    expect(result.workloads[0]?.ref).toBe("nsjail it's-me");
    expect(row(result, "host-path-rw", "/srv/ab")?.source.line).toBe(5);
    expect(row(result, "host-path-ro", "/srv/c")?.source).toMatchObject({ line: 6, pointer: "/mount/1" });
    expect(result.capabilities.filter((one) => one.id === "cap-add").map((one) => one.anchor)).toEqual([
      "BPF",
      "KILL",
    ]);
  });

  test("JSON says the same, with either spelling of names", () => {
    const text = deriveTexts(`${CLOSED}mount { src: "/a" dst: "/a" is_bind: true }\nenvar: "A=b"\n`);
    const proto = {
      name: "jail",
      seccomp_string: ["USE x DEFAULT KILL"],
      uidmap: [{ inside_id: "1000", outside_id: "1000" }],
      gidmap: [{ inside_id: "1000", outside_id: "1000" }],
      cgroup_mem_max: 536870912,
      cgroup_pids_max: 64,
      cgroup_cpu_ms_per_sec: 500,
      exec_bin: { path: "/usr/bin/python3" },
      mount: [{ src: "/a", dst: "/a", is_bind: true }],
      envar: ["A=b"],
    };
    const camel = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(camel)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value).map(([key, child]) => [
                key.replace(/_(.)/g, (_, c: string) => c.toUpperCase()),
                camel(child),
              ]),
            )
          : value;
    for (const json of [proto, camel(proto)]) {
      const result = deriveTexts(JSON.stringify(json));
      expect(result.format).toBe("nsjail");
      expect(result.digest).toBe(text.digest);
      expect(result.authorityDigest).toBe(text.authorityDigest);
    }
  });

  test("nsjail's own example reads without an error", () => {
    const result = deriveTexts(`name: "bash-with-fake-geteuid"
description: "An example policy which repeats many default values from the
https://github.com/google/nsjail/blob/master/config.proto PB schema"

mode: ONCE
hostname: "JAILED-BASH"
envar: "PS1=[\\\\H:\\\\t:\\\\s-\\\\V:\\\\w]\\\\$ "
keep_caps: true
skip_setsid: true
clone_newnet: true
uidmap {
	inside_id: "0"
	outside_id: ""
	count: 1
}
mount {
	dst: "/dev"
	fstype: "tmpfs"
	options: "size=8388608"
	rw: true
	is_bind: false
}
seccomp_string: "
	POLICY example {
		ERRNO(1337) { geteuid },
	}
	USE example DEFAULT ALLOW
"
exec_bin {
	path: "/bin/bash"
	arg: "-i"
}
`);
    expect(result.format).toBe("nsjail");
    expect(codesOf(result)).toEqual([]);
    expect(idsOf(result)).toEqual([
      "cap-add@bash-with-fake-geteuid",
      "cpu-unlimited@bash-with-fake-geteuid",
      "device-access@bash-with-fake-geteuid",
      "memory-unlimited@bash-with-fake-geteuid",
      "pids-unlimited@bash-with-fake-geteuid",
      "run-as-root@bash-with-fake-geteuid",
      "shared-kernel@bash-with-fake-geteuid",
    ]);
  });

  test("what is broken is an error with its line", () => {
    const result = deriveTexts('name: "a"\nclone_newnet: false\nmount {\n  src: "/a"\n');
    expect(codesOf(result)).toContain("error text-format-syntax");
    expect(result.notes[0]?.source?.line).toBe(3);
    expect(result.capabilities).toEqual([]);
  });

  test("a field written twice counts as it is written last, and is said", () => {
    const result = deriveTexts(`${CLOSED}clone_newnet: false\nclone_newnet: true\n`);
    expect(idsOf(result)).not.toContain("host-network@jail");
    expect(codesOf(result)).toContain("warning duplicate-key");
  });

  test("a value that is none counts as absent, and is an error", () => {
    expect(codesOf(closedWith("clone_newpid: perhaps"))).toContain("error invalid-value");
    expect(codesOf(closedWith("time_limit: soon"))).toContain("error invalid-value");
  });

  test("asked for, a text of few fields is read", () => {
    const bytes = new TextEncoder().encode("time_limit: 5\n");
    const result = derive({ path: "t", files: [{ name: "x.cfg", bytes }], format: "nsjail" });
    expect(codesOf(result)).toContain("error format-unknown");
    expect(deriveTexts("name: a\ntime_limit: 5\n").format).toBe("unknown");
  });
});
