import { describe, expect, test } from "vitest";
import { redactText } from "@/lib/authority/redact";
import { deriveTexts } from "./from-text";

/** Every planted secret holds this, and nothing else does. */
const PLANTED = "zq7";

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: m }\n";
const POD = `apiVersion: v1
kind: Pod
metadata: { name: p }
spec:
  containers:
  - name: c
    image: a
`;
const OTHER = `${CONFIG_MAP}data: { LEVEL: info }\n`;

const env = (name: string, value: string) =>
  `${POD}    env:\n    - name: ${name}\n      value: ${JSON.stringify(value)}\n`;
const data = (key: string, value: string) => `${CONFIG_MAP}data:\n  ${key}: ${JSON.stringify(value)}\n`;
const command = (...words: string[]) => `${POD}    command: ${JSON.stringify(words)}\n`;

/** A name of what it is, the text, and whether a row must say that a secret is there. */
const LEAKS: [string, string, boolean][] = [
  ["an unreadable document beside a good one", `a: [\npassword: hidden-${PLANTED}\n---\n${OTHER}`, false],
  ["a Helm template beside a good one", `${OTHER}---\nx: {{ .Values.x }}\npassword: a${PLANTED}\n`, false],
  ["settings", `DB_PASSWORD=a${PLANTED}\nTOKEN=b${PLANTED}\n`, false],
  ["Compose", `services:\n  web:\n    environment: [ "X_TOKEN=a${PLANTED}" ]\n`, false],
  ["chart values beside a good one", `auth: { rootPass: a${PLANTED} }\n---\n${OTHER}`, false],
  ["a text that is one scalar", `just-a-${PLANTED}\n---\n${OTHER}`, false],
  ["a stream with an end mark", `${OTHER}...\n---\npass: { word: a${PLANTED} }\n`, false],
  [
    "a Helm chart's values in an object",
    `apiVersion: helm.cattle.io/v1\nkind: HelmChart\nmetadata: { name: h }\nspec:\n  valuesContent: |\n    db: { x: a${PLANTED} }\n  set: { db.password: b${PLANTED} }\n`,
    false,
  ],
  ["a shadowed key", `${CONFIG_MAP}data:\n  password: a${PLANTED}\n  password: b${PLANTED}\n`, true],
  ["a shadowed key in a flow map", `${CONFIG_MAP}data: { a: a${PLANTED}, a: ok }\n`, false],
  ["a shadowed key behind a merge", `${CONFIG_MAP}data: { <<: { a: a${PLANTED} }, a: ok }\n`, false],
  [
    "a shadowed key in JSON",
    `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"j"},"data":{"a":"a${PLANTED}","a":"ok"}}`,
    false,
  ],
  ["a comment in a text that begins like JSON", `{}\n---\n# a${PLANTED}\n${OTHER}`, false],
  ["JSON in a variable", env("CONFIG", `{"db":{"password":"a${PLANTED}","port":1}}`), true],
  ["JSON in JSON", env("CONFIG", JSON.stringify({ x: `{"api_key":"a${PLANTED}"}` })), true],
  ["a system property", env("JAVA_OPTS", `-Xmx1g -Dspring.password=a${PLANTED}`), true],
  ["JDBC", env("JDBC", `jdbc:postgresql://db/app?user=a&password=a${PLANTED}`), true],
  ["ODBC", env("ODBC", `Server=db;Uid=sa;Pwd=a${PLANTED};`), true],
  ["a token in a query", env("HOOK", `https://x.example/api?token=a${PLANTED}&b=1`), true],
  ["a signed URL", env("BLOB", `https://x.example/c?sv=1&sig=a${PLANTED}%3D`), true],
  ["a kubeconfig", env("KUBE", `users: [{name: a, user: {token: a${PLANTED}}}]`), true],
  ["a Sentry address", env("DSN_OF", `https://abcdef${PLANTED}abcdef@sentry.example/42`), true],
  ["a slash in a URL's password", env("URL", `postgres://app:a/${PLANTED}@db/app`), true],
  ["an at sign in a URL's password", env("URL", `postgres://app:a@${PLANTED}@db/app`), true],
  ...["/abc", "<abc", "env:abc", "vault:x", "$ABC", "file:"].map((start): [string, string, boolean] => [
    `${start}… is a password`,
    env("X_PASSWORD", start + PLANTED),
    true,
  ]),
  ...["DB_PW", "PASSWORDS", "TOKENS", "PASSWORD_B64", "SECRET_VALUE", "dbpassword", "API_KEYS"].map(
    (name): [string, string, boolean] => [name, env(name, `a${PLANTED}`), true],
  ),
  ["AUTH", env("AUTH", `admin:a${PLANTED}`), true],
  ["a variable of any name", env("ANYTHING", `kk3-${PLANTED}-9w`), false],
  ["a list as value", `${POD}    env: [ { name: X, value: [a${PLANTED}] } ]\n`, false],
  ["-p", command("login", "-p", `a${PLANTED}bcd`), true],
  ["--user", command("x", "--user", `admin:a${PLANTED}`), true],
  ["curl -u", command("curl", "-u", `u:a${PLANTED}`), true],
  ["mysql -p", command("mysql", `-pa${PLANTED}`), true],
  ["redis-cli -a", command("redis-cli", "-a", `a${PLANTED}`), true],
  ["a flag in a shell's text", command("sh", "-c", `app --password a${PLANTED} --port 80`), true],
  ["an option in a shell's text", command("sh", "-c", `app --token=a${PLANTED}; true`), true],
  ["an export in a shell's text", command("sh", "-c", `export DB_PASSWORD=a${PLANTED}; app`), true],
  ["mysql in a shell's text", command("sh", "-c", `mysql -h db -pa${PLANTED}`), true],
  ["redis-cli in a shell's text", command("sh", "-c", `redis-cli -h r -a a${PLANTED} ping`), true],
  ["curl in a shell's text", command("sh", "-c", `curl -u u:a${PLANTED} https://x.example`), true],
  ["a registry login", data(".dockerconfigjson", `{"auths":{"r.example":{"auth":"a${PLANTED}"}}}`), true],
  ["a login inside settings", data("c.json", `{"auths":{"r.example":{"auth":"a${PLANTED}"}}}`), true],
  ["pgpass", data(".pgpass", `db:5432:app:app:a${PLANTED}`), true],
  ["htpasswd", data("htpasswd", `admin:a${PLANTED}`), true],
  ["a password after a space", data("app.ini", `[db]\npass a${PLANTED}\n`), true],
  ["XML", data("s.xml", `<a><password>a${PLANTED}</password></a>`), true],
  ["XML attributes", data("s.xml", `<property name="db.password" value="a${PLANTED}"/>`), true],
  [
    "older configuration in any annotation",
    OTHER.replace("name: m", `name: m, annotations: { x: '{"stringData":{"k":"a${PLANTED}"}}' }`),
    false,
  ],
  [
    "probes",
    `${POD}    livenessProbe:\n      httpGet:\n        path: /h?token=a${PLANTED}\n        httpHeaders:\n        - { name: Authorization, value: Token b${PLANTED} }\n        - { name: Cookie, value: session=c${PLANTED} }\n`,
    true,
  ],
  ["hooks", `${POD}    lifecycle: { postStart: { exec: { command: [curl, -u, "u:a${PLANTED}"] } } }\n`, true],
  [
    "a workflow's script",
    `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: { name: w }\nspec:\n  templates:\n  - name: t\n    script:\n      image: a\n      source: "export API_TOKEN=a${PLANTED}9x && run {{inputs.parameters.repoUrl}}"\n`,
    true,
  ],
  [
    "a workflow's patch, manifest, request, parameters and artifact",
    `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: { name: w }\nspec:\n  podSpecPatch: '{"containers":[{"env":[{"name":"X_TOKEN","value":"a${PLANTED}"}]}]}'\n  arguments: { parameters: [{ name: password, value: b${PLANTED} }, { name: text, default: "c9${PLANTED}" }] }\n  templates:\n  - { name: r, resource: { action: create, manifest: "kind: Secret\\nstringData: {k: d9${PLANTED}}" } }\n  - { name: h, http: { url: "https://h.example.com/e9${PLANTED}", headers: [{ name: Authorization, value: "Bearer f9${PLANTED}" }], body: "g9${PLANTED}" } }\n  - { name: a, inputs: { artifacts: [{ name: x, raw: { data: "i9${PLANTED}" } }] }, container: { image: a } }\n`,
    false,
  ],
  [
    "a step's script and a task's parameters",
    `apiVersion: tekton.dev/v1\nkind: TaskRun\nmetadata: { name: t }\nspec:\n  params: [{ name: api-token, value: "a9${PLANTED}" }]\n  taskSpec:\n    params: [{ name: db-password, type: string, default: "b9${PLANTED}" }]\n    steps: [{ name: s, image: a, script: "curl -u u:c9${PLANTED} https://h" }]\n`,
    true,
  ],
  [
    "a Knative Service's environment",
    `apiVersion: serving.knative.dev/v1\nkind: Service\nmetadata: { name: k }\nspec: { template: { spec: { containers: [{ image: a, env: [{ name: API_TOKEN, value: a9${PLANTED} }] }] } } }\n`,
    true,
  ],
  [
    "a Secret whose keys are said",
    `apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { key: a9${PLANTED} }\n---\n${POD}    envFrom: [{ secretRef: { name: s } }]\n`,
    false,
  ],
  [
    "a typed list",
    `apiVersion: v1\nkind: SecretList\nitems:\n- metadata: { name: s }\n  stringData: { k: a${PLANTED} }\n`,
    false,
  ],
];

describe("a secret is neither stored nor shown", () => {
  test.each(LEAKS)("%s", (_, text, row) => {
    const stored = redactText("a.yaml", text).text;
    const result = deriveTexts(text);
    expect(stored).not.toContain(PLANTED);
    expect(JSON.stringify(result)).not.toContain(PLANTED);
    expect(stored.split("\n")).toHaveLength(text.split("\n").length);
    expect(redactText("a.yaml", stored).text).toBe(stored);
    expect(deriveTexts(stored).digest).toBe(result.digest);
    expect(deriveTexts(stored).authorityDigest).toBe(result.authorityDigest);
    if (row) expect(result.capabilities.map((capability) => capability.id)).toContain("secret-literal");
  });

  test("what is harmless stays, so that a reviewer can read it", () => {
    const text = `${POD}    args: ["--log-level", "info", "--port=8080", "--config=/etc/app/config.yaml"]
    env:
    - { name: LEVEL, value: info }
    - { name: PORT, value: "8080" }
    - { name: PEER, value: "http://cache.shop.svc:6379" }
    - { name: DB_PASSWORD, value: $(FROM_SECRET) }
`;
    expect(redactText("a.yaml", text).text).toBe(text);
    expect(deriveTexts(text).capabilities.map((row) => row.id)).not.toContain("secret-literal");
  });
});

describe("a text that is made to be slow", () => {
  const MEBIBYTE = 1024 * 1024;
  test.each(["-a", "a.", "\n", "password=", "[redacted: ", "eyJ-", "=:", "mysql "])(
    "a mebibyte of %j",
    (part) => {
      const text = data("k", `=://${part.repeat(MEBIBYTE / part.length)}`);
      expect(redactText("a.yaml", text).text.length).toBeGreaterThan(0);
      expect(deriveTexts(text).workloads).toEqual([]);
    },
  );
});

test("every text of a row can be stored", () => {
  const rows = JSON.stringify(deriveTexts(POD.replace("image: a", 'image: "x\\0y"')));
  expect(rows).not.toContain("\\u0000");
  expect(rows).toContain("x\ufffdy");
});
