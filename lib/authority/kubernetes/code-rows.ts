import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { pathContains } from "@/lib/authority/wider";
import type { Mount } from "./mounts";
import type { Container } from "./pod";

const SCRIPT = /\.(sh|bash|py|js|mjs|cjs|ts|rb|pl|php|lua|r|ipynb|jar)$/i;
const SCRIPT_FOLDER =
  /\/(scripts?|plugins?|hooks?|bin|sbin|custom_nodes|docker-entrypoint[^/]*|initdb[^/]*|entrypoint[^/]*)(\/|$)/i;

/**
 * Content of a ConfigMap or Secret that is run: an execute bit in its mode, a command that names a file of
 * the mount, or a mount where programs look for scripts.
 */
export function addCodeRows(volume: At, name: string, mounts: Mount[], rows: Rows): void {
  for (const source of contentSources(volume)) {
    const what = source.get("name").string() ?? source.get("secretName").string() ?? name;
    const kind = source.name === "secret" ? "Secret" : "ConfigMap";
    const modes = [source.get("defaultMode"), volume.path("projected", "defaultMode")];
    for (const item of source.get("items").items()) modes.push(item.get("mode"));
    const executable = modes.find((at) => at.exists && ((at.integer() ?? 0n) & 0o111n) !== 0n);
    const keys = source
      .get("items")
      .items()
      .flatMap((item) => item.get("path").string() ?? []);
    for (const mount of mounts) {
      const at = executable ?? commandUse(mount) ?? (inScriptFolder(mount, keys) ? mount.at : undefined);
      if (!at) continue;
      rows.add("code-from-config", at, "explicit", {
        container: mount.container.name,
        anchor: `${kind} ${what}`,
        access: "execute",
        detail: `at ${mount.path}`,
      });
    }
  }
}

function contentSources(volume: At): At[] {
  const direct = [volume.get("configMap"), volume.get("secret")];
  const projected = volume.path("projected", "sources").items();
  return [...direct, ...projected.flatMap((at) => [at.get("configMap"), at.get("secret")])].filter(
    (at) => at.exists,
  );
}

/** A word of the command line, or of a lifecycle hook, that runs a file of the mount. */
function commandUse({ container, path }: Mount): At | undefined {
  if (path === "" || path === "/") return undefined;
  const { at } = container;
  const command = at.get("command").items();
  const first = command[0] ?? at.get("args").items()[0];
  const hooks = ["postStart", "preStop"].flatMap((hook) =>
    at.path("lifecycle", hook, "exec", "command").items(),
  );
  return [...command, ...at.get("args").items(), ...hooks].find((word) => {
    const text = word.string() ?? "";
    if (!text.includes(path)) return false;
    return text
      .split(/[\s;&|"'=]+/)
      .some((part) => pathContains(path, part) && part !== path && (SCRIPT.test(part) || word === first));
  });
}

function inScriptFolder({ at, path }: Mount, keys: string[]): boolean {
  if (SCRIPT_FOLDER.test(path) || SCRIPT.test(path)) return true;
  return keys.some((key) => SCRIPT.test(key)) || SCRIPT.test(at.get("subPath").string() ?? "");
}

/** What a workflow puts into a text before it is run, as Argo and Tekton write it. */
const PARAMETER =
  /\{\{=?\s{0,8}(?:inputs|workflow)\.parameters(?:\.([\w.-]{1,100})|\[['"]([\w.-]{1,100})['"]\])|\$\((?:inputs\.)?params(?:\.([\w.-]{1,100})|\[['"]([\w.-]{1,100})['"]\])/g;

/** Parameters of a workflow that become part of a script or a shell's command: whoever sets them chooses the code. */
export function addParameterRows(container: Container, rows: Rows): void {
  const texts = container.script ? [container.script] : [];
  const words = [...container.at.get("command").items(), ...container.at.get("args").items()];
  const shell = words.findIndex((word) => /^-[a-z]{0,4}c$/.test(word.string() ?? ""));
  if (shell >= 0) texts.push(...words.slice(shell + 1));
  for (const at of texts) {
    for (const [, ...names] of (at.string() ?? "").matchAll(PARAMETER)) {
      const name = names.find((text) => text !== undefined);
      if (name === undefined) continue;
      rows.add("code-from-config", at, "explicit", {
        container: container.name,
        anchor: `parameter ${name}`,
        target: `parameter ${name}, in what is run`,
        access: "execute",
        detail: `parameter ${name} becomes part of its text, so whoever sets it chooses code as well`,
      });
    }
  }
}
