import type { At } from "@/lib/authority/read/cursor";

/** A server of a client's configuration. */
export type ConfiguredServer = { name: string; at: At };
/** A list of tools that a server gave, or of functions that a host offers to the code inside. */
export type OfferedList = { at: At; server: string | null; kind: "tool" | "function" };

const isServer = (at: At): boolean =>
  at.value?.kind === "map" &&
  ["command", "url", "serverUrl", "httpUrl"].some(
    (field) => at.get(field).string() !== null || at.get(field).value?.kind === "list",
  );

/** Where clients keep their servers: `mcpServers`, VS Code's `servers`, and both inside settings of a user or a project. */
function serverMaps(root: At): At[] {
  const maps = [root.get("mcpServers"), root.path("mcp", "servers"), root.get("context_servers")];
  const plain = root.get("servers");
  if (plain.entries().some(([, at]) => isServer(at))) maps.push(plain);
  for (const [, project] of root.get("projects").entries()) maps.push(project.get("mcpServers"));
  return maps.filter(({ value }) => value?.kind === "map");
}

export const serversOf = (root: At): ConfiguredServer[] =>
  serverMaps(root).flatMap((map) => map.entries().map(([name, at]) => ({ name, at })));

/** Inputs of VS Code's configuration, which it asks the user for. */
const hasServers = (root: At): boolean => serverMaps(root).length > 0;

const isTool = (at: At): boolean =>
  at.get("name").string() !== null &&
  (at.has("inputSchema") || at.has("input_schema") || at.has("annotations") || at.has("description"));

/** A function as model APIs list it: `{type: "function", function: {…}}`, or with `parameters` of its own. */
const isFunction = (at: At): boolean =>
  at.get("function").get("name").string() !== null ||
  (at.get("name").string() !== null && (at.has("parameters") || at.get("type").string() === "function"));

/** The lists of a document: a result of `tools/list`, alone or in its JSON-RPC envelope, and functions of a host. */
export function offeredIn(root: At): OfferedList[] {
  const found: OfferedList[] = [];
  for (const place of [root, root.get("result")]) {
    const server = place.path("serverInfo", "name").string() ?? place.get("server").string();
    const tools = place.get("tools");
    const items = tools.items();
    if (items.some(isFunction)) found.push({ at: tools, server, kind: "function" });
    else if (items.some(isTool)) found.push({ at: tools, server, kind: "tool" });
    for (const field of ["functions", "hostFunctions", "host_functions"])
      if (
        place
          .get(field)
          .items()
          .some((item) => isFunction(item) || isTool(item) || item.string() !== null)
      )
        found.push({ at: place.get(field), server, kind: "function" });
  }
  return found;
}

/** Whether a document is a client's configuration of servers, or a list of tools or functions. */
export function isMcp(root: At): boolean {
  if (root.value?.kind !== "map" || root.has("apiVersion")) return false;
  if (hasServers(root)) return true;
  return offeredIn(root).some(({ at, kind }) => kind === "tool" || at.items().some(isFunction));
}
