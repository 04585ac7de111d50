import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactText } from "@/lib/authority/redact";
import { deriveTexts } from "./from-text";
import { CLOSED, closedBut } from "./polyaxon-operation";

/** Every planted secret holds this, and nothing else does. */
const PLANTED = "zq7";
const secret = `a${PLANTED}bc123def`;
const unnamed = `kk3-${PLANTED}-9w`;

/** A place, a change with a secret there, and whether a row must say that one is there. */
const LEAKS: [string, Record<string, unknown>, boolean][] = [
  ["a variable", { "run.container.env": [{ name: "DB_PASSWORD", value: secret }] }, true],
  ["a variable of any name", { "run.container.env": [{ name: "X", value: unnamed }] }, false],
  ["a variable in a map", { "run.container.env": { API_TOKEN: secret } }, true],
  ["a variable as a pair", { "run.container.env": [["API_TOKEN", secret]] }, true],
  ["an old variable", { "run.environment.env_vars": { API_TOKEN: secret } }, true],
  ["a command of one word", { "run.container.command": `app --password ${secret}` }, true],
  ["a command line", { "run.container.args": ["--token", secret] }, true],
  ["a parameter", { "params.api_key": { value: secret } }, true],
  ["a parameter of any name", { "params.x": { value: unnamed } }, false],
  ["an input's value", { inputs: [{ name: "api_token", type: "str", value: secret }] }, true],
  ["an annotation", { "run.environment.annotations": { x: unnamed } }, false],
  ["a repository's address", { "run.init": [{ git: { url: `https://u:${secret}@git.example/a` } }] }, true],
  ["a file's content", { "run.init": [{ file: { name: "a.sh", content: `TOKEN=${secret}` } }] }, true],
  [
    "a Dockerfile's variable",
    { "run.init": [{ dockerfile: { image: "a", env: { API_KEY: secret } } }] },
    true,
  ],
  [
    "a Dockerfile's command",
    { "run.init": [{ dockerfile: { image: "a", run: [`x --token=${secret}`] } }] },
    true,
  ],
  ["a description", { description: `the token is ${unnamed}` }, false],
  ["a hook's parameter", { hooks: [{ hubRef: "slack", params: { token: { value: secret } } }] }, true],
  ["a matrix", { matrix: { kind: "mapping", values: [{ api_key: secret }] } }, true],
  ["a schedule", { schedule: { kind: "cron", cron: unnamed } }, false],
  [
    "a sidecar",
    { "run.sidecars": [{ name: "s", image: "s", env: [{ name: "API_TOKEN", value: secret }] }] },
    true,
  ],
  ["a probe", { "run.container.livenessProbe": { httpGet: { path: `/h?token=${secret}` } } }, true],
  [
    "a probe's header",
    {
      "run.container.livenessProbe": {
        httpGet: { httpHeaders: [{ name: "Authorization", value: `Token ${secret}` }] },
      },
    },
    true,
  ],
  [
    "a driver's options",
    { "run.volumes": [{ name: "v", flexVolume: { driver: "d", options: { k: unnamed } } }] },
    false,
  ],
  ["a context", { contexts: [{ name: "c", value: unnamed }] }, false],
  [
    "an old build",
    { build: { image: "a", env_vars: [["API_KEY", secret]], build_steps: [`x --token=${secret}`] } },
    false,
  ],
  ["a patch", { runPatch: { container: { env: [{ name: "API_TOKEN", value: secret }] } } }, true],
  ["a member that the format lacks", { extra: { password: secret } }, false],
  ["a member of any name that the format lacks", { extra: { x: { y: [unnamed] } } }, false],
];

describe("a secret of a Polyaxon operation is neither stored nor shown", () => {
  test.each(LEAKS)("%s", (_, change, row) => {
    const text = closedBut(change);
    expect(text).toContain(PLANTED);
    const result = deriveTexts(text);
    const stored = redactText("a.yaml", text).text;
    expect(stored).not.toContain(PLANTED);
    expect(JSON.stringify(result)).not.toContain(PLANTED);
    expect(redactText("a.yaml", stored).text).toBe(stored);
    expect(deriveTexts(stored).digest).toBe(result.digest);
    expect(deriveTexts(stored).authorityDigest).toBe(result.authorityDigest);
    if (row) expect(result.capabilities.map(({ id }) => id)).toContain("secret-literal");
  });

  test("what is harmless stays", () => {
    const text = closedBut({
      "run.connections": ["data"],
      "run.environment.image_pull_secrets": ["regcred"],
      presets: ["gpu"],
    });
    expect(redactText("a.yaml", text).text).toBe(text);
    expect(deriveTexts(text).capabilities.map(({ id }) => id)).not.toContain("secret-literal");
  });
});

describe("the digests of a Polyaxon operation", () => {
  const closed = deriveTexts(closedBut({}));

  test("the order of keys and of documents says nothing", () => {
    const turned = (value: unknown): unknown =>
      value && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, one]) => [key, turned(one)]),
          )
        : value;
    const result = deriveTexts(JSON.stringify(turned(CLOSED)));
    expect(result.digest).toBe(closed.digest);
    expect(result.authorityDigest).toBe(closed.authorityDigest);
    const other = closedBut({ name: "test" });
    const [one, two] = [deriveTexts(closedBut({}), other), deriveTexts(other, closedBut({}))];
    expect(one.digest).toBe(two.digest);
    expect(one.authorityDigest).toBe(two.authorityDigest);
  });

  test("a rotated secret, words for people and an annotation that nobody reads change neither", () => {
    const written = (token: string, words: string) =>
      deriveTexts(
        closedBut({
          "run.container.env": [{ name: "API_TOKEN", value: token }],
          "run.environment.annotations": { checksum: words },
          description: words,
          tags: [words],
        }),
      );
    const [one, other] = [written("abc123def456", "before"), written("fed654cba321", "after")];
    expect(one.digest).toBe(other.digest);
    expect(one.authorityDigest).toBe(other.authorityDigest);
  });

  test("an image's tag changes the digest of the configuration only", () => {
    const [one, other] = ["1", "2"].map((tag) =>
      deriveTexts(closedBut({ "run.container.image": `a/b:${tag}` })),
    );
    expect(one?.digest).not.toBe(other?.digest);
    expect(one?.authorityDigest).toBe(other?.authorityDigest);
  });

  test.each([
    ["one more connection", { "run.connections": ["data"] }],
    ["a plugin", { "plugins.docker": true }],
    ["a longer time", { "termination.timeout": 601 }],
    ["a limit less", { "run.container.resources.limits.cpu": undefined }],
  ])("%s changes both", (_, change) => {
    const result = deriveTexts(closedBut(change));
    expect(result.digest).not.toBe(closed.digest);
    expect(result.authorityDigest).not.toBe(closed.authorityDigest);
  });
});

/** Values anywhere that no specification foresees. */
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false, 0, -1, "", "/", "dag", "tfjob", "data", "{{ x }}", "${X}", "replace"),
    fc.string(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...[
          "run",
          "kind",
          "environment",
          "container",
          "connections",
          "init",
          "sidecars",
          "volumes",
          "plugins",
        ],
        ...["operations", "components", "dagRef", "name", "worker", "workers", "env", "command", "resources"],
        ...[
          "limits",
          "securityContext",
          "security_context",
          "volume_mounts",
          "imagePullSecrets",
          "component",
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
    fc.constantFrom(
      ...["run", "component", "runPatch", "patchStrategy", "presets", "isPreset", "plugins", "termination"],
      ...["environment", "container", "pathRef", "hubRef", "name", "build", "params"],
    ),
    anything,
  );
  fc.assert(
    fc.property(fc.array(top, { minLength: 1, maxLength: 3 }), (documents) => {
      const texts = documents.map((fields) => JSON.stringify({ version: 1.1, kind: "operation", ...fields }));
      const result = deriveTexts(...texts);
      expect(result.format).toBe("polyaxon");
      expect(new Set(result.capabilities.map(({ key }) => key)).size).toBe(result.capabilities.length);
      const stored = texts.map((text) => redactText("a.yaml", text).text);
      expect(deriveTexts(...stored).digest).toBe(result.digest);
    }),
    { numRuns: 300 },
  );
});
