import type { ListValue, MapValue, ScalarValue, Value } from "@/lib/authority/read/value";
import { markerOf, redactNamed, redactSettings, redactShapes, secretKindOfName } from "./detect";

/** The scalars of a document that hold secrets, each with the text that stands for it. */
export type Redactions = Map<ScalarValue, string>;

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const COMMANDS = new Set(["command", "args", "entrypoint"]);

/**
 * Finds every literal secret of a document: environment entries by name and value, command lines,
 * ConfigMaps, Secrets, older copies in annotations, and by shape wherever a text stands.
 * Everything that is digested, stored or shown goes through this one walk.
 */
export function redactionsOf(root: Value): Redactions {
  const found: Redactions = new Map();
  walk(root, found);
  return found;
}

function mark(found: Redactions, scalar: ScalarValue, text: string): void {
  if (text !== scalar.text) found.set(scalar, text);
}

function walk(value: Value, found: Redactions): void {
  if (value.kind === "scalar") {
    if (!found.has(value)) mark(found, value, redactShapes(value.text));
  } else if (value.kind === "list") {
    for (const item of value.items) walk(item, found);
  } else {
    walkMap(value, found);
  }
}

function walkMap(map: MapValue, found: Redactions): void {
  const { fields } = map;
  const name = fields.get("name");
  const value = fields.get("value");
  if (name?.kind === "scalar" && value?.kind === "scalar")
    mark(found, value, redactNamed(name.text, value.text).text);
  const kind = fields.get("kind");
  const isConfigMap = kind?.kind === "scalar" && kind.text === "ConfigMap";
  const isSecret = kind?.kind === "scalar" && kind.text === "Secret";
  for (const [key, child] of fields) {
    if (isConfigMap && key === "data" && child.kind === "map") redactData(child, found);
    else if (isSecret && (key === "data" || key === "stringData")) redactAll(child, found, "secret data");
    else if (key === LAST_APPLIED && child.kind === "scalar")
      mark(found, child, markerOf("older configuration"));
    else if (COMMANDS.has(key) && child.kind === "list") redactCommand(child, found);
    else if (child.kind === "scalar") redactField(key, child, found);
    else walk(child, found);
  }
}

/** A field whose own name promises a secret, in whatever kind of object; references to Secrets are not. */
function redactField(key: string, scalar: ScalarValue, found: Redactions): void {
  if (found.has(scalar)) return;
  const promised = key !== "secret" && key !== "token" && secretKindOfName(key) !== null;
  mark(found, scalar, promised ? redactNamed(key, scalar.text).text : redactShapes(scalar.text));
}

function redactData(data: MapValue, found: Redactions): void {
  for (const [key, value] of data.fields) {
    if (value.kind !== "scalar") walk(value, found);
    else {
      const named = redactNamed(key, value.text);
      mark(found, value, named.kind ? named.text : redactSettings(value.text).text);
    }
  }
}

function redactAll(value: Value, found: Redactions, kind: string): void {
  if (value.kind === "scalar") mark(found, value, markerOf(kind));
  else
    for (const child of value.kind === "list" ? value.items : value.fields.values())
      redactAll(child, found, kind);
}

function redactCommand(list: ListValue, found: Redactions): void {
  for (const { scalar, text } of commandSecrets(list)) mark(found, scalar, text);
}

/** The words of a command line that hold secrets: `--token=…`, `--token …`, and by shape. */
export function commandSecrets(
  list: ListValue,
): { scalar: ScalarValue; text: string; kind: string; flag: string }[] {
  const secrets: { scalar: ScalarValue; text: string; kind: string; flag: string }[] = [];
  let flag: string | null = null;
  for (const item of list.items) {
    if (item.kind !== "scalar") continue;
    const named =
      flag !== null && !item.text.startsWith("-") ? redactNamed(flag, item.text) : redactSettings(item.text);
    if (named.kind) secrets.push({ scalar: item, text: named.text, kind: named.kind, flag: flag ?? "" });
    flag = /^--?[A-Za-z][\w-]*$/.test(item.text) ? item.text.replace(/^-+/, "") : null;
  }
  return secrets;
}
