import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/identity/actor";
import { reportOf } from "@/lib/report/report-of";
import { loadReport } from "@/lib/report/server/load-report";
import { authorityPage } from "@/lib/review/server/authority-page";
import { capabilityOrder, capabilityWindow } from "@/lib/review/server/capabilities-read";
import { attachConfiguration } from "@/lib/review/server/configurations-attach";
import { configurationDrift } from "@/lib/review/server/configurations-drift";
import { attachBody } from "@/lib/review/server/configurations-input";
import { previewConfiguration } from "@/lib/review/server/configurations-preview";
import { configurationDetail } from "@/lib/review/server/configurations-read";
import { bundleDeriveWorker } from "../../support/derive-worker";
import { type FreshDatabase, freshDatabase } from "../../support/fresh-database";
import { makeWorld, type World } from "../../support/world";

let database: FreshDatabase;
let world: World;
let ada: Actor;
let reviewId: string;

beforeAll(async () => {
  database = await freshDatabase();
  world = await makeWorld(database);
  ada = await world.member("Ada", "reviewer");
  await bundleDeriveWorker();
  ({ reviewId } = await world.review());
});
afterAll(() => database.drop());

/** Every planted secret holds this, and nothing else does. */
const PLANTED = "zq7x4k";
const secret = (at: number) => `${PLANTED}${at}Secret`;

/** Each format with a secret in each place that it can hold one. */
const PLACES: [format: string, file: string, text: string][] = [
  [
    "kubernetes",
    "app.yaml",
    `# ${secret(0)}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app
  annotations:
    note: "password=${secret(1)}"
    kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"token":"${secret(2)}"}}'
spec:
  template:
    spec:
      containers:
        - name: app
          image: registry.example/app:1
          command: [run, --token=${secret(3)}, --password, ${secret(4)}]
          args: ["https://user:${secret(5)}@db.example/x"]
          env:
            - {name: API_KEY, value: ${secret(6)}}
            - {name: DATABASE_URL, value: "postgres://app:${secret(7)}@db/app"}
          livenessProbe:
            httpGet: {path: "/health?token=${secret(8)}", port: 80, httpHeaders: [{name: Authorization, value: "Bearer ${secret(9)}"}]}
          lifecycle: {postStart: {exec: {command: [curl, -u, "a:${secret(10)}", "https://x.example"]}}}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData: {password: ${secret(11)}}
data: {token: ${Buffer.from(secret(12)).toString("base64")}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {app.conf: "db.password = ${secret(13)}\\n", KEY_PASSWORD: ${secret(14)}}
`,
  ],
  [
    "compose",
    "compose.yml",
    `# ${secret(20)}
services:
  web:
    image: registry.example/web:1
    build: {context: ., args: {NPM_TOKEN: ${secret(21)}}}
    command: ["serve", "--api-key=${secret(22)}"]
    entrypoint: run --password ${secret(23)}
    environment: ["API_TOKEN=${secret(24)}", "URL=https://u:${secret(25)}@x.example"]
    labels: {auth.password: ${secret(26)}}
    healthcheck: {test: ["CMD", "curl", "-H", "Authorization: Bearer ${secret(27)}", "http://localhost"]}
    logging: {driver: splunk, options: {splunk-token: ${secret(28)}}}
  db:
    image: postgres:16
    environment: {POSTGRES_PASSWORD: "\${PW:-${secret(29)}}"}
secrets: {pw: {environment: PW}, other: {content: ${secret(30)}}}
configs: {conf: {content: "password: ${secret(31)}"}}
`,
  ],
  [
    "docker-inspect",
    "inspect.json",
    JSON.stringify([
      {
        Id: "a".repeat(64),
        Name: "/web",
        Path: "run",
        Args: [`--token=${secret(40)}`],
        Config: {
          Image: "registry.example/web:1",
          Env: [`API_TOKEN=${secret(41)}`],
          Cmd: ["run", "--password", secret(42)],
          Labels: { "auth.password": secret(43) },
          Healthcheck: { Test: ["CMD-SHELL", `curl -u a:${secret(44)} http://localhost`] },
        },
        HostConfig: { LogConfig: { Type: "splunk", Config: { "splunk-token": secret(45) } } },
      },
    ]),
  ],
  [
    "oci",
    "config.json",
    JSON.stringify({
      ociVersion: "1.0.2",
      process: {
        args: ["run", `--token=${secret(50)}`],
        env: [`API_TOKEN=${secret(51)}`],
        cwd: "/",
        user: { uid: 0, gid: 0 },
      },
      root: { path: "rootfs" },
      annotations: { "auth.password": secret(52) },
      hooks: {
        prestart: [
          { path: "/bin/hook", args: ["hook", `--password=${secret(53)}`], env: [`TOKEN=${secret(54)}`] },
        ],
      },
    }),
  ],
  [
    "polyaxon",
    "operation.yaml",
    `version: 1.1
kind: operation
name: train
component:
  run:
    kind: job
    container:
      image: registry.example/train:1
      command: [train, --token=${secret(60)}]
      env: [{name: API_KEY, value: ${secret(61)}}]
`,
  ],
  [
    "bwrap",
    "run.sh",
    `#!/bin/sh\n# ${secret(70)}\nexec bwrap --unshare-all --setenv API_TOKEN ${secret(71)} --ro-bind /usr /usr python3 --password ${secret(72)}\n`,
  ],
  [
    "nsjail",
    "jail.cfg",
    `# ${secret(80)}\nname: "jail"\nmode: ONCE\nenvar: "API_TOKEN=${secret(81)}"\nexec_bin { path: "/bin/run" arg: "--password=${secret(82)}" }\n`,
  ],
  [
    "mcp",
    "mcp.json",
    JSON.stringify({
      mcpServers: {
        files: {
          command: "npx",
          args: ["-y", "files@1.0.0", `--token=${secret(90)}`],
          env: { API_KEY: secret(91) },
        },
        web: {
          url: `https://u:${secret(92)}@mcp.example/x?token=${secret(93)}`,
          headers: { Authorization: `Bearer ${secret(94)}` },
        },
      },
    }),
  ],
];

describe("a secret in a configuration", () => {
  it.each(PLACES)(
    "of %s is nowhere after it was attached, neither stored nor shown",
    async (format, name, text) => {
      expect(text).toContain(PLANTED);
      const input = { files: [{ name, text }], environment: format, provenance: "captured" as const };
      const signal = new AbortController().signal;
      const preview = await previewConfiguration(ada, reviewId, input, signal);
      expect(preview.format).toBe(format);
      const body = attachBody.parse({ ...input, configDigest: preview.configDigest, roles: [] });
      const attached = await attachConfiguration(ada, reviewId, body, signal);
      const { numbers } = await capabilityOrder(ada, reviewId, { q: "", filters: [], sort: [] });
      const shown = {
        preview,
        attached,
        page: await authorityPage(ada, reviewId),
        rows: await capabilityWindow(ada, reviewId, numbers),
        detail: await configurationDetail(ada, reviewId, attached.id),
        drift: await configurationDrift(ada, reviewId, attached.id),
        report: reportOf(await loadReport(ada, reviewId, { events: true })),
      };
      expect(numbers.length).toBeGreaterThan(0);
      for (const [where, what] of Object.entries(shown))
        expect(JSON.stringify(what), where).not.toContain(PLANTED);
      expect(await tablesWith(PLANTED)).toEqual([]);
      expect(await tablesWith(Buffer.from(secret(12)).toString("base64"))).toEqual([]);
    },
  );

  it("would be found if a table held one", async () => {
    await world.owner("update review set title = $1 where id = $2", [secret(99), reviewId]);
    expect(await tablesWith(PLANTED)).toEqual(["review"]);
  });
});

/** The tables of which some row, written as text, holds a text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await world.owner<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await world.owner<{ n: number }>(
      `select count(*)::int as n from "${name}" t where position($1 in t::text) > 0`,
      [text],
    );
    if (row!.n > 0) found.push(name);
  }
  return found;
}
