import type { Literal } from "@/lib/authority/engine/container";
import type { At } from "@/lib/authority/read/cursor";
import { secretIn } from "./environment";
import { rawText } from "./fill";
import type { Layers } from "./layers";
import { wordsOf } from "./words";

/** Where a service holds texts of anybody's besides its environment: a path to them, and how they are called. */
const NAMED: [string[], string][] = [
  [["labels"], "label"],
  [["annotations"], "annotation"],
  [["build", "args"], "build argument"],
  [["build", "labels"], "build label"],
  [["build", "additional_contexts"], "build context"],
  [["logging", "options"], "log option"],
  [["storage_opt"], "storage option"],
  [["provider", "options"], "provider option"],
];

const COMMANDS: string[][] = [["command"], ["entrypoint"], ["healthcheck", "test"]];

/** Every secret that a service writes out somewhere else than in its environment. */
export function serviceLiterals(service: Layers): Literal[] {
  const found: Literal[] = [];
  for (const steps of COMMANDS) addCommand(service.at(...steps), steps[0]!, found);
  for (const [steps, called] of NAMED)
    addNamed(within(service, steps.slice(0, -1)), steps.at(-1)!, called, found);
  const context =
    service.at("build").string() === null ? service.at("build", "context") : service.at("build");
  addText(context, "build context", "", "the build's context", found);
  for (const hook of ["post_start", "pre_stop"]) {
    for (const at of service.items(hook)) {
      addCommand(at.get("command"), hook, found);
      addNamed({ pairs: (key) => pairsOf(at.get(key)) }, "environment", `${hook} variable`, found);
    }
  }
  return found;
}

const within = (service: Layers, steps: string[]): Layers =>
  steps.reduce((layers, step) => layers.get(step), service);

type Pairs = { pairs(key: string): Map<string, { at: At; value: At | null }> };

function pairsOf(at: At): Map<string, { at: At; value: At | null }> {
  const found = new Map<string, { at: At; value: At | null }>();
  for (const [name, value] of at.entries()) found.set(name, { at: value, value });
  for (const item of at.items()) {
    const text = item.string() ?? "";
    const cut = text.indexOf("=");
    if (cut > 0) found.set(text.slice(0, cut), { at: item, value: null });
  }
  return found;
}

function addNamed(holder: Pairs, key: string, called: string, found: Literal[]): void {
  for (const [name, { at, value }] of holder.pairs(key)) {
    const text = at.string() ?? "";
    const raw = rawText(at) ?? text;
    const cut = value === null ? text.indexOf("=") + 1 : 0;
    const rawCut = value === null ? raw.indexOf("=") + 1 : 0;
    if (value === null && cut === 0) continue;
    const kind = secretIn(name, text.slice(cut), raw.slice(rawCut));
    if (kind !== null) found.push({ at, anchor: `${called} ${name}`, kind, where: `${called} ${name}` });
  }
}

function addText(at: At, anchor: string, name: string, where: string, found: Literal[]): void {
  const text = at.string();
  if (text === null) return;
  const kind = secretIn(name, text, rawText(at) ?? text);
  if (kind !== null) found.push({ at, anchor, kind, where });
}

/** A command line, as one text or as its words. */
function addCommand(at: At, field: string, found: Literal[]): void {
  if (at.value?.kind !== "list") {
    addText(at, field, "", field, found);
    return;
  }
  const items = at.items();
  for (const [i, { kind, flag }] of wordsOf(at.value).entries())
    if (kind !== null)
      found.push({ at: items[i] ?? at, anchor: `${field} ${flag || kind}`, kind, where: field });
}
