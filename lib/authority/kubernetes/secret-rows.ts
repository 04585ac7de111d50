import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { commandSecrets } from "@/lib/authority/secrets/marks";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import type { KubeIndex } from "./kube-index";
import type { KubeObject } from "./objects";
import type { Container, Pod } from "./pod";

/** Secrets in a container's environment, command line and script: by reference, and written out. */
export function addSecretRows(pod: Pod, container: Container, index: KubeIndex, rows: Rows): void {
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
        limits: keysOf(index.secrets.get(`${pod.namespace}/${from}`)),
      });
    }
  }
  for (const entry of lastOfEachName(at.get("env").items())) addEntry(entry, container, rows);
  for (const field of ["command", "args"]) addCommand(at.get(field), field, container, rows);
  for (const steps of CALLS) addCall(at.path(...steps), steps.at(-1)!, container, rows);
  const { script } = container;
  const { kind } = redactValue("", script?.string() ?? "");
  if (script && kind !== null) addLiteral(script, "script", kind, "the script", container, rows);
}

/** The names under which a Secret of the input holds something; its values are nobody's here. */
function keysOf(secret: KubeObject | undefined): string[] {
  if (!secret) return [];
  const keys = ["data", "stringData"].flatMap((field) =>
    secret.at
      .get(field)
      .entries()
      .map(([key]) => key),
  );
  return keys.length > 0 ? [`its keys are ${[...new Set(keys)].sort().join(", ")}`] : [];
}

/** Of the entries of one name the last, which is the one the container sees. */
function lastOfEachName(entries: At[]): Iterable<At> {
  const last = new Map<string, At>();
  for (const entry of entries) {
    const name = entry.get("name").string();
    if (name !== null) last.set(name, entry);
  }
  return last.values();
}

/** Where the kubelet calls or runs something by itself. */
const CALLS = [
  ["livenessProbe"],
  ["readinessProbe"],
  ["startupProbe"],
  ["lifecycle", "postStart"],
  ["lifecycle", "preStop"],
];

function addCommand(words: At, field: string, container: Container, rows: Rows): void {
  if (words.value?.kind !== "list") return;
  const items = words.items();
  for (const { scalar, kind, flag } of commandSecrets(words.value)) {
    const word = items.find((item) => item.value === scalar) ?? words;
    addLiteral(word, `${field} ${flag || kind}`, kind, field, container, rows);
  }
}

/** Secrets in what a probe or a hook sends or runs. */
function addCall(call: At, name: string, container: Container, rows: Rows): void {
  if (!call.exists) return;
  addCommand(call.path("exec", "command"), name, container, rows);
  const path = call.path("httpGet", "path");
  const { kind } = redactValue("", path.string() ?? "");
  if (kind !== null) addLiteral(path, `${name} path`, kind, `the path of ${name}`, container, rows);
  for (const header of call.path("httpGet", "httpHeaders").items()) {
    const title = header.get("name").string() ?? "";
    const value = header.get("value");
    const found = redactValue(title, value.string() ?? "").kind;
    if (found !== null)
      addLiteral(value, `${name} header ${title}`, found, `a header of ${name}`, container, rows);
  }
}

function addLiteral(
  at: At,
  anchor: string,
  kind: string,
  where: string,
  container: Container,
  rows: Rows,
): void {
  rows.add("secret-literal", at, "explicit", {
    container: container.name,
    anchor,
    target: `${kind} in ${where}`,
    access: "read",
    detail: `a ${kind} in ${where}`,
  });
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
  const { kind } = redactValue(variable, text);
  if (kind !== null) {
    rows.add("secret-literal", value, "explicit", {
      container: container.name,
      anchor: `env ${variable}`,
      target: `${kind} in environment variable ${variable}`,
      access: "read",
      detail: `a ${kind} in ${variable}`,
    });
  }
}
