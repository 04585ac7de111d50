import { describe, expect, test } from "vitest";
import { catalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import { derive } from "@/lib/authority/derive";
import type { DeriveResult, GrantedCapability } from "@/lib/authority/schema";
import { codesOf, deriveTexts, idsOf, rowOf } from "./from-text";

/** A call that closes what bwrap can close; what stays is what no option of bwrap takes away. Source: bwrap(1). */
const CLOSED =
  "timeout 60 systemd-run --user --scope -p MemoryMax=512M -p CPUQuota=50% -p TasksMax=64 bwrap --unshare-all --unshare-user --unshare-cgroup --disable-userns --uid 1000 --gid 1000 --clearenv --new-session --die-with-parent --cap-drop ALL --seccomp 10 --tmpfs /tmp --remount-ro /";

const closedWith = (options: string): DeriveResult =>
  deriveTexts(`${CLOSED.replace("--tmpfs /tmp", "--size 1048576 --tmpfs /tmp")} ${options} python3 main.py`);
const plain = (options: string): DeriveResult => deriveTexts(`bwrap ${options} python3 main.py`);
const row = (result: DeriveResult, id: string, anchor: string): GrantedCapability | undefined =>
  result.capabilities.find((one) => one.id === id && one.anchor === anchor);

/** Each id, with options that grant it added to nothing and options that do not added to the closed call. */
const EXPRESSED: [id: string, grants: string, origin: string, grantsNot: string][] = [
  ["host-network", "--ro-bind /usr /usr", "default", ""],
  ["host-network", "--unshare-all --share-net", "explicit", ""],
  ["egress-any", "--ro-bind /usr /usr", "default", ""],
  ["cloud-metadata", "--ro-bind /usr /usr", "default", ""],
  ["host-pid", "--ro-bind /usr /usr", "default", ""],
  ["share-process-namespace", "--pidns 5", "explicit", "--pidns 5"],
  ["host-ipc", "--unshare-pid", "default", ""],
  ["host-uts-cgroupns", "--unshare-uts", "default", ""],
  ["no-user-namespace", "--unshare-pid", "unknown", ""],
  ["seccomp-unconfined", "--unshare-all", "default", ""],
  ["seccomp-unconfined", "--unshare-all", "default", "--add-seccomp-fd 11"],
  ["localhost-profile-by-name", "--seccomp 10", "explicit", ""],
  ["shared-kernel", "--unshare-all", "default", ""],
  ["cap-add", "--cap-add CAP_NET_ADMIN", "explicit", "--cap-add NET_ADMIN --cap-drop CAP_NET_ADMIN"],
  ["cap-default-set", "--unshare-all", "unknown", ""],
  ["run-as-root", "--unshare-user --uid 0", "explicit", ""],
  ["run-as-root", "--unshare-all", "unknown", ""],
  ["run-as-root", "--unshare-all --uid $(id -u)", "unknown", ""],
  ["root-group", "--unshare-user --gid 0", "explicit", ""],
  ["selinux-custom", "--exec-label u:r:spc_t:s0", "explicit", "--exec-label u:r:container_t:s0"],
  ["sandbox-disabled", "--not-a-security-boundary", "explicit", ""],
  ["writable-rootfs", "--unshare-all", "default", ""],
  ["writable-rootfs", "--bind / /", "explicit", "--ro-bind / /"],
  ["device-access", "--dev-bind /dev /dev", "explicit", "--dev /dev"],
  ["device-access", "--unshare-all", "default", "--bind /dev /dev"],
  ["host-path-ro", "--ro-bind /srv/data /data", "explicit", "--dir /data"],
  ["host-path-ro", "--overlay-src /srv/base --tmp-overlay /data", "explicit", "--tmpfs /data"],
  ["host-path-rw", "--bind-try /srv/data /data", "explicit", "--ro-bind-try /srv/data /data"],
  [
    "host-path-rw",
    "--overlay-src /a --overlay /srv/rw /srv/work /data",
    "explicit",
    "--ro-bind /srv/rw /data",
  ],
  ["host-path-rw", "--bind-fd 5 /data", "unknown", "--ro-bind-fd 5 /data"],
  ["host-path-sensitive", "--ro-bind /etc /etc", "explicit", "--ro-bind /etc/resolv.conf /etc/resolv.conf"],
  ["host-path-sensitive", "--bind /usr /usr", "explicit", "--ro-bind /usr /usr"],
  ["runtime-socket", "--ro-bind /run/docker.sock /d", "explicit", "--ro-bind / / --tmpfs /run"],
  ["host-service-socket", "--bind /run/dbus/system_bus_socket /d", "explicit", "--ro-bind /srv/a /d"],
  ["proc-unmasked", "--bind /proc /proc", "explicit", "--proc /proc"],
  ["k8s-api-token", "--ro-bind /var/run/secrets /s", "explicit", "--ro-bind /srv /s"],
  ["k8s-api-token", "--ro-bind / /", "unknown", "--ro-bind / / --tmpfs /run"],
  ["cloud-identity", "--setenv AWS_PROFILE build", "explicit", "--setenv AWS_REGION eu"],
  ["cloud-identity", "--ro-bind /root/.aws /a", "explicit", "--ro-bind /srv /a"],
  ["runtime-api-tcp", "--setenv DOCKER_HOST tcp://d:2375", "explicit", "--setenv DOCKER_HOST unix:///d"],
  ["proxy-only-egress", "--setenv HTTPS_PROXY http://p:3128", "explicit", "--setenv NO_PROXY localhost"],
  ["secret-literal", "--setenv API_TOKEN abc123def", "explicit", "--setenv LEVEL info"],
  ["secret-env", '--clearenv --setenv API_TOKEN "$API_TOKEN"', "explicit", "--setenv LEVEL $LEVEL"],
  ["secret-env", "--unsetenv X", "unknown", ""],
  ["rlimits-shm-oom", "--tmpfs /tmp", "default", "--size 1048576 --tmpfs /x"],
  ["cpu-unlimited", "--unshare-all", "default", ""],
  ["memory-unlimited", "--unshare-all", "default", ""],
  ["pids-unlimited", "--unshare-all", "default", ""],
  ["time-unlimited", "--unshare-all", "default", ""],
  ["disk-unlimited", "--bind /srv /srv", "default", "--ro-bind /srv /srv"],
];

describe("each id that bwrap can express", () => {
  test.each(EXPRESSED)("%s is granted by %s, origin %s", (id, grants, origin) => {
    const rows = plain(grants).capabilities.filter((one) => one.id === id);
    expect(rows.map((one) => one.origin)).toContain(origin);
    for (const one of rows) expect(one).toMatchObject({ workload: "bwrap python3", container: "python3" });
  });

  test.each(EXPRESSED.filter(([id]) => id !== "shared-kernel" && id !== "localhost-profile-by-name"))(
    "%s is not granted where everything is closed (%s, %s; %s)",
    (id, _, __, grantsNot) => {
      expect(idsOf(closedWith(grantsNot))).not.toContain(`${id}@python3`);
    },
  );

  test("and the catalogue says how each is taken away here", () => {
    for (const [id] of EXPRESSED) expect(catalogueEntry(id).removalElsewhere.bwrap, id).toBeDefined();
  });

  test("no_new_privs is always set, so privileges are never gained inside", () => {
    expect(idsOf(plain("--unshare-all"))).not.toContain("allow-privilege-escalation@python3");
  });

  test("without a filter, no profile is claimed", () => {
    expect(idsOf(plain("--unshare-all"))).not.toContain("localhost-profile-by-name@python3");
  });
});

describe("options in their order", () => {
  test("the last one wins", () => {
    expect(rowOf(plain("--share-net --unshare-net"), "host-network")).toBeUndefined();
    expect(rowOf(plain("--unshare-net --share-net"), "host-network")?.origin).toBe("explicit");
    expect(row(plain("--cap-add ALL --cap-drop ALL"), "cap-add", "ALL")).toBeUndefined();
    expect(row(plain("--cap-drop ALL --cap-add SYS_ADMIN"), "cap-add", "SYS_ADMIN")?.severity).toBe(
      "critical",
    );
    expect(rowOf(plain("--setenv A_TOKEN abc123 --clearenv"), "secret-literal")).toBeUndefined();
    expect(rowOf(plain("--clearenv --setenv A_TOKEN abc123"), "secret-literal")?.anchor).toBe("env A_TOKEN");
  });

  test("a mount at the same place hides the one before", () => {
    expect(row(plain("--bind /srv/a /x --bind /srv/b /x"), "host-path-rw", "/srv/a")).toBeUndefined();
  });

  test("a mount further inside narrows the one around it", () => {
    const around = row(plain("--ro-bind / / --tmpfs /home --dev /dev --tmpfs /run"), "host-path-ro", "/");
    expect(around?.limits).toEqual(["mounted read only", "covered inside: /dev, /home, /run"]);
  });

  test("--remount-ro makes that mount read-only", () => {
    const result = plain("--bind /srv/a /a --bind /srv/b /b --remount-ro /a");
    expect(row(result, "host-path-ro", "/srv/a")?.access).toBe("read");
    expect(row(result, "host-path-rw", "/srv/b")?.access).toBe("read-write");
  });

  test("programs and libraries are ordinary to read, and grave to write", () => {
    expect(row(plain("--ro-bind /usr /usr"), "host-path-ro", "/usr")?.severity).toBe("low");
    expect(row(plain("--bind /usr /usr"), "host-path-rw", "/usr")?.severity).toBe("high");
  });

  test("limits that are set before bwrap are bounds", () => {
    const bounds = closedWith("").bounds.map(({ resource, value }) => `${resource} ${value}`);
    expect(bounds.sort()).toEqual(["cpu 500m", "memory 512Mi", "pids 64", "time 60"]);
  });
});

describe("what a call is written as", () => {
  const WORDS = [
    "bwrap",
    "--unshare-all",
    "--ro-bind",
    "/srv/a b",
    "/a",
    "--setenv",
    "LEVEL",
    "it's",
    "python3",
    "-c",
    "1",
  ];
  const ways: [string, string][] = [
    ["a command line", `bwrap --unshare-all --ro-bind '/srv/a b' /a --setenv LEVEL "it's" python3 -c 1`],
    [
      "continued lines",
      `bwrap \\\n  --unshare-all \\\n  --ro-bind /srv/a\\ b /a \\\n --setenv LEVEL it\\'s \\\n  python3 -c 1\n`,
    ],
    [
      "a script",
      `#!/bin/sh\n# before\nset -e\nif true; then\n  exec bwrap --unshare-all --ro-bind "/srv/a b" /a --setenv LEVEL it\\'s python3 -c 1 2>/dev/null # after\nfi\n`,
    ],
    [
      "an array",
      `cmd=(\n  bwrap\n  --unshare-all # all\n  --ro-bind "/srv/a b" /a\n  --setenv LEVEL "it's"\n  python3 -c 1\n)\n"\${cmd[@]}"\n`,
    ],
    ["JSON", JSON.stringify(WORDS)],
    ["YAML", WORDS.map((word) => `- ${JSON.stringify(word)}`).join("\n")],
    ["one argument a line", WORDS.join("\n")],
    ["NUL between arguments", `${WORDS.join("\0")}\0`],
  ];

  test.each(ways)("%s", (_, text) => {
    const result = deriveTexts(text);
    expect(result.format).toBe("bwrap");
    expect(result.workloads).toEqual([
      { ref: "bwrap python3", containers: [{ name: "python3", role: "main" }] },
    ]);
    expect(row(result, "host-path-ro", "/srv/a b")).toBeDefined();
    expect(result.digest).toBe(deriveTexts(JSON.stringify(WORDS)).digest);
    expect(codesOf(result)).not.toContain("error format-unknown");
  });

  test("options alone, over lines and with comments, as a file of arguments", () => {
    const result = deriveTexts("# closed\n--unshare-all\n--ro-bind /srv /srv # data\n");
    expect(result.workloads[0]?.ref).toBe("bwrap command");
    expect(rowOf(result, "host-path-ro")?.source.line).toBe(3);
    expect(rowOf(result, "host-network")).toBeUndefined();
    expect(codesOf(result)).toContain("info no-command");
  });

  test("every line of a script has its own source", () => {
    const result = deriveTexts("#!/bin/sh\nbwrap \\\n  --bind /srv/a /a \\\n  --bind /srv/b /b \\\n  sh\n");
    expect(row(result, "host-path-rw", "/srv/b")?.source).toMatchObject({ line: 4, pointer: "/4" });
  });

  test("two calls of a script are two workloads", () => {
    const result = deriveTexts(
      "bwrap --unshare-all sh\nbwrap --unshare-pid /bin/cat | bwrap --clearenv sort\n",
    );
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["bwrap sh", "bwrap cat", "bwrap sort"]);
    expect(idsOf(result, "bwrap sh")).not.toContain("host-network@sh");
    expect(idsOf(result, "bwrap cat")).toContain("host-network@cat");
  });

  test("a here-document and other programs are not part of it", () => {
    const result = deriveTexts(
      "cat <<EOF\nbwrap --bind / / sh\nEOF\necho bwrap --share-net\nbwrap --unshare-all ls\n",
    );
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["bwrap ls"]);
  });

  test("a line that is not continued is said, and read on", () => {
    const result = deriveTexts("bwrap \\\n  --ro-bind /usr /usr \\\n  # network\n  --unshare-net \\\n  sh\n");
    expect(rowOf(result, "host-network")).toBeUndefined();
    expect(codesOf(result)).toContain("warning line-not-continued");
  });

  test("options from elsewhere make silence unknown", () => {
    const result = deriveTexts('bwrap --ro-bind /usr /usr "${extra[@]}" --die-with-parent sh\n');
    expect(rowOf(result, "host-network")?.origin).toBe("unknown");
    expect(rowOf(deriveTexts("bwrap --args 9 --unshare-pid sh"), "seccomp-unconfined")?.origin).toBe(
      "unknown",
    );
    expect(codesOf(result)).toContain("warning unresolved");
  });

  test("a path that is filled in is unknown", () => {
    expect(row(plain('--bind "$HOME/work" /work'), "host-path-rw", "$HOME/work")?.origin).toBe("unknown");
  });

  test("a text inside quotes is said not to be read", () => {
    const result = deriveTexts("bwrap --unshare-all sh -c 'bwrap --bind / / id'\n");
    expect(codesOf(result)).toContain("warning not-read");
  });

  test("asked for, a list of words without bwrap's name is read", () => {
    const bytes = new TextEncoder().encode('"$SANDBOX" --ro-bind /usr /usr sh\n');
    const result = derive({ path: "t", files: [{ name: "x.sh", bytes }], format: "bwrap" });
    expect(rowOf(result, "host-path-ro")?.anchor).toBe("/usr");
    expect(codesOf(result)).not.toContain("warning unresolved");
  });

  test("other texts are not taken for one", () => {
    for (const text of [
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  run.sh: |\n    bwrap --bind / / sh\n",
      "services:\n  a:\n    image: x\n    command: bwrap --bind / / sh\n",
      "a: b\n",
    ])
      expect(deriveTexts(text).format).not.toBe("bwrap");
  });
});
