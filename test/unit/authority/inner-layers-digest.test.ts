import { describe, expect, test } from "vitest";
import { driftBetween } from "@/lib/authority/drift";
import { tuplesOf } from "@/lib/authority/tuples";
import { compareTuples } from "@/lib/authority/wider";
import { deriveTexts } from "./from-text";

const BWRAP =
  "bwrap --unshare-all --clearenv --setenv API_TOKEN abc123def --ro-bind /srv/a /a --bind /srv/b /b python3 main.py";
const JAIL = `name: "jail"
clone_newnet: true
envar: "API_TOKEN=abc123def"
mount { src: "/srv/a" dst: "/a" is_bind: true }
mount { src: "/srv/b" dst: "/b" is_bind: true rw: true }
`;
const client = (more: object = {}, image = "registry.example.com/a:1") =>
  JSON.stringify({
    mcpServers: {
      git: {
        command: "docker",
        args: ["run", "-i", "-v", "/srv/a:/a:ro", image],
        env: { API_TOKEN: "abc123def", ...more },
      },
      far: { url: "https://mcp.example.com/mcp" },
    },
  });
const TOOLS = [
  { name: "read_file", inputSchema: { type: "object", properties: { path: {}, lines: {} } } },
  { name: "now", inputSchema: { type: "object", properties: {} } },
];

/** How authority went from one text to the other: names of what grew, shrank, or cannot be compared. */
function change(before: string, after: string): string[] {
  const compared = compareTuples(tuplesOf(deriveTexts(before)), tuplesOf(deriveTexts(after)));
  const names = (which: "wider" | "narrower" | "incomparable") =>
    compared[which].map((one) => `${which} ${(one.after ?? one.before)!.family}`);
  return [...new Set([...names("wider"), ...names("narrower"), ...names("incomparable")])];
}

describe("the digests of layers", () => {
  test.each([
    [
      "bwrap",
      BWRAP,
      BWRAP.replace("--ro-bind /srv/a /a --bind /srv/b /b", "--bind /srv/b /b --ro-bind /srv/a /a"),
    ],
    ["nsjail", JAIL, JAIL.split("\n").reverse().join("\n")],
    ["MCP", JSON.stringify({ tools: TOOLS }), JSON.stringify({ tools: [...TOOLS].reverse() })],
  ])("%s: order that means nothing changes no authority and no key", (_, text, reordered) => {
    const [one, other] = [deriveTexts(text), deriveTexts(reordered)];
    expect(other.authorityDigest).toBe(one.authorityDigest);
    expect(other.capabilities.map(({ key }) => key).sort()).toEqual(
      one.capabilities.map(({ key }) => key).sort(),
    );
    expect(driftBetween(one, other).new).toEqual([]);
  });

  test("MCP: the order of tools and of members changes no digest at all", () => {
    const reordered = JSON.stringify({
      tools: [...TOOLS].reverse().map(({ name, inputSchema }) => ({ inputSchema, name })),
    });
    expect(deriveTexts(reordered).digest).toBe(deriveTexts(JSON.stringify({ tools: TOOLS })).digest);
  });

  test("several files in any order are one system", () => {
    const texts = [BWRAP, JAIL, client()];
    const [one, other] = [deriveTexts(...texts), deriveTexts(...texts.reverse())];
    expect(other.digest).toBe(one.digest);
    expect(other.authorityDigest).toBe(one.authorityDigest);
  });

  test.each([
    ["bwrap", BWRAP],
    ["nsjail", JAIL],
    ["MCP", client()],
  ])("%s: a rotated secret changes neither", (_, text) => {
    const rotated = text.replace("abc123def", "fed321cba");
    expect(rotated).not.toBe(text);
    expect(deriveTexts(rotated).digest).toBe(deriveTexts(text).digest);
    expect(deriveTexts(rotated).authorityDigest).toBe(deriveTexts(text).authorityDigest);
  });

  test("an image's tag changes no authority", () => {
    const other = deriveTexts(client({}, "registry.example.com/a:2"));
    expect(other.authorityDigest).toBe(deriveTexts(client()).authorityDigest);
    expect(other.digest).not.toBe(deriveTexts(client()).digest);
  });

  test.each<[string, string, string, string[]]>([
    [
      "bwrap: one more mount",
      BWRAP,
      BWRAP.replace(" python3", " --ro-bind /srv/c /c python3"),
      ["wider host-path"],
    ],
    ["bwrap: a mount becomes writable", BWRAP, BWRAP.replace("--ro-bind", "--bind"), ["wider host-path"]],
    ["bwrap: a wider path", BWRAP, BWRAP.replace("/srv/a /a", "/srv /a"), ["wider host-path"]],
    [
      "bwrap: the network",
      BWRAP,
      BWRAP.replace("--clearenv", "--share-net --clearenv"),
      ["wider host-network", "wider egress", "wider cloud-metadata"],
    ],
    [
      "bwrap: a filter",
      BWRAP,
      BWRAP.replace("--clearenv", "--disable-userns --seccomp 9 --clearenv"),
      ["narrower seccomp-unconfined"],
    ],
    [
      "nsjail: one more mount",
      JAIL,
      `${JAIL}mount { src: "/srv/c" dst: "/c" is_bind: true }\n`,
      ["wider host-path"],
    ],
    ["nsjail: a longer time", JAIL, `${JAIL}time_limit: 900\n`, ["wider bound"]],
    ["nsjail: no limit of time", JAIL, `${JAIL}time_limit: 0\n`, ["wider time-unlimited", "wider bound"]],
    [
      "nsjail: a limit of memory",
      JAIL,
      `${JAIL}cgroup_mem_max: 1000\n`,
      ["narrower memory-unlimited", "narrower bound"],
    ],
    [
      "MCP: one more mount",
      client(),
      client().replace('"-i"', '"-i","-v","/srv/c:/c:ro"'),
      ["wider host-path"],
    ],
    [
      "MCP: another host",
      client(),
      client().replace("mcp.example.com", "mcp.example.org"),
      ["incomparable tool-call"],
    ],
    [
      "MCP: one more tool",
      JSON.stringify({ tools: TOOLS.slice(1) }),
      JSON.stringify({ tools: TOOLS }),
      ["wider tool-call"],
    ],
    [
      "MCP: a tool's description",
      JSON.stringify({ tools: TOOLS }),
      JSON.stringify({ tools: TOOLS.map((tool) => ({ ...tool, description: "x" })) }),
      [],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(change(before, after).sort()).toEqual([...expected].sort());
  });

  test("MCP: one more parameter is wider, one less is narrower", () => {
    const fewer = structuredClone(TOOLS) as { inputSchema: { properties: Record<string, unknown> } }[];
    delete fewer[0]!.inputSchema.properties.lines;
    const [more, less] = [JSON.stringify({ tools: TOOLS }), JSON.stringify({ tools: fewer })];
    expect(change(less, more)).toEqual(["wider tool-call"]);
    expect(change(more, less)).toEqual(["narrower tool-call"]);
  });

  test("reading the same text again is no drift", () => {
    for (const text of [BWRAP, JAIL, client()]) {
      const drift = driftBetween(deriveTexts(text), deriveTexts(text));
      expect([...drift.new, ...drift.gone, ...drift.wider, ...drift.narrower]).toEqual([]);
    }
  });
});
