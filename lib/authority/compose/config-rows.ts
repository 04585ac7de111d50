import type { Literal } from "@/lib/authority/engine/container";
import type { AddRow } from "@/lib/authority/engine/container-rows";
import { originAt } from "@/lib/authority/engine/fact";
import { asksForPrivileges } from "@/lib/authority/nested-privilege";
import type { At } from "@/lib/authority/read/cursor";
import { secretIn } from "./environment";
import { rawText } from "./fill";
import type { Layers } from "./layers";
import type { Project } from "./project";

const SCRIPT = /\.(sh|bash|py|js|mjs|cjs|ts|rb|pl|php|lua|r|jar)$/i;
const SCRIPT_FOLDER =
  /\/(scripts?|plugins?|hooks?|bin|sbin|docker-entrypoint[^/]*|initdb[^/]*|entrypoint[^/]*)(\/|$)/i;

/** What of a config or secret one service takes, in the short or the long syntax. */
export type Taken = { name: string; at: At; target: string; mode: At };

export function takenBy(service: Layers, key: "configs" | "secrets"): Taken[] {
  const folder = key === "secrets" ? "/run/secrets/" : "/";
  const byTarget = new Map<string, Taken>();
  for (const at of service.items(key)) {
    const name = at.string() ?? at.get("source").string();
    if (name === null) continue;
    const written = at.get("target").string() ?? name;
    const target = written.startsWith("/") ? written : folder + written;
    byTarget.set(target, { name, at, target, mode: at.get("mode") });
  }
  return [...byTarget.values()];
}

/** Rows of configs: content that is run, and privileges that hide in it. Files of the host are not read. */
export function addConfigRows(service: Layers, project: Project, add: AddRow): void {
  for (const { name, at, target, mode } of takenBy(service, "configs")) {
    if (isExecutable(mode) || SCRIPT.test(target) || SCRIPT_FOLDER.test(target) || runs(service, target))
      add("code-from-config", at, originAt(at), {
        anchor: `config ${name}`,
        access: "execute",
        detail: `at ${target}`,
      });
    const content = project.configs.get(name).at("content");
    if (asksForPrivileges(content.string() ?? ""))
      add("nested-config", content, "explicit", {
        anchor: `config ${name}`,
        target: `privileged in config ${name}`,
      });
  }
  for (const at of service.get("develop").items("watch")) {
    const path = at.get("path").string() ?? "";
    add("code-from-config", at, "explicit", {
      anchor: `watch ${path}`,
      access: "execute",
      detail: `while docker compose watch runs, changes of ${path} are taken over`,
    });
  }
}

/** `0555` and `0o555` are octal, as is the text of either. */
const isExecutable = (mode: At): boolean => {
  const text = mode.string() ?? "";
  const value = /^0o?[0-7]{1,5}$/.test(text) ? Number.parseInt(text.replace("o", ""), 8) : Number(text);
  return mode.exists && Number.isInteger(value) && (value & 0o111) !== 0;
};

/** Whether the command line begins with the file. */
function runs(service: Layers, target: string): boolean {
  return ["entrypoint", "command"].some((key) => {
    const at = service.at(key);
    const words = at.string()?.split(/\s+/) ?? at.strings();
    return words.includes(target);
  });
}

/** Secrets that stand in the content of what a service takes. */
export function contentLiterals(service: Layers, project: Project): Literal[] {
  const found: Literal[] = [];
  for (const { name } of takenBy(service, "secrets")) {
    const content = project.secrets.get(name).at("content");
    if (content.exists)
      found.push({ at: content, anchor: `secret ${name}`, kind: "secret", where: `secret ${name}` });
  }
  for (const { name } of takenBy(service, "configs")) {
    const content = project.configs.get(name).at("content");
    const text = content.string();
    const kind = text === null ? null : secretIn(name, text, rawText(content) ?? text);
    if (kind !== null) found.push({ at: content, anchor: `config ${name}`, kind, where: `config ${name}` });
  }
  return found;
}
