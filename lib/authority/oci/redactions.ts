import { redactPairs } from "@/lib/authority/inner/words";
import type { MapValue, Value } from "@/lib/authority/read/value";
import { redactNamed, redactShapes } from "@/lib/authority/secrets/detect";
import {
  mark,
  type Redactions,
  redactAll,
  redactCommand,
  redactFree,
  textOf,
} from "@/lib/authority/secrets/marks";
import { promisesSecret } from "@/lib/authority/secrets/promised";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import { isReadAnnotation } from "./environment-rows";

/** What the specification has at the top; whatever else is there is anybody's. */
const KNOWN = new Set(
  "ociVersion process root hostname domainname mounts hooks annotations linux windows solaris vm zos freebsd".split(
    " ",
  ),
);

/** Every literal secret of a config.json, and every text that may hold one. */
export function ociRedactions(root: Value): Redactions {
  const found: Redactions = new Map();
  if (root.kind !== "map") walk("", root, found);
  else
    for (const [key, child] of root.fields)
      if (!KNOWN.has(key)) redactFree(key, child, found);
      else if (key === "annotations" && child.kind === "map") redactAnnotations(child, found);
      else walk(key, child, found);
  return found;
}

function redactAnnotations(annotations: MapValue, found: Redactions): void {
  for (const [name, value] of annotations.fields)
    if (value.kind === "scalar" && isReadAnnotation(name)) mark(found, value, redactShapes(value.text));
    else redactFree(name, value, found);
}

/** `NAME=value` entries; anything else is nobody's variable. */
function redactEnvironment(value: Value, found: Redactions): void {
  if (value.kind !== "list") {
    redactFree("", value, found);
    return;
  }
  for (const item of value.items)
    if (item.kind === "scalar" && item.text.includes("=")) redactPairs([item], found);
    else redactFree("", item, found);
}

/** Members that hold texts of anybody's. */
const FREE = new Set(["parameters", "commandLine", "listenerMetadata", "unified", "data"]);

function walk(key: string, value: Value, found: Redactions): void {
  if (key === "env") redactEnvironment(value, found);
  else if (key === "args" && value.kind === "list")
    redactCommand(value, found, (other) => walk("", other, found));
  else if (key === "args" || FREE.has(key)) redactFree(key, value, found);
  else if (key === "credentialSpec") redactAll(value, found, "credentials");
  else if (key === "options") redactOptions(value, found);
  else if (value.kind === "scalar") {
    const promised = promisesSecret(key);
    mark(found, value, promised ? redactNamed(key, value.text).text : redactShapes(value.text));
  } else if (value.kind === "list") for (const item of value.items) walk("", item, found);
  else for (const [name, child] of value.fields) walk(name, child, found);
}

/** Options of mounts are words; those that hold a secret are replaced, the others stay as rows are made of them. */
function redactOptions(value: Value, found: Redactions): void {
  if (value.kind !== "list") {
    redactFree("", value, found);
    return;
  }
  for (const item of value.items) {
    if (item.kind !== "scalar") redactFree("", item, found);
    else if (!/^(?:[a-z]{1,20}|(?:size|mode|uid|gid|nr_inodes|ptmxmode)=[\w%]{1,20})$/.test(textOf(item)))
      mark(found, item, redactValue("", item.text).text);
  }
}
