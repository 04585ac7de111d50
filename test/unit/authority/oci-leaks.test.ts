import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derive } from "@/lib/authority/derive";
import { redactText } from "@/lib/authority/redact";
import { CLOSED, closedBut, deriveConfigs } from "./oci-config";

/** Every planted secret holds this, and nothing else does. */
const PLANTED = "zq7";
const secret = `a${PLANTED}bc123def`;
const url = `https://user:${secret}@host.example/x`;

/** A place, a change with a secret there, and whether a row must say that one is there. */
const LEAKS: [string, Record<string, unknown>, boolean][] = [
  ["a variable", { "process.env": [`DB_PASSWORD=${secret}`] }, true],
  ["a variable of any name", { "process.env": [`ANYTHING=kk3-${PLANTED}-9w`] }, false],
  ["a runtime's address", { "process.env": [`DOCKER_HOST=tcp://user:${secret}@host:2375`] }, true],
  ["the command line", { "process.args": ["app", `--token=${secret}`] }, true],
  ["a word after a flag", { "process.args": ["app", "--password", secret] }, true],
  ["a shell's text", { "process.args": ["sh", "-c", `export API_TOKEN=${secret}; app`] }, true],
  ["a Windows command line", { "process.commandLine": `app --password ${secret}` }, true],
  ["an annotation", { annotations: { "com.example.token": secret } }, true],
  ["an annotation of any name", { annotations: { "com.example.x": `{"a":"kk3-${PLANTED}-9w"}` } }, false],
  ["a runtime's annotation", { annotations: { "dev.gvisor.flag.x": url } }, true],
  ["a hook's variable", { "hooks.prestart": [{ path: "/h", env: [`API_KEY=${secret}`] }] }, true],
  ["a hook's argument", { "hooks.poststop": [{ path: "/h", args: ["h", `--token=${secret}`] }] }, true],
  [
    "a mount's options",
    { mounts: [{ destination: "/d", type: "cifs", source: "//h/s", options: [`password=${secret}`] }] },
    true,
  ],
  ["a mount's source", { mounts: [{ destination: "/d", type: "fuse.x", source: url }] }, false],
  ["a bind's source", { mounts: [{ destination: "/d", type: "bind", source: url }] }, false],
  ["a credential specification", { windows: { credentialSpec: { a: { b: secret } } } }, false],
  [
    "a hypervisor's parameters",
    { vm: { hypervisor: { path: "/q", parameters: [`token=${secret}`] } } },
    false,
  ],
  ["a listener's metadata", { "linux.seccomp.listenerMetadata": `token=${secret}` }, false],
  ["a member that the specification lacks", { extra: { x: [`kk3-${PLANTED}-9w`] } }, false],
  ["a member of a known section", { "process.password": secret }, false],
];

describe("a secret of an OCI configuration is neither stored nor shown", () => {
  test.each(LEAKS)("%s", (_, change, row) => {
    const text = closedBut(change);
    expect(text).toContain(PLANTED);
    const result = deriveConfigs(text);
    const stored = redactText("config.json", text).text;
    expect(stored).not.toContain(PLANTED);
    expect(JSON.stringify(result)).not.toContain(PLANTED);
    expect(redactText("config.json", stored).text).toBe(stored);
    expect(deriveConfigs(stored).digest).toBe(result.digest);
    expect(deriveConfigs(stored).authorityDigest).toBe(result.authorityDigest);
    if (row) expect(result.capabilities.map(({ id }) => id)).toContain("secret-literal");
  });

  test("what is harmless stays", () => {
    const text = closedBut({});
    expect(redactText("config.json", text).text).toBe(text);
  });
});

describe("the digests of an OCI configuration", () => {
  const closed = deriveConfigs(closedBut({}));

  test("the order of keys and of sets says nothing", () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : value && typeof value === "object"
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, one]) => [key, turned(one)]),
            )
          : value;
    const text = JSON.stringify(
      turned({
        ...CLOSED,
        process: { ...CLOSED.process, env: [...CLOSED.process.env].reverse() },
        linux: { ...CLOSED.linux, namespaces: [...CLOSED.linux.namespaces].reverse() },
      }),
    );
    expect(deriveConfigs(text).digest).toBe(closed.digest);
    expect(deriveConfigs(text).authorityDigest).toBe(closed.authorityDigest);
  });

  test("a rotated secret, and what is another after each start, change neither", () => {
    const started = (token: string, pid: number, id: string) =>
      deriveConfigs(
        closedBut({
          "process.env": [`API_TOKEN=${token}`],
          "linux.namespaces": [
            ...CLOSED.linux.namespaces.slice(1),
            { type: "pid", path: `/proc/${pid}/ns/pid` },
          ],
          "linux.cgroupsPath": `/engine/${id}`,
          "root.path": `/var/lib/engine/${id}/rootfs`,
          annotations: { "com.example.id": id },
        }),
      );
    const [one, other] = [started("abc123def456", 77, "0a1b"), started("fed654cba321", 4711, "2c3d")];
    expect(one.digest).toBe(other.digest);
    expect(one.authorityDigest).toBe(other.authorityDigest);
  });

  test.each([
    ["one more mount", { mounts: [...CLOSED.mounts, { destination: "/d", type: "bind", source: "/srv/d" }] }],
    ["one more capability", { "process.capabilities": { bounding: ["CAP_SYS_ADMIN"] } }],
    ["a higher limit", { "linux.resources.memory": { limit: 536870913, swap: 536870913 } }],
    ["a namespace less", { "linux.namespaces": CLOSED.linux.namespaces.slice(1) }],
    [
      "a namespace that is joined",
      { "linux.namespaces": [...CLOSED.linux.namespaces.slice(1), { type: "pid", path: "/p" }] },
    ],
  ])("%s changes both", (_, change) => {
    const result = deriveConfigs(closedBut(change));
    expect(result.digest).not.toBe(closed.digest);
    expect(result.authorityDigest).not.toBe(closed.authorityDigest);
  });

  test("numbers past 2^53 are two numbers", () => {
    const limited = (limit: string) =>
      deriveConfigs(
        closedBut({ "linux.resources.memory": { limit: 17 } }).replace('"limit": 17', `"limit": ${limit}`),
      );
    const [one, other] = [limited("9007199254740993"), limited("9007199254740992")];
    expect(one.bounds).toContainEqual(
      expect.objectContaining({ resource: "memory", value: "9007199254740993" }),
    );
    expect(one.digest).not.toBe(other.digest);
    expect(one.authorityDigest).not.toBe(other.authorityDigest);
  });
});

/** Values anywhere that no specification foresees. */
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      2 ** 63,
      "",
      "/",
      "/proc/1/ns/net",
      "rw",
      "CAP_ALL",
      "a=b",
      "=",
      "${X}",
    ),
    fc.string(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...[
          "process",
          "root",
          "linux",
          "mounts",
          "hooks",
          "annotations",
          "namespaces",
          "type",
          "path",
          "resources",
        ],
        ...[
          "devices",
          "memory",
          "limit",
          "cpu",
          "quota",
          "seccomp",
          "defaultAction",
          "syscalls",
          "names",
          "user",
        ],
        ...[
          "uid",
          "capabilities",
          "bounding",
          "env",
          "args",
          "options",
          "source",
          "destination",
          "prestart",
          "x",
        ],
      ),
      tie("value"),
      { maxKeys: 6 },
    ),
  ),
})).value;

test("whatever stands in it, reading it never fails", () => {
  const top = fc.dictionary(
    fc.constantFrom("process", "root", "linux", "mounts", "hooks", "annotations", "windows", "vm", "extra"),
    anything,
  );
  fc.assert(
    fc.property(top, (fields) => {
      const text = JSON.stringify({ ociVersion: "1.0.2", ...fields });
      const result = derive({
        path: "p",
        files: [{ name: "config.json", bytes: new TextEncoder().encode(text) }],
      });
      expect(result.format).toBe("oci");
      expect(new Set(result.capabilities.map(({ key }) => key)).size).toBe(result.capabilities.length);
      const stored = redactText("config.json", text).text;
      expect(deriveConfigs(stored).digest).toBe(result.digest);
    }),
    { numRuns: 300 },
  );
});
