import { describe, expect, test } from "vitest";
import { deriveWithCanonical } from "@/lib/authority/derive";
import { redactText } from "@/lib/authority/redact";
import { inspected, type Members } from "./docker-objects";

/** Every planted secret holds this, and nothing else does. */
const PLANTED = "zq7";
const A = `a${PLANTED}8x`;

const service = (members: Members, top: Members = {}): string =>
  JSON.stringify({ ...top, services: { s: { image: "a", ...members } } });
const container = (hostConfig: Members, config: Members = {}, rest: Members = {}): string =>
  JSON.stringify([inspected(hostConfig, config, rest)]);

/** A name of what it is, the file's name and text, and whether a row must say that a secret is there. */
const LEAKS: [string, string, boolean][] = [
  ["a variable in a map", service({ environment: { DB_PASSWORD: A } }), true],
  ["a variable in a list", service({ environment: [`DB_PASSWORD=${A}`] }), true],
  ["a variable of any name", service({ environment: { ANYTHING: A } }), false],
  ["a default", service({ environment: { X: `\${DB_PASSWORD:-${A}}` } }), true],
  ["a default under a secret's name", service({ environment: { DB_PASSWORD: `\${X:-${A}}` } }), true],
  ["a default in a default", service({ environment: { DB_PASSWORD: `\${X:-\${Y-${A}}}` } }), true],
  ["a default in a URL", service({ environment: { U: `postgres://u:\${X:-${A}}@db/x` } }), true],
  ["a password around a variable", service({ environment: { DB_PASSWORD: `${A}\${X}` } }), true],
  ["a URL", service({ environment: { U: `postgres://u:${A}@db/x` } }), true],
  ["a word of a command", service({ command: ["x", "--token", A] }), true],
  ["a default behind a flag", service({ command: ["x", "--token", `\${X:-${A}}`] }), true],
  ["a text behind a flag's variable", service({ command: ["x", "--token", `\${X:-y}${A}`] }), false],
  ["a command as a text", service({ command: `redis-server --requirepass ${A}` }), true],
  ["an entrypoint", service({ entrypoint: `x --password ${A}` }), true],
  ["a health check", service({ healthcheck: { test: ["CMD", "mysqladmin", `-p${A}`] } }), true],
  ["a label", service({ labels: { "x.auth.password": A } }), true],
  ["a label in a list", service({ labels: [`x.auth.password=${A}`] }), true],
  ["an annotation", service({ annotations: { token: A } }), true],
  ["a build argument", service({ build: { context: ".", args: { NPM_TOKEN: A } } }), true],
  ["a build's address", service({ build: `https://u:${A}@git.example.com/x.git` }), true],
  ["a Dockerfile", service({ build: { dockerfile_inline: `FROM a\nENV PASSWORD=${A}\n` } }), false],
  ["a log option", service({ logging: { driver: "splunk", options: { "splunk-token": A } } }), true],
  ["a hook's variable", service({ post_start: [{ command: "x", environment: [`API_KEY=${A}`] }] }), true],
  ["a hook's command", service({ pre_stop: [{ command: ["x", "--password", A] }] }), true],
  [
    "a config's content",
    service({ configs: ["c"] }, { configs: { c: { content: `password: ${A}\n` } } }),
    true,
  ],
  ["a secret's content", service({ secrets: ["k"] }, { secrets: { k: { content: A } } }), true],
  ["a secret's content that nobody takes", service({}, { secrets: { k: { content: A } } }), false],
  [
    "options of a volume",
    service({}, { volumes: { v: { driver_opts: { o: `username=u,password=${A}` } } } }),
    false,
  ],
  ["an x- element", service({}, { "x-any": { deep: [{ password: A }] } }), false],
  ["a member that Compose does not know", service({ unknown_member: { a: [A] } }), false],
  ["a comment", `services:\n  s: { image: a } # ${A}\n`, false],
  [
    "a merged variable",
    `x-e: &e { DB_PASSWORD: ${A} }\nservices:\n  s: { image: a, environment: { <<: *e } }\n`,
    true,
  ],
  ["a shadowed variable", `services:\n  s: { image: a, environment: { A: ${A}, A: ok } }\n`, false],
  ["settings", `# ${A}\nDB_PASSWORD=${A}\nANY="${A}" # ${A}\nMANY='${A}\n${A}'\n`, false],
  ["Env", container({}, { Env: [`DB_PASSWORD=${A}`, `ANY=${A}`] }), true],
  ["Cmd", container({}, { Cmd: ["x", `--password=${A}`] }), true],
  ["Entrypoint as a text", container({}, { Entrypoint: `x --password ${A}` }), true],
  ["Labels", container({}, { Labels: { password: A } }), true],
  [
    "a health check's test and output",
    container(
      {},
      { Healthcheck: { Test: ["CMD", `--token=${A}`] } },
      { State: { Health: { Log: [{ Output: A }] } } },
    ),
    true,
  ],
  ["log options", container({ LogConfig: { Type: "splunk", Config: { "splunk-token": A } } }), true],
  ["Args and Path", container({}, {}, { Path: A, Args: ["--password", A] }), false],
  [
    "the command that made it",
    container({}, { CreateCommand: ["podman", "run", "-e", `DB_PASSWORD=${A}`] }),
    false,
  ],
  [
    "an image's history",
    JSON.stringify([
      {
        Id: "1",
        RepoTags: ["a"],
        Config: { Env: [`TOKEN=${A}`] },
        History: [{ created_by: `ENV PASSWORD=${A}` }],
      },
    ]),
    false,
  ],
  [
    "a volume's options",
    JSON.stringify([{ Name: "v", Mountpoint: "/x", Options: { o: `password=${A}` }, Labels: { a: A } }]),
    false,
  ],
];

describe("no secret comes out", () => {
  test.each(LEAKS)("%s", (_, text, said) => {
    const files = [{ name: "a.yaml", bytes: new TextEncoder().encode(text) }];
    const { result, canonical } = deriveWithCanonical({ path: "a", files });
    const stored = redactText("a.yaml", text).text;
    expect(JSON.stringify(result)).not.toContain(PLANTED);
    expect(canonical).not.toContain(PLANTED);
    expect(stored).not.toContain(PLANTED);
    if (said) expect(result.capabilities.map(({ id }) => id)).toContain("secret-literal");
    expect(redactText("a.yaml", stored).text).toBe(stored);
    const again = deriveWithCanonical({
      path: "a",
      files: [{ name: "a.yaml", bytes: new TextEncoder().encode(stored) }],
    });
    expect(again.result.digest).toBe(result.digest);
    expect(again.result.authorityDigest).toBe(result.authorityDigest);
  });
});
