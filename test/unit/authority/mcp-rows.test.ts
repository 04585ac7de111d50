import { describe, expect, test } from "vitest";
import { catalogueEntry } from "@/lib/authority/catalogue/index-of-ids";
import type { DeriveResult, GrantedCapability } from "@/lib/authority/schema";
import { codesOf, deriveTexts, idsOf, rowOf } from "./from-text";

const config = (server: unknown): DeriveResult => deriveTexts(JSON.stringify({ mcpServers: { s: server } }));
const docker = (...options: string[]): DeriveResult =>
  config({
    command: "docker",
    args: ["run", "-i", "--rm", ...options, `registry.example.com/a@sha256:${"a".repeat(64)}`],
  });
const tools = (...list: unknown[]): DeriveResult => deriveTexts(JSON.stringify({ tools: list }));
const row = (result: DeriveResult, id: string, anchor: string): GrantedCapability | undefined =>
  result.capabilities.find((one) => one.id === id && one.anchor === anchor);

const LOCAL = { command: "/opt/server" };
const npx = (...args: string[]) => ({ command: "npx", args });
const uvx = (...args: string[]) => ({ command: "uvx", args });

/** Each id with a server that grants it, its origin, and one that does not. */
const EXPRESSED: [id: string, grants: unknown, origin: string, grantsNot: unknown][] = [
  ["egress-any", LOCAL, "default", { url: "https://mcp.example.com/mcp" }],
  [
    "secret-literal",
    { ...LOCAL, env: { API_TOKEN: "abc123def" } },
    "explicit",
    { ...LOCAL, env: { LEVEL: "info" } },
  ],
  [
    "secret-literal",
    { url: "https://u:abc123def@mcp.example.com" },
    "explicit",
    { url: "https://mcp.example.com" },
  ],
  [
    "secret-literal",
    { url: "https://m.example.com", headers: { Authorization: "Bearer abcdef" } },
    "explicit",
    { url: "https://m.example.com", headers: { Accept: "text/plain" } },
  ],
  [
    "secret-literal",
    { command: "x", args: ["--token", "abc123def"] },
    "explicit",
    { command: "x", args: ["--level", "info"] },
  ],
  [
    "secret-env",
    { ...LOCAL, env: { API_TOKEN: "${input:token}" } },
    "explicit",
    { ...LOCAL, env: { LEVEL: "${input:level}" } },
  ],
  [
    "secret-env",
    { url: "https://m.example.com", headers: { Authorization: "Bearer ${env:T}" } },
    "explicit",
    { url: "https://m.example.com" },
  ],
  ["secret-env", { ...LOCAL, envFile: ".env" }, "unknown", LOCAL],
  ["image-mutable", npx("-y", "@scope/server"), "default", npx("-y", "@scope/server@1.2.3")],
  ["image-mutable", npx("-y", "@scope/server@latest"), "default", npx("-p", "@scope/server@1.2.3", "server")],
  ["image-mutable", npx("@scope/server@^1.0.0"), "explicit", LOCAL],
  ["image-mutable", uvx("mcp-server-git"), "default", uvx("mcp-server-git==1.2.3")],
  [
    "image-mutable",
    uvx("--from", "git+https://git.example.com/a/b", "x"),
    "default",
    uvx("--from", `git+https://git.example.com/a/b@${"a".repeat(40)}`, "x"),
  ],
  ["image-source", npx("server"), "explicit", LOCAL],
  [
    "host-path-rw",
    npx("-y", "@modelcontextprotocol/server-filesystem", "/srv/data"),
    "explicit",
    npx("-y", "@modelcontextprotocol/server-memory", "/srv/data"),
  ],
  ["runtime-api-tcp", { ...LOCAL, env: { DOCKER_HOST: "tcp://d:2375" } }, "explicit", LOCAL],
  ["cloud-identity", { ...LOCAL, env: { AWS_PROFILE: "build" } }, "explicit", LOCAL],
  ["proxy-only-egress", { ...LOCAL, env: { HTTPS_PROXY: "http://p:1" } }, "explicit", LOCAL],
];

/** The same for what `docker run` says. */
const DOCKER: [id: string, grants: string[], grantsNot: string[]][] = [
  ["privileged", ["--privileged"], ["--privileged=false"]],
  ["host-path-rw", ["-v", "/srv/a:/a"], ["-v", "/srv/a:/a:ro"]],
  [
    "host-path-rw",
    ["--mount", "type=bind,source=/srv/a,target=/a"],
    ["--mount", "type=volume,source=a,target=/a"],
  ],
  ["host-path-ro", ["--volume=/srv/a:/a:ro"], ["-v", "named:/a:ro"]],
  ["host-path-ro", ["--mount", "type=bind,src=/srv/a,dst=/a,readonly"], []],
  ["host-path-sensitive", ["-v", "/etc:/a:ro"], ["-v", "/srv/a:/a"]],
  ["runtime-socket", ["-v", "/var/run/docker.sock:/var/run/docker.sock"], []],
  ["host-network", ["--network", "host"], ["--network", "none"]],
  ["host-network", ["--net=host"], []],
  ["egress-any", [], ["--network=none"]],
  ["host-pid", ["--pid=host"], []],
  ["host-ipc", ["--ipc", "host"], []],
  ["host-uts-cgroupns", ["--uts", "host"], []],
  ["no-user-namespace", ["--userns=host"], []],
  ["cap-add", ["--cap-add", "SYS_ADMIN"], []],
  ["device-access", ["--device", "/dev/kvm"], []],
  ["seccomp-unconfined", ["--security-opt", "seccomp=unconfined"], ["--security-opt", "seccomp=p.json"]],
  ["apparmor-unconfined", ["--security-opt", "apparmor=unconfined"], []],
  ["host-gateway", ["--add-host", "host.docker.internal:host-gateway"], []],
  ["ingress-exposed", ["-p", "8080:80"], ["-p", "127.0.0.1:8080:80"]],
  ["secret-literal", ["-e", "API_TOKEN=abc123def"], ["-e", "LEVEL=info"]],
  ["secret-env", ["-e", "API_TOKEN"], ["-e", "LEVEL"]],
];

describe("each id that a client's configuration can express", () => {
  test.each(EXPRESSED)("%s is granted by %j", (id, grants, origin) => {
    const found = config(grants).capabilities.filter((one) => one.id === id);
    expect(found.map((one) => one.origin)).toEqual([origin]);
    expect(found[0]).toMatchObject({ workload: "mcp s", container: "s" });
  });

  test.each(EXPRESSED)("%s is not: %j, %s, %j", (id, _, __, grantsNot) => {
    expect(idsOf(config(grantsNot))).not.toContain(`${id}@s`);
  });

  test.each(DOCKER)("%s is granted by docker run %j", (id, grants) => {
    expect(idsOf(docker(...grants))).toContain(`${id}@s`);
  });

  test.each(DOCKER)("%s is not: %j, docker run %j", (id, _, grantsNot) => {
    expect(idsOf(docker(...grantsNot))).not.toContain(`${id}@s`);
  });

  test("and the catalogue says how each is taken away here", () => {
    for (const [id] of [...EXPRESSED, ...DOCKER])
      expect(catalogueEntry(id).removalElsewhere.mcp, id).toBeDefined();
  });

  test("an image without a digest can change, one with a digest cannot", () => {
    const run = (image: string) => config({ command: "docker", args: ["run", "-i", image] });
    expect(rowOf(run("mcp/fetch"), "image-mutable")).toMatchObject({
      anchor: "docker.io/mcp/fetch",
      origin: "default",
    });
    expect(rowOf(run("mcp/fetch:1.0"), "image-mutable")?.origin).toBe("explicit");
    expect(rowOf(docker(), "image-mutable")).toBeUndefined();
  });
});

describe("servers", () => {
  test("what tools a server has is unknown until they are listed", () => {
    expect(row(config(LOCAL), "tool-call", "s *")).toMatchObject({ origin: "unknown", access: "execute" });
    const both = deriveTexts(
      JSON.stringify({ mcpServers: { s: LOCAL } }),
      JSON.stringify({ tools: [{ name: "add", inputSchema: { type: "object" } }] }),
    );
    expect(row(both, "tool-call", "s *")).toBeUndefined();
    expect(row(both, "tool-call", "s add")).toBeDefined();
  });

  test("plain HTTP to another machine is graver than TLS, and than this machine", () => {
    const at = (url: string) => row(config({ url }), "tool-call", "s *");
    expect(at("http://mcp.example.com/sse")).toMatchObject({
      severity: "high",
      extent: ["mcp.example.com without TLS"],
    });
    expect(at("https://mcp.example.com/sse")).toMatchObject({
      severity: "medium",
      extent: ["mcp.example.com"],
    });
    expect(at("http://localhost:3000/sse")).toMatchObject({ severity: "medium", extent: ["localhost:3000"] });
  });

  test("a tool that is called without asking is a row of its own", () => {
    expect(
      row(config({ ...LOCAL, alwaysAllow: ["write_file"] }), "tool-call", "s write_file")?.severity,
    ).toBe("high");
  });

  test("a server that is switched off yields a note and no row", () => {
    const result = config({ ...LOCAL, disabled: true });
    expect(result.capabilities).toEqual([]);
    expect(codesOf(result)).toContain("info disabled");
  });

  test.each([
    ["VS Code", { servers: { s: { type: "stdio", ...LOCAL } }, inputs: [] }],
    ["VS Code's settings", { mcp: { servers: { s: LOCAL } }, "editor.fontSize": 12 }],
    ["a project of many", { projects: { "/srv": { mcpServers: { s: LOCAL } } } }],
  ])("%s keeps them elsewhere", (_, text) => {
    const result = deriveTexts(JSON.stringify(text));
    expect(result.format).toBe("mcp");
    expect(result.workloads.map(({ ref }) => ref)).toEqual(["mcp s"]);
  });
});

describe("a list of tools", () => {
  const FETCH = {
    name: "fetch_page",
    description: "Fetches.",
    inputSchema: { type: "object", properties: { url: {} } },
  };

  test("each tool is a row, with its parameters", () => {
    const result = tools(FETCH, { name: "now", inputSchema: { type: "object", properties: {} } });
    expect(row(result, "tool-call", "server fetch_page")).toMatchObject({
      extent: ["url"],
      severity: "medium",
      origin: "explicit",
    });
    expect(row(result, "tool-call", "server now")).toMatchObject({
      extent: ["no parameter"],
      severity: "low",
    });
    expect(codesOf(result)).toContain("info server-not-named");
  });

  test("in its envelope it is the same", () => {
    const envelope = deriveTexts(
      JSON.stringify({ jsonrpc: "2.0", id: 7, result: { tools: [FETCH], nextCursor: "x" } }),
    );
    expect(envelope.digest).toBe(tools(FETCH).digest);
    expect(codesOf(envelope)).toContain("warning more-pages");
  });

  test.each([
    ["run_command", {}, "critical"],
    ["helper", { command: {} }, "critical"],
    ["delete_file", {}, "high"],
    ["sendEmail", {}, "high"],
    ["getSecret", {}, "high"],
    ["query", { sql: {} }, "medium"],
    ["read_file", {}, "low"],
    ["frobnicate", {}, "medium"],
  ])("%s with %j suggests %s, and says that it is a suggestion", (name, properties, severity) => {
    const found = row(tools({ name, inputSchema: { properties } }), "tool-call", `server ${name}`);
    expect(found?.severity).toBe(severity);
    expect(found?.explanation).toMatch(/suggestion and no proof|cannot be told from its name/);
  });

  test("annotations are the server's own claims, and change no severity", () => {
    const found = rowOf(
      tools({
        name: "delete_file",
        inputSchema: {},
        annotations: { readOnlyHint: true, destructiveHint: false },
      }),
      "tool-call",
    );
    expect(found?.severity).toBe("high");
    expect(found?.limits).toEqual([
      "claimed by the server itself, enforced by nothing: changes nothing (readOnlyHint), only adds (destructiveHint)",
    ]);
  });

  test("functions that a host offers to the code inside are rows of their own", () => {
    const result = tools({
      type: "function",
      function: { name: "read_row", parameters: { properties: { id: {} } } },
    });
    expect(rowOf(result, "host-function")).toMatchObject({ anchor: "server read_row", extent: ["id"] });
    expect(rowOf(result, "tool-call")).toBeUndefined();
    expect(rowOf(tools(FETCH), "host-function")).toBeUndefined();
    expect(
      rowOf(deriveTexts(JSON.stringify({ functions: [{ name: "f", parameters: {} }] })), "host-function"),
    ).toBeDefined();
  });
});
