import { READ_ANNOTATIONS } from "@/lib/authority/kubernetes/annotations";
import { isQuietKind, isWorkloadKind } from "@/lib/authority/kubernetes/kinds";
import { resolveScalar } from "@/lib/authority/read/scalar";
import type { MapValue, ScalarValue, Value } from "@/lib/authority/read/value";
import { markerOf, redactNamed, redactShapes, secretKindOfName } from "./detect";
import { mark, type Redactions, redactAll, redactCommand, redactFree, textOf } from "./marks";
import { redactValue } from "./redact-value";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const COMMANDS = new Set(["command", "args", "entrypoint"]);
/** Texts of workflows that are run, sent or laid over a pod. */
const SCRIPTS = new Set(["script", "source", "manifest", "podSpecPatch"]);
/** Members whose texts are anybody's, whatever kind of object they stand in. */
const FREE = new Set([
  "options",
  "parameters",
  "params",
  "arguments",
  "raw",
  "plugin",
  "volumeAttributes",
  "mountOptions",
  "stringData",
  "binaryData",
]);

/**
 * Finds every literal secret of a document and every text that may hold one: environment entries, command lines,
 * ConfigMaps, Secrets, annotations, probes, objects of kinds that are not read; and by shape wherever a text
 * stands. Everything that is digested, stored or shown goes through this one walk.
 *
 * @param kind what an item of a typed list is, which it does not say itself
 */
export function redactionsOf(root: Value, kind = "", apiVersion = ""): Redactions {
  const found: Redactions = new Map();
  walkObject(root, found, kind, apiVersion);
  return found;
}

function walkObject(value: Value, found: Redactions, kind: string, apiVersion: string): void {
  if (value.kind !== "map") {
    walk(value, found, true);
    return;
  }
  const ownKind = textOf(value.fields.get("kind")) || kind;
  const version = textOf(value.fields.get("apiVersion")) || apiVersion;
  const items = value.fields.get("items");
  if (ownKind.endsWith("List") && items?.kind === "list") {
    const itemKind = ownKind === "List" ? "" : ownKind.slice(0, -4);
    for (const item of items.items) walkObject(item, found, itemKind, itemKind && version);
    for (const [key, child] of value.fields) if (key !== "items") walkField(key, child, found, false);
    return;
  }
  const isRead = isWorkloadKind(ownKind, version) || isQuietKind(ownKind, version);
  walkMap(value, found, !isRead || ownKind === "Event", ownKind);
}

/** @param free whether the texts are anybody's, so that they are shown only where they have a harmless shape */
function walk(value: Value, found: Redactions, free: boolean, name = ""): void {
  if (value.kind === "scalar") redactField(name, value, found, free);
  else if (value.kind === "list") for (const item of value.items) walk(item, found, free, name);
  else walkMap(value, found, free, textOf(value.fields.get("kind")));
}

function walkMap(map: MapValue, found: Redactions, free: boolean, kind: string): void {
  const { fields } = map;
  const name = fields.get("name") ?? fields.get("key");
  for (const [key, child] of fields) {
    if ((key === "value" || key === "default") && name?.kind === "scalar" && fields.has("name"))
      redactFree(name.text, child, found);
    else if (kind === "ConfigMap" && key === "data") redactData(child, found);
    else if (kind === "Secret" && (key === "data" || key === "stringData"))
      redactAll(child, found, "secret data");
    else if (key === "status" && fields.has("metadata")) walk(child, found, true);
    else if (key === "metadata") walkField(key, child, found, false);
    else if (key === "kind" || key === "apiVersion") walkField(key, child, found, false);
    else walkField(key, child, found, free || FREE.has(key));
  }
}

function walkField(key: string, child: Value, found: Redactions, free: boolean): void {
  if (COMMANDS.has(key) && child.kind === "list")
    redactCommand(child, found, (item) => walk(item, found, true));
  else if ((COMMANDS.has(key) || SCRIPTS.has(key)) && child.kind === "scalar") redactFree("", child, found);
  else if (key === "annotations" && child.kind === "map") redactAnnotations(child, found);
  else if (key === "httpGet" && child.kind === "map") {
    for (const [name, member] of child.fields)
      if (name === "path") redactFree("", member, found);
      else walkField(name, member, found, free);
  } else if (key === "http" && child.kind === "map" && child.fields.has("url")) {
    // A workflow's request, not the paths of an Ingress.
    walk(child, found, true, key);
  } else walk(child, found, free, key);
}

/** A field whose own name promises a secret, in whatever kind of object; references to Secrets are not. */
function redactField(key: string, scalar: ScalarValue, found: Redactions, free: boolean): void {
  if (free && !isNumber(scalar)) {
    mark(found, scalar, redactValue(key, scalar.text).text);
    return;
  }
  const promised = key !== "secret" && key !== "token" && secretKindOfName(key) !== null;
  mark(found, scalar, promised ? redactNamed(key, scalar.text).text : redactShapes(scalar.text));
}

const isNumber = (scalar: ScalarValue): boolean =>
  scalar.plain && scalar.text.length <= 24 && resolveScalar(scalar).type !== "string";

function redactData(data: Value, found: Redactions): void {
  if (data.kind !== "map") redactFree("", data, found);
  else for (const [key, value] of data.fields) redactFree(key, value, found);
}

/** Annotations that rows are made of are shown; an older copy of the object never is. */
function redactAnnotations(annotations: MapValue, found: Redactions): void {
  for (const [key, value] of annotations.fields) {
    if (key === LAST_APPLIED && value.kind === "scalar") mark(found, value, markerOf("older configuration"));
    else if (READ_ANNOTATIONS.test(key)) walk(value, found, false);
    else redactFree(key, value, found);
  }
}
