import { PRODUCT_SETTINGS } from "@/lib/authority/engine/products";
import { addVariables, aKind, type Variable } from "@/lib/authority/inner/environment";
import { addCommandSecrets } from "@/lib/authority/inner/words";
import type { At } from "@/lib/authority/read/cursor";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import { CONTAINER, type Configuration } from "./configuration";

/** Annotations with which a container changes the settings of the runtime that is to confine it. */
const RUNTIME_ANNOTATION = /^(dev\.gvisor\.|io\.katacontainers\.config\.|run\.oci\.|io\.crun\.)/;

const HOST_PROCESS = "microsoft.com/hostprocess-container";

/** Whether rows are made of an annotation; the others are left out of the digest. */
export const isReadAnnotation = (name: string): boolean =>
  RUNTIME_ANNOTATION.test(name) || name === HOST_PROCESS;

/** `NAME=value` entries, the last of a name, which is the one that programs see. */
function variablesOf(list: At): Map<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const at of list.items()) {
    const entry = at.string() ?? "";
    const sign = entry.indexOf("=");
    if (sign > 0)
      variables.set(entry.slice(0, sign), { name: entry.slice(0, sign), text: entry.slice(sign + 1), at });
  }
  return variables;
}

/** Rows of what the environment, the command line and the annotations give or hold. */
export function addEnvironmentRows({ process, root }: Configuration, rows: Rows): void {
  const variables = variablesOf(process.get("env"));
  addVariables(variables.values(), CONTAINER, rows);
  addProductRows(variables, rows);
  addCommandSecrets(process.get("args").items(), CONTAINER, rows);
  addText(process.get("commandLine"), "command line", rows);
  for (const [name, at] of root.get("annotations").entries()) {
    const anchor = redactShapes(name);
    if (RUNTIME_ANNOTATION.test(name))
      rows.add("runtime-annotation-override", at, "explicit", { container: CONTAINER, anchor });
    if (name === HOST_PROCESS && at.string()?.toLowerCase() === "true")
      rows.add("windows-hostprocess", at, "explicit", { container: CONTAINER });
    const { kind } = redactValue(name, at.string() ?? "");
    if (kind !== null) addLiteral(at, `annotation ${anchor}`, kind, rows);
  }
}

/** Switches of products, where their name alone tells whose they are: which image it was is not written. */
function addProductRows(variables: Map<string, Variable>, rows: Rows): void {
  for (const { product, image, variable, grants, id, says } of PRODUCT_SETTINGS) {
    const written = variables.get(variable);
    if (image !== null || !written || !grants(written.text ?? "")) continue;
    rows.add(id, written.at, "explicit", {
      container: CONTAINER,
      anchor: `${product} ${variable}`,
      target: `${variable} of ${product}: ${says}`,
      detail: says,
    });
  }
}

function addText(at: At, where: string, rows: Rows): void {
  const { kind } = redactValue("", at.string() ?? "");
  if (kind !== null) addLiteral(at, where, kind, rows);
}

function addLiteral(at: At, where: string, kind: string, rows: Rows): void {
  rows.add("secret-literal", at, "explicit", {
    container: CONTAINER,
    anchor: where,
    target: `${kind} in ${where}`,
    access: "read",
    detail: `${aKind(kind)} in ${where}`,
  });
}

/** When a hook runs. `startContainer` alone runs inside. Source: config.md, "POSIX-platform Hooks". */
const STAGES = ["prestart", "createRuntime", "createContainer", "startContainer", "poststart", "poststop"];

/** Rows of the programs that the runtime runs around the container's life, and of secrets handed to them. */
export function addHookRows({ root }: Configuration, rows: Rows): void {
  for (const stage of STAGES) {
    for (const hook of root.path("hooks", stage).items()) {
      const path = redactShapes(hook.get("path").string() ?? "");
      const where = `hook ${stage} ${path}`;
      rows.add("runtime-hooks", hook, "explicit", {
        container: CONTAINER,
        anchor: `${stage} ${path}`,
        target: `${path} at ${stage}`,
        access: "execute",
        limits: stage === "startContainer" ? ["runs inside the container"] : [],
      });
      for (const { name, text, at } of variablesOf(hook.get("env")).values()) {
        const { kind } = redactValue(name, text ?? "");
        if (kind !== null) addLiteral(at, `${where} env ${redactShapes(name)}`, kind, rows);
      }
      for (const at of hook.get("args").items()) addText(at, `${where} args`, rows);
    }
  }
}
