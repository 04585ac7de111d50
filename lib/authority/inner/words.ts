import type { At } from "@/lib/authority/read/cursor";
import type { ListValue, ScalarValue } from "@/lib/authority/read/value";
import type { Rows } from "@/lib/authority/rows";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { commandSecrets, mark, type Redactions, redactCommand } from "@/lib/authority/secrets/marks";
import { aKind, redactVariable } from "./environment";

/** A word's text, also where it looks like a number or like nothing. */
export const wordOf = (at: At | undefined): string => (at?.value?.kind === "scalar" ? at.value.text : "");

/** A word as rows show it: secrets that its shape gives away are replaced. */
export const shownWord = (at: At | undefined): string => redactShapes(wordOf(at));

/** The last part of a program's path. */
export function programOf(word: string): string {
  const shown = redactShapes(word);
  return shown.slice(shown.lastIndexOf("/") + 1) || shown;
}

const listOf = (items: ScalarValue[]): ListValue => ({ kind: "list", at: items[0]?.at ?? 0, items });

/** Secrets on a command line, by flag and by shape. */
export function addCommandSecrets(words: At[], container: string, rows: Rows): void {
  const scalars = words.flatMap(({ value }) => (value?.kind === "scalar" ? [value] : []));
  for (const { scalar, kind, flag } of commandSecrets(listOf(scalars))) {
    const at = words.find(({ value }) => value === scalar);
    if (!at) continue;
    rows.add("secret-literal", at, "explicit", {
      container,
      anchor: `command ${flag || kind}`,
      target: `${kind} in the command`,
      access: "read",
      detail: `${aKind(kind)} in the command`,
    });
  }
}

/** Redacts `NAME=value` in each word; what stands before the name is kept. A name alone says nothing. */
export function redactPairs(words: ScalarValue[], found: Redactions, before = /^/): void {
  for (const word of words) {
    const start = before.exec(word.text)?.[0].length ?? 0;
    const sign = word.text.indexOf("=", start);
    if (sign < 0) continue;
    const { text } = redactVariable(word.text.slice(start, sign), word.text.slice(sign + 1));
    mark(found, word, word.text.slice(0, sign + 1) + text);
  }
}

/** Redacts a command line; `shown` are the words that rows are made of, in which only shapes are replaced. */
export function redactWords(words: ScalarValue[], shown: ReadonlySet<ScalarValue>, found: Redactions): void {
  const own: Redactions = new Map();
  redactCommand(listOf(words), own, () => {});
  for (const word of words)
    mark(found, word, shown.has(word) ? redactShapes(word.text) : (own.get(word) ?? word.text));
}
