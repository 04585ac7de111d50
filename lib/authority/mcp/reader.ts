import { canonicalDocument } from "@/lib/authority/digest";
import { isUnfilled } from "@/lib/authority/inner/host-mount";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Value } from "@/lib/authority/read/value";
import type { FormatReader } from "@/lib/authority/reader";
import { Rows } from "@/lib/authority/rows";
import type { Workload } from "@/lib/authority/schema";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { textOf } from "@/lib/authority/secrets/marks";
import { offeredIn, serversOf } from "./parts";
import { mcpRedactions } from "./redactions";
import { partsOf } from "./server";
import { addServerRows } from "./server-rows";
import { addOffered } from "./tool-rows";

/** What a server is called that neither its list of tools nor a configuration names. */
const UNNAMED = "server";

/** Clients' configurations of MCP servers, and lists of the tools that a server offers: each server is a workload. */
export const MCP: FormatReader = {
  format: "mcp",
  read(roots, notes, onWorkload) {
    const rows = new Rows("mcp");
    const workloads = new Map<string, Workload>();
    const begin = (server: string): string => {
      const name = redactShapes(server);
      const ref = `mcp ${name}`;
      workloads.set(ref, { ref, containers: [{ name, role: "main" }] });
      rows.of(ref);
      return name;
    };
    const configured = roots.flatMap(serversOf);
    const offered = roots.flatMap((root) => offeredIn(root).map((list) => ({ ...list, root })));
    const servers = new Set(configured.map(({ name }) => name));
    // The one list of the one server needs no name.
    const only = servers.size === 1 && offered.length === 1 ? configured[0]!.name : null;
    const serverOf = (server: string | null): string => server ?? only ?? UNNAMED;
    const listed = new Set(offered.map(({ server }) => serverOf(server)));
    for (const [done, { name, at }] of configured.entries()) {
      if (at.get("disabled").boolean() === true) {
        notes.add(
          "info",
          "disabled",
          `mcp ${redactShapes(name)}: the server is switched off, so it yields no row`,
          at,
        );
        continue;
      }
      begin(name);
      addServerRows(name, at, listed.has(name), rows);
      noteServer(name, at, notes);
      onWorkload(done + 1, configured.length + offered.length);
    }
    for (const list of offered) {
      const server = begin(serverOf(list.server));
      if (serverOf(list.server) === UNNAMED)
        notes.add(
          "info",
          "server-not-named",
          "the list of tools does not say whose it is; its server is called “server”",
          list.at,
        );
      if (list.at.items().length === 0) notes.add("info", "no-row", "the list of tools is empty", list.at);
      addOffered(list, server, server, rows);
      for (const place of [list.root, list.root.get("result")])
        if (place.get("nextCursor").exists)
          notes.add(
            "warning",
            "more-pages",
            "the list goes on (nextCursor): tools of the next pages are missing here",
            place.get("nextCursor"),
          );
    }
    rows.finish((ref) => ref);
    return {
      rows,
      workloads: [...workloads.values()],
      canonical: roots.map(({ value }) => canonicalList(value!)).sort(),
    };
  },
  redactions: mcpRedactions,
};

function noteServer(name: string, at: At, notes: Notes): void {
  const parts = partsOf(at);
  const ref = `mcp ${redactShapes(name)}`;
  if (parts.docker)
    notes.add(
      "info",
      "docker-run",
      `${ref}: what docker run grants by silence is not listed; derive docker inspect of the running container for that`,
      at,
    );
  else if (parts.words.length > 0)
    notes.add(
      "info",
      "runs-as-client",
      `${ref}: the server is a process of whoever runs the client, and reaches what that account reaches`,
      at,
    );
  else if (!parts.url)
    notes.add(
      "warning",
      "no-command",
      `${ref}: neither a command nor an address is written, so nothing is said about how it runs`,
      at,
    );
  if (parts.words.some(({ value }) => isUnfilled(textOf(value ?? undefined))))
    notes.add("info", "unresolved", `${ref}: its command holds a placeholder that the client fills in`, at);
}

/** What the envelope of JSON-RPC and its pages add, and nobody grants. */
const ENVELOPE = new Set(["jsonrpc", "id", "nextCursor", "_meta"]);

/** A document without its envelope, its tools sorted by name: a server gives them in any order. */
function canonicalList(root: Value): string {
  const redactions = mcpRedactions(root);
  const result = root.kind === "map" ? root.fields.get("result") : undefined;
  const inner = result?.kind === "map" && result.fields.has("tools") ? result : root;
  return canonicalDocument(sorted(inner), redactions, (path, key) => path.length === 0 && ENVELOPE.has(key));
}

function sorted(value: Value): Value {
  const tools = value.kind === "map" ? value.fields.get("tools") : undefined;
  if (value.kind !== "map" || tools?.kind !== "list") return value;
  const nameOf = (item: Value): string =>
    item.kind === "map" ? textOf(item.fields.get("name")) : textOf(item);
  const items = [...tools.items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  return { ...value, fields: new Map(value.fields).set("tools", { ...tools, items }) };
}
