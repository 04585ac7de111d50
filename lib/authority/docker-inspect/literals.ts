import type { EngineContainer, Literal, Variable } from "@/lib/authority/engine/container";
import { isPublishedKey } from "@/lib/authority/engine/products";
import type { At } from "@/lib/authority/read/cursor";
import { commandSecrets } from "@/lib/authority/secrets/marks";
import { redactValue } from "@/lib/authority/secrets/redact-value";

const secretIn = (name: string, value: string): string | null =>
  isPublishedKey(value) ? null : redactValue(name, value).kind;

/** The variables that a container runs with, those of its image among them. */
export function environmentOf(at: At): Variable[] {
  const variables = new Map<string, Variable>();
  for (const item of at.path("Config", "Env").items()) {
    const text = item.string() ?? "";
    const cut = text.indexOf("=");
    if (cut <= 0) continue;
    const name = text.slice(0, cut);
    const value = text.slice(cut + 1);
    variables.set(name, { name, value, at: item, secret: secretIn(name, value), fromOutside: false });
  }
  return [...variables.values()];
}

/** Every secret that an inspected container shows somewhere else than in its environment. */
export function literalsOf(at: At): Literal[] {
  const found: Literal[] = [];
  const config = at.get("Config");
  for (const [field, place] of [
    ["entrypoint", config.get("Entrypoint")],
    ["command", config.get("Cmd")],
    ["healthcheck", config.path("Healthcheck", "Test")],
  ] as const)
    addCommand(place, field, found);
  for (const [called, map] of [
    ["label", config.get("Labels")],
    ["annotation", config.get("Annotations")],
    ["annotation", at.path("HostConfig", "Annotations")],
    ["log option", at.path("HostConfig", "LogConfig", "Config")],
    ["storage option", at.path("HostConfig", "StorageOpt")],
  ] as const) {
    for (const [name, value] of map.entries()) {
      const kind = secretIn(name, value.string() ?? "");
      if (kind !== null)
        found.push({ at: value, anchor: `${called} ${name}`, kind, where: `${called} ${name}` });
    }
  }
  return found;
}

function addCommand(at: At, field: string, found: Literal[]): void {
  if (at.value?.kind === "scalar") {
    const kind = secretIn("", at.string() ?? "");
    if (kind !== null) found.push({ at, anchor: field, kind, where: field });
  }
  if (at.value?.kind !== "list") return;
  const items = at.items();
  for (const { scalar, kind, flag } of commandSecrets(at.value)) {
    const word = items.find((item) => item.value === scalar) ?? at;
    found.push({ at: word, anchor: `${field} ${flag || kind}`, kind, where: field });
  }
}

/** Podman lists the secrets that it puts into a container as files. */
export const secretsOf = (at: At): EngineContainer["secrets"] =>
  at
    .path("Config", "Secrets")
    .items()
    .flatMap((item) => {
      const name = item.get("Name").string();
      return name === null
        ? []
        : [{ name, at: item, target: `/run/secrets/${name}`, origin: "explicit" as const }];
    });
