import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derive, deriveWithCanonical } from "@/lib/authority/derive";
import { redactText } from "@/lib/authority/redact";
import type { Format } from "@/lib/authority/schema";
import { deriveTexts } from "./from-text";

/** Every planted secret holds this, and nothing else does. */
const PLANTED = "zq7";
const SHAPED = "ghp_zq7zq7zq7zq7zq7zq7zq7";

const mcp = (server: unknown): string => JSON.stringify({ mcpServers: { s: server } }, null, 1);
const tool = (more: object): string => JSON.stringify({ tools: [{ name: "t", inputSchema: {}, ...more }] });
const jail = (fields: string): string => `name: "j"\nclone_newnet: true\n${fields}\n`;

/** A name of what it is, the text, and whether a row must say that a secret is there. */
const LEAKS: [string, string, boolean][] = [
  ["bwrap: --setenv", `bwrap --setenv API_TOKEN a${PLANTED} sh`, true],
  ["bwrap: any variable", `bwrap --setenv ANYTHING kk3-${PLANTED}-9w sh`, false],
  ["bwrap: a default", `bwrap --setenv API_TOKEN "\${API_TOKEN:-a${PLANTED}}" sh`, true],
  ["bwrap: a variable before", `API_TOKEN=a${PLANTED} bwrap --unshare-all sh`, true],
  ["bwrap: a variable behind env", `env API_TOKEN=a${PLANTED} bwrap --unshare-all sh`, true],
  ["bwrap: the command's flags", `bwrap --unshare-all app --password a${PLANTED}`, true],
  ["bwrap: a shell inside", `bwrap --unshare-all sh -c 'export DB_PASSWORD=a${PLANTED}; app'`, true],
  ["bwrap: a path", `bwrap --bind /srv/${SHAPED} /a sh`, false],
  ["bwrap: the program's name", `bwrap --unshare-all /opt/${SHAPED}`, false],
  ["bwrap: a host name", `bwrap --unshare-all --hostname ${SHAPED} sh`, false],
  ["bwrap: an option of another program", `bwrap --unshare-all --api-key=a${PLANTED} sh`, false],
  ["bwrap: a comment", `# a${PLANTED}\nbwrap \\\n  --unshare-all \\\n  sh # b${PLANTED}\n`, false],
  ["bwrap: a comment among the options", `--unshare-all # a${PLANTED}\n--ro-bind /a /a\n`, false],
  ["bwrap: a here-document", `bwrap --args 3 3<<EOF --unshare-all sh\na${PLANTED}\nEOF\n`, false],
  ["bwrap: a here-document among options", `--unshare-all 3<<EOF --ro-bind /a /a\na${PLANTED}\nEOF\n`, false],
  ["bwrap: a here-string", `bwrap --args 3 3<<<"a${PLANTED}" --unshare-all sh\n`, false],
  [
    "bwrap: the rest of the script",
    `PASSWORD=a${PLANTED}\nbwrap --unshare-all sh && curl -u u:b${PLANTED} x\n`,
    false,
  ],
  ["bwrap: between two calls", `bwrap --unshare-all a; X=a${PLANTED}; bwrap --unshare-all b`, false],
  ["bwrap: over lines", `bwrap --setenv API_TOKEN 'a\nb${PLANTED}' --unshare-all sh`, true],
  ["bwrap: an array", `x=(bwrap --setenv API_TOKEN a${PLANTED} # b${PLANTED}\n --unshare-all\n sh)\n`, true],
  ["bwrap: JSON", JSON.stringify(["bwrap", "--setenv", "API_TOKEN", `a${PLANTED}`, "sh"]), true],
  ["bwrap: a line each", `bwrap\n--setenv\nAPI_TOKEN\na${PLANTED}\nsh\n`, true],
  ["nsjail: envar", jail(`envar: "API_TOKEN=a${PLANTED}"`), true],
  ["nsjail: any envar", jail(`envar: "X=kk3-${PLANTED}-9w"`), false],
  ["nsjail: arguments", jail(`exec_bin { path: "/bin/app" arg: "--password" arg: "a${PLANTED}" }`), true],
  ["nsjail: a file's content", jail(`mount { dst: "/a.ini" src_content: "password = a${PLANTED}" }`), true],
  [
    "nsjail: a credential file",
    jail(`mount { dst: "/root/.pgpass" src_content: "h:5432:d:u:a${PLANTED}" }`),
    true,
  ],
  ["nsjail: a path", jail(`mount { dst: "/a" src: "/srv/${SHAPED}" is_bind: true }`), false],
  ["nsjail: its name", jail("").replace('"j"', `"${SHAPED}"`), false],
  ["nsjail: its description", jail(`description: "password: a${PLANTED}"`), false],
  ["nsjail: strings side by side", jail(`envar: "API_TOKEN=" "a${PLANTED}"`), true],
  ["nsjail: a comment", jail(`# a${PLANTED}`), false],
  ["nsjail: a field that is not known", jail(`whatever { secret: "kk3-${PLANTED}-9w" }`), false],
  ["nsjail: a field that is written twice", jail(`hostname: "a${PLANTED}"\nhostname: "b"`), false],
  ["nsjail: JSON", JSON.stringify({ cloneNewnet: true, envar: [`API_TOKEN=a${PLANTED}`] }), true],
  ["nsjail: broken", jail(`envar: "API_TOKEN=a${PLANTED}`), false],
  ["MCP: env", mcp({ command: "x", env: { API_TOKEN: `a${PLANTED}` } }), true],
  ["MCP: any env", mcp({ command: "x", env: { X: `kk3-${PLANTED}-9w` } }), false],
  ["MCP: a default in env", mcp({ command: "x", env: { API_TOKEN: `\${T:-a${PLANTED}}` } }), true],
  ["MCP: args", mcp({ command: "x", args: ["--api-key", `a${PLANTED}`] }), true],
  ["MCP: one word", mcp({ command: "x", args: [`--api-key=a${PLANTED}`] }), true],
  ["MCP: docker -e", mcp({ command: "docker", args: ["run", "-e", `API_TOKEN=a${PLANTED}`, "img"] }), true],
  [
    "MCP: docker --env=",
    mcp({ command: "docker", args: ["run", `--env=API_TOKEN=a${PLANTED}`, "img"] }),
    true,
  ],
  ["MCP: docker's command", mcp({ command: "docker", args: ["run", "img", "--token", `a${PLANTED}`] }), true],
  ["MCP: a package's URL", mcp({ command: "npx", args: [`git+https://u:a${PLANTED}@h.example/x`] }), true],
  [
    "MCP: a header",
    mcp({ url: "https://m.example/x", headers: { Authorization: `Bearer a${PLANTED}` } }),
    true,
  ],
  ["MCP: headers as lines", mcp({ url: "https://m.example/x", headers: [`X-Api-Key: a${PLANTED}`] }), true],
  ["MCP: a URL's query", mcp({ url: `https://m.example/x?token=a${PLANTED}` }), true],
  ["MCP: a URL's path", mcp({ url: `https://m.example/s/kk3-${PLANTED}-9w/mcp` }), false],
  ["MCP: a URL's password", mcp({ url: `https://u:a${PLANTED}@m.example/x` }), true],
  ["MCP: a field of another kind", mcp({ command: "x", oauth: { clientSecret: `a${PLANTED}` } }), false],
  [
    "MCP: settings beside the servers",
    JSON.stringify({ mcpServers: {}, other: { password: `a${PLANTED}` } }),
    false,
  ],
  ["MCP: a tool's description", tool({ description: `uses kk3-${PLANTED}-9w` }), false],
  ["MCP: a tool's name", tool({ name: SHAPED }), false],
  [
    "MCP: a schema's default",
    tool({ inputSchema: { properties: { token: { default: `a${PLANTED}` } } } }),
    false,
  ],
];

describe("a secret is neither stored nor shown", () => {
  test.each(LEAKS)("%s", (_, text, row) => {
    const { result, canonical } = deriveWithCanonical({
      path: "t",
      files: [{ name: "a", bytes: new TextEncoder().encode(text) }],
    });
    const stored = redactText("a", text).text;
    expect(stored).not.toContain(PLANTED);
    expect(canonical).not.toContain(PLANTED);
    expect(JSON.stringify(result)).not.toContain(PLANTED);
    expect(stored.split("\n")).toHaveLength(text.split("\n").length);
    expect(redactText("a", stored).text).toBe(stored);
    const again = deriveTexts(stored);
    expect(again.digest).toBe(result.digest);
    expect(again.authorityDigest).toBe(result.authorityDigest);
    expect(again.capabilities.map(({ key, source }) => `${key} ${source.line}`)).toEqual(
      result.capabilities.map(({ key, source }) => `${key} ${source.line}`),
    );
    if (row) expect(result.capabilities.map((capability) => capability.id)).toContain("secret-literal");
  });

  test("NUL between arguments is stored as lines", () => {
    const text = ["bwrap", "--setenv", "API_TOKEN", `a${PLANTED}`, "--setenv", "X", "a\nb", "sh"].join("\0");
    const stored = redactText("a", text).text;
    expect(stored).not.toContain(PLANTED);
    expect(stored).not.toContain("\0");
    expect(deriveTexts(stored).digest).toBe(deriveTexts(text).digest);
  });

  test("what is harmless stays, so that a reviewer can read it", () => {
    const script = "bwrap --unshare-all --setenv LEVEL info --ro-bind /usr /usr python3 -c pass\n";
    expect(redactText("a", script).text).toBe(script);
    const text = jail('envar: "LEVEL=info"\nmount { src: "/usr" dst: "/usr" is_bind: true }');
    expect(redactText("a", text).text).toBe(text);
    const client = mcp({ command: "npx", args: ["-y", "@scope/server@1.2.3"], env: { LEVEL: "info" } });
    expect(redactText("a", client).text).toBe(client);
  });
});

describe("whatever the text is", () => {
  const PARTS = [
    "bwrap ",
    "--bind ",
    "--ro-bind ",
    "--setenv ",
    "A_TOKEN ",
    "/a ",
    "$X ",
    "${x[@]} ",
    "$(a ",
    ")",
    "`",
    "'",
    '"',
    "\\",
    "\n",
    "# c\n",
    "; ",
    "| ",
    "<<EOF ",
    "EOF\n",
    "<<< ",
    "3< ",
    "x=( ",
    "--args 3 ",
    "--",
    "timeout 5 ",
    "\0",
    "é",
    " ",
  ];
  const JAIL_PARTS = [
    "name: ",
    '"a"',
    "'b'",
    "mount ",
    "{",
    "}",
    "<",
    ">",
    "[",
    "]",
    ":",
    ",",
    "clone_newnet: ",
    "false ",
    "# c\n",
    "\n",
    '"',
    "\\",
    "\\x4",
    "envar: ",
    '"A_TOKEN=b" ',
    "uidmap { ",
    "5 ",
  ];
  const read = (text: string, format: Format | "auto") => {
    const files = [{ name: "a", bytes: new TextEncoder().encode(text) }];
    const result = derive({ path: "t", files, format });
    const stored = redactText("a", text, format).text;
    expect(redactText("a", stored, format).text).toBe(stored);
    if (result.notes.some(({ level }) => level === "error")) return;
    const again = derive({
      path: "t",
      files: [{ name: "a", bytes: new TextEncoder().encode(stored) }],
      format,
    });
    expect(again.authorityDigest).toBe(result.authorityDigest);
    expect(again.digest).toBe(result.digest);
  };
  const textOf = (parts: string[]) =>
    fc
      .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 4 })), { maxLength: 40 })
      .map((all) => all.join(""));

  test("a command line is read, stored and read again the same", () => {
    fc.assert(
      fc.property(textOf(PARTS), (text) => read(`bwrap --unshare-all ${text}`, "auto")),
      { numRuns: 600, seed: 7 },
    );
    fc.assert(
      fc.property(textOf(PARTS), (text) => read(text, "bwrap")),
      { numRuns: 300, seed: 7 },
    );
  });

  test("a text format is read, stored and read again the same", () => {
    fc.assert(
      fc.property(textOf(JAIL_PARTS), (text) => read(text, "nsjail")),
      { numRuns: 600, seed: 7 },
    );
    fc.assert(
      fc.property(textOf(JAIL_PARTS), (text) => read(`clone_newnet: false\n${text}`, "auto")),
      { numRuns: 300, seed: 7 },
    );
  });

  test("any JSON in the place of a server or a tool is read", () => {
    const server = fc.record(
      {
        command: fc.jsonValue(),
        args: fc.jsonValue(),
        env: fc.jsonValue(),
        url: fc.jsonValue(),
        headers: fc.jsonValue(),
        disabled: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(server, (value) => read(JSON.stringify({ mcpServers: { s: value } }), "auto")),
      { numRuns: 300, seed: 7 },
    );
    const list = fc.array(
      fc.record({
        name: fc.oneof(fc.string(), fc.jsonValue()),
        inputSchema: fc.jsonValue(),
        annotations: fc.jsonValue(),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(list, (tools) => read(JSON.stringify({ tools }), "auto")),
      { numRuns: 300, seed: 7 },
    );
  });

  test.each([
    "$(",
    "'",
    '"',
    "`",
    "<<a ",
    "x=(",
    "\\\n",
    "#\n",
    "--bind / / ",
    "${",
    "bwrap -a\n",
    "3<x ",
    "mount {",
    '"a" ',
  ])("a mebibyte of %j", (part) => {
    const text = `bwrap --unshare-all ${part.repeat((1024 * 1024) / part.length)}`;
    expect(redactText("a", text).text.length).toBeGreaterThan(0);
    expect(redactText("a", text, "nsjail").text.length).toBeGreaterThanOrEqual(0);
  });
});
