import { READ_ANNOTATIONS } from "@/lib/authority/kubernetes/annotations";
import type { MapValue, Value } from "@/lib/authority/read/value";
import { redactNamed, redactShapes } from "@/lib/authority/secrets/detect";
import { mark, type Redactions, redactCommand, redactFree, textOf } from "@/lib/authority/secrets/marks";
import { promisesSecret } from "@/lib/authority/secrets/promised";
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

/** Members that name a Secret, and hold none. */
const REFERENCES = new Set(["imagePullSecrets", "secrets", "secretRefs", "secretName"]);

/** What the specification has at the top and in a run; whatever else is there is anybody's. */
const TOP = new Set([
  ...[
    "version",
    "kind",
    "name",
    "tags",
    "presets",
    "queue",
    "namespace",
    "patchStrategy",
    "isPreset",
    "isApproved",
  ],
  ...[
    "plugins",
    "termination",
    "build",
    "trigger",
    "dependencies",
    "skipOnUpstreamSkip",
    "template",
    "runPatch",
  ],
  ...[
    "hubRef",
    "dagRef",
    "urlRef",
    "pathRef",
    "component",
    "run",
    "environment",
    "container",
    "connections",
    "init",
  ],
  ...["sidecars", "volumes", "mounts", "logging", "framework", "backend", "uuid", "createdAt"],
]);
const RUN = new Set([
  ...[
    "kind",
    "name",
    "environment",
    "connections",
    "volumes",
    "init",
    "sidecars",
    "container",
    "ports",
    "replicas",
  ],
  ...[
    "rewritePath",
    "isExternal",
    "operations",
    "components",
    "concurrency",
    "earlyStopping",
    "activeDeadlineSeconds",
  ],
  ...[
    "master",
    "chief",
    "ps",
    "worker",
    "workers",
    "evaluator",
    "launcher",
    "scheduler",
    "server",
    "head",
    "job",
  ],
  ...[
    "driver",
    "executor",
    "tuner",
    "tunerTracker",
    "tunerServer",
    "template",
    "cleanPodPolicy",
    "schedulingPolicy",
  ],
  ...[
    "slotsPerWorker",
    "elasticPolicy",
    "nprocPerNode",
    "entrypoint",
    "runtimeEnv",
    "rayVersion",
    "mode",
    "threads",
  ],
]);

/** Every literal secret of an operation, and every text that may hold one. */
export function polyaxonRedactions(root: Value): Redactions {
  const found: Redactions = new Map();
  if (root.kind === "map") walkKnown(root, TOP, found);
  else walk("", root, found);
  return found;
}

function walkKnown(map: MapValue, known: ReadonlySet<string>, found: Redactions): void {
  for (const [key, child] of map.fields) {
    const name = camelCase(key);
    if (name === "component" && child.kind === "map") walkKnown(child, TOP, found);
    else if ((name === "run" || name === "runPatch") && child.kind === "map") walkKnown(child, RUN, found);
    else if ((name === "operations" || name === "components") && child.kind === "list") {
      for (const item of child.items) {
        if (item.kind === "map") walkKnown(item, TOP, found);
        else redactFree("", item, found);
      }
    } else if (known.has(name) || FREE.has(name)) walk(key, child, found);
    else redactFree(key, child, found);
  }
}

function walk(key: string, value: Value, found: Redactions): void {
  const name = camelCase(key);
  if (name === "env" || name === "envVars") redactVariables(value, found);
  else if (name === "command" || name === "args") redactWords(value, found);
  else if (name === "annotations" && value.kind === "map") redactAnnotations(value, found);
  else if (name === "httpGet" && value.kind === "map") redactCall(value, found);
  else if (FREE.has(name)) redactTexts(key, value, found);
  else if (value.kind === "list") for (const item of value.items) walk(key, item, found);
  else if (value.kind === "map") walkMap(value, found);
  else {
    const promised = !REFERENCES.has(name) && promisesSecret(key);
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

/** Texts of anybody's, in which a value may be called by the name beside it. */
function redactTexts(key: string, value: Value, found: Redactions): void {
  if (value.kind === "list") for (const item of value.items) redactTexts(key, item, found);
  else if (value.kind === "map" && value.fields.get("name")?.kind === "scalar") {
    const name = textOf(value.fields.get("name"));
    for (const [field, child] of value.fields) redactFree(field === "value" ? name : field, child, found);
  } else redactFree(key, value, found);
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
