import { READ_ANNOTATIONS } from "@/lib/authority/kubernetes/annotations";
import type { MapValue, Value } from "@/lib/authority/read/value";
import { redactNamed, redactShapes, secretKindOfName } from "@/lib/authority/secrets/detect";
import { mark, type Redactions, redactCommand, redactFree, textOf } from "@/lib/authority/secrets/marks";
import { camelCase } from "./spelling";

/** Members that hold texts of anybody's: parameters, what is written into files, words for people. */
const FREE = new Set([
  ...[
    "params",
    "inputs",
    "outputs",
    "contexts",
    "declarations",
    "matrix",
    "joins",
    "events",
    "conditions",
    "hooks",
  ],
  ...[
    "description",
    "content",
    "run",
    "cmd",
    "context",
    "cache",
    "cost",
    "schedule",
    "notifications",
    "data",
  ],
  ...[
    "options",
    "parameters",
    "volumeAttributes",
    "mountOptions",
    "rayStartParams",
    "metadata",
    "buildSteps",
  ],
]);

/** Every literal secret of an operation, and every text that may hold one. */
export function polyaxonRedactions(root: Value): Redactions {
  const found: Redactions = new Map();
  walk("", root, found);
  return found;
}

function walk(key: string, value: Value, found: Redactions): void {
  const name = camelCase(key);
  if (name === "env" || name === "envVars") redactVariables(value, found);
  else if (name === "command" || name === "args") redactWords(value, found);
  else if (name === "annotations" && value.kind === "map") redactAnnotations(value, found);
  else if (name === "httpGet" && value.kind === "map") redactCall(value, found);
  // The section `run` of a component is a map with a kind; that of a Dockerfile is a list of commands.
  else if (FREE.has(name) && !(name === "run" && value.kind === "map")) redactFree(key, value, found);
  else if (value.kind === "list") for (const item of value.items) walk(key, item, found);
  else if (value.kind === "map") walkMap(value, found);
  else {
    const promised = name !== "secret" && name !== "token" && secretKindOfName(key) !== null;
    mark(found, value, promised ? redactNamed(key, value.text).text : redactShapes(value.text));
  }
}

function walkMap({ fields }: MapValue, found: Redactions): void {
  const name = fields.get("name") ?? fields.get("key");
  for (const [key, child] of fields)
    if (key === "value" && name?.kind === "scalar" && fields.has("name")) redactFree(name.text, child, found);
    else walk(key, child, found);
}

/** Variables as a list of names and values, as pairs, or as a map. */
function redactVariables(value: Value, found: Redactions): void {
  if (value.kind !== "list") {
    redactFree("", value, found);
    return;
  }
  for (const item of value.items) {
    if (item.kind === "list" && item.items.length === 2 && item.items[0]!.kind === "scalar")
      redactFree(textOf(item.items[0]), item.items[1]!, found);
    else if (item.kind === "map" && item.fields.has("name")) walkMap(item, found);
    else redactFree("", item, found);
  }
}

function redactWords(value: Value, found: Redactions): void {
  if (value.kind === "list") redactCommand(value, found, (other) => redactFree("", other, found));
  else redactFree("", value, found);
}

function redactAnnotations({ fields }: MapValue, found: Redactions): void {
  for (const [name, value] of fields)
    if (value.kind === "scalar" && READ_ANNOTATIONS.test(name)) mark(found, value, redactShapes(value.text));
    else redactFree(name, value, found);
}

function redactCall({ fields }: MapValue, found: Redactions): void {
  for (const [key, value] of fields)
    if (key === "path") redactFree("", value, found);
    else walk(key, value, found);
}
