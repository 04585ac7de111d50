import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactNamed, redactSettings } from "@/lib/authority/secrets/detect";
import { commandSecrets } from "@/lib/authority/secrets/document-secrets";
import type { KubeObject } from "./objects";
import type { Container } from "./pod";

/** Secrets in a container's environment and command line: by reference, and written out. */
export function addSecretRows(container: Container, rows: Rows, notes: Notes): void {
  const { at, name } = container;
  for (const source of at.get("envFrom").items()) {
    const secret = source.get("secretRef");
    const from = secret.get("name").string();
    if (from !== null) {
      rows.add("secret-env", secret, secret.get("name").unresolved ? "unknown" : "explicit", {
        container: name,
        anchor: from,
        target: `Secret ${from}`,
        access: "read",
        extent: ["*"],
      });
    }
  }
  for (const entry of environmentOf(container, notes).values()) addEntry(entry, container, rows);
  for (const field of ["command", "args"]) {
    const words = at.get(field);
    if (words.value?.kind !== "list") continue;
    const items = words.items();
    for (const { scalar, kind, flag } of commandSecrets(words.value)) {
      const word = items.find((item) => item.value === scalar) ?? words;
      rows.add("secret-literal", word, "explicit", {
        container: name,
        anchor: `${field} ${flag || kind}`,
        target: `${kind} in ${field}`,
        access: "read",
        detail: `a ${kind} in ${field}`,
      });
    }
  }
}

/** The entries that count: of one name the last, which is the one the container sees. */
function environmentOf(container: Container, notes: Notes): Map<string, At> {
  const entries = new Map<string, At>();
  for (const entry of container.at.get("env").items()) {
    const name = entry.get("name").string();
    if (name === null) continue;
    if (entries.has(name)) {
      notes.add(
        "info",
        "duplicate-env",
        `container ${container.name} sets ${name} twice; the last one counts`,
        entry,
      );
    }
    entries.set(name, entry);
  }
  return entries;
}

function addEntry(entry: At, container: Container, rows: Rows): void {
  const variable = entry.get("name").string() ?? "";
  const reference = entry.path("valueFrom", "secretKeyRef");
  if (reference.exists) {
    const secret = reference.get("name").string() ?? "";
    rows.add("secret-env", reference, reference.get("name").unresolved ? "unknown" : "explicit", {
      container: container.name,
      anchor: secret,
      target: `Secret ${secret}`,
      access: "read",
      extent: [reference.get("key").string() ?? "*"],
    });
    return;
  }
  const value = entry.get("value");
  const text = value.string();
  if (text === null) return;
  const { kind } = redactNamed(variable, text);
  if (kind !== null) {
    rows.add("secret-literal", value, "explicit", {
      container: container.name,
      anchor: `env ${variable}`,
      target: `${kind} in environment variable ${variable}`,
      access: "read",
      detail: `a ${kind} in ${variable}`,
    });
  }
  if (variable === "DOCKER_HOST" && /^(tcp|https?|ssh):\/\//.test(text)) {
    rows.add("runtime-api-tcp", value, "explicit", { container: container.name, anchor: "DOCKER_HOST" });
  }
}

/** Secrets in a ConfigMap's data; they stand on their own, whoever reads the ConfigMap. */
export function addConfigMapRows(object: KubeObject, rows: Rows): void {
  for (const [key, at] of object.at.get("data").entries()) {
    const text = at.string();
    if (text === null) continue;
    const kind = redactNamed(key, text).kind ?? redactSettings(text).kind;
    if (kind === null) continue;
    rows.add("secret-literal", at, "explicit", {
      anchor: `data ${key}`,
      target: `${kind} in ${key}`,
      access: "read",
      detail: `a ${kind} in ${key}`,
    });
  }
}

const NESTED_PRIVILEGE = /^\s*["']?(privileged|--privileged)["']?\s*[:=]\s*["']?(true|yes|on|1)\b/im;

/** Texts in a ConfigMap that ask for privileges no manifest shows, such as a GitLab runner's config.toml. */
export function nestedPrivileges(object: KubeObject): [string, At][] {
  return object.at
    .get("data")
    .entries()
    .filter(([, at]) => NESTED_PRIVILEGE.test(at.string() ?? ""));
}
