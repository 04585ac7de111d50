import type { EngineContainer, Variable } from "@/lib/authority/engine/container";
import { isTold } from "@/lib/authority/engine/fact";
import { isPublishedKey } from "@/lib/authority/engine/products";
import type { Notes } from "@/lib/authority/notes";
import type { At } from "@/lib/authority/read/cursor";
import { isSettings } from "@/lib/authority/read/settings";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import { rawText } from "./fill";
import type { Layers } from "./layers";
import { folderOf, inputPath } from "./paths";
import type { Project } from "./project";
import { redactTemplate } from "./redact-template";
import { piecesOf } from "./template";

type Environment = Pick<EngineContainer, "environment" | "missingFiles">;

/** The variables of a service: those of its files, and over them its own. */
export function serviceEnvironment(service: Layers, project: Project, notes: Notes): Environment {
  const variables = new Map<string, Variable>();
  const missingFiles: Environment["missingFiles"] = [];
  for (const at of service.items("env_file")) {
    const written = at.string() ?? at.get("path").string();
    if (written === null) continue;
    const path = inputPath(folderOf(at.place.file.name), written);
    const settings = project.input.settings.get(path);
    if (settings) for (const variable of variablesOf(settings)) variables.set(variable.name, variable);
    else {
      missingFiles.push({ path: written, at });
      notes.add(
        "info",
        "env-file-not-supplied",
        `the variables of ${written} are not in the input, so what they hold is not known; give it together with this file`,
        at,
      );
    }
  }
  for (const [name, { at, value }] of service.pairs("environment")) {
    const variable = value === null ? ofItem(name, at) : ofMember(name, at);
    variables.set(name, variable);
  }
  return { environment: [...variables.values()], missingFiles };
}

/** The settings of a file; a `$` in them is filled in by Compose too, and is no secret by itself. */
function variablesOf(settings: At): Variable[] {
  if (!isSettings(settings.value)) return [];
  return settings.entries().map(([name, at]) => ofMember(name, at));
}

/** `NAME=value`, or `NAME` alone, which takes the shell's. */
function ofItem(name: string, at: At): Variable {
  const text = at.string() ?? "";
  const cut = text.indexOf("=");
  if (cut < 0) return { name, value: null, at, secret: null, fromOutside: true };
  const raw = rawText(at) ?? text;
  return variable(name, text.slice(cut + 1), raw.slice(raw.indexOf("=") + 1), at);
}

function ofMember(name: string, at: At): Variable {
  if (at.value?.kind === "scalar" && !at.exists && at.value.plain && (rawText(at) ?? "") === "")
    return { name, value: null, at, secret: null, fromOutside: true };
  return variable(name, at.string() ?? "", rawText(at) ?? "", at);
}

/** Whether a variable of the template decides the value, and gives none here. */
function variable(name: string, value: string, raw: string, at: At): Variable {
  const hasVariable = raw.includes("$") && piecesOf(raw).some(({ kind }) => kind === "variable");
  return {
    name,
    value,
    at,
    secret: secretIn(name, value, raw),
    fromOutside: !isTold(at) || (hasVariable && value === ""),
  };
}

/** The kind of secret that a value is, as it is written or as it is filled in. */
export function secretIn(name: string, value: string, raw: string): string | null {
  if (isPublishedKey(value)) return null;
  return redactTemplate(name, raw).kind ?? (raw === value ? null : redactValue(name, value).kind);
}
