import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";

/** Where content comes from that the run has when it starts, and perhaps runs. */
const SOURCES = ["git", "dockerfile", "file"] as const;

/**
 * Rows of what the agent attaches: a connection is a name that the deployment gives a meaning, a volume or a
 * store with credentials, so that neither can be told from here. Content that is fetched or written before
 * the start is code.
 */
export function addConnectionRows(replicas: At[], rows: Rows): void {
  const seen = new Set<string>();
  const attach = (at: At, how: string) => {
    const name = redactShapes(at.string() ?? "");
    if (name === "" || seen.has(name)) return;
    seen.add(name);
    addConnection(name, at, how, rows);
  };
  for (const replica of replicas) {
    for (const at of replica.get("connections").items()) attach(at, "attached");
    for (const init of replica.get("init").items()) {
      attach(init.get("connection"), "used by an init container");
      addSources(init, rows);
    }
  }
}

/** The rows of a store or a volume that only the deployment knows. */
export function addConnection(name: string, at: At, how: string, rows: Rows): void {
  const text = { anchor: `connection ${name}`, authority: "attached-connection", detail: how } as const;
  rows.add("secret-env", at, "unknown", {
    ...text,
    target: `the credentials of connection ${name}`,
    access: "read",
    extent: ["*"],
  });
  rows.add("shared-volume", at, "unknown", {
    ...text,
    target: `the files of connection ${name}`,
    access: "read-write",
  });
}

function addSources(init: At, rows: Rows): void {
  for (const field of SOURCES) {
    const at = init.get(field);
    if (!at.exists) continue;
    const from =
      at.get("url").string() ??
      at.get("name").string() ??
      at.get("filename").string() ??
      init.get("connection").string() ??
      "";
    const shown = redactShapes(from);
    rows.add("code-from-config", at, at.get("url").unresolved ? "unknown" : "explicit", {
      anchor: shown ? `${field} ${shown}` : field,
      target: shown ? `${field} ${shown}` : `a ${field} written in the operation`,
      access: "execute",
      detail:
        field === "git" ? "a repository, as it is when the run starts" : `a ${field} made before the start`,
    });
  }
}
