import type { ListValue, ScalarValue, Value } from "@/lib/authority/read/value";
import { attachedPassword, flagSecret, programsOf } from "./commands";
import { kindIn, markerOf, redactNamed, secretKindOfName } from "./detect";
import { redactValue } from "./redact-value";

/** The scalars of a document that hold secrets, or may, each with the text that stands for it. */
export type Redactions = Map<ScalarValue, string>;

/** Where one scalar stands in two places (an alias), a secret is one in both. */
export function mark(found: Redactions, scalar: ScalarValue, text: string): void {
  const before = found.get(scalar);
  if (text !== scalar.text && (before === undefined || kindIn(before) === null)) found.set(scalar, text);
}

/** A scalar's text; empty for anything else. */
export const textOf = (value: Value | undefined): string => (value?.kind === "scalar" ? value.text : "");

/** A named value, which should be a text and may be anything. */
export function redactFree(name: string, value: Value, found: Redactions): void {
  // Kept for the row that says where the container runtime is; a password in it goes.
  const redact = name === "DOCKER_HOST" ? redactNamed : redactValue;
  if (value.kind === "scalar") mark(found, value, redact(name, value.text).text);
  else if (value.kind === "list") for (const item of value.items) redactFree(name, item, found);
  else for (const [key, child] of value.fields) redactFree(secretKindOfName(name) ? name : key, child, found);
}

/** Environment entries: a map of names to values, or a list of `NAME=value`; a name alone says nothing. */
export function redactAssignments(value: Value, found: Redactions): void {
  if (value.kind !== "list") {
    redactFree("", value, found);
    return;
  }
  for (const item of value.items) {
    if (item.kind !== "scalar") redactFree("", item, found);
    else {
      const at = item.text.indexOf("=");
      if (at < 0) continue;
      const name = item.text.slice(0, at);
      const redact = name === "DOCKER_HOST" ? redactNamed : redactValue;
      mark(found, item, `${name}=${redact(name, item.text.slice(at + 1)).text}`);
    }
  }
}

/** Replaces every text inside a value, whatever it is. */
export function redactAll(value: Value, found: Redactions, kind: string): void {
  if (value.kind === "scalar") mark(found, value, markerOf(kind));
  else
    for (const child of value.kind === "list" ? value.items : value.fields.values())
      redactAll(child, found, kind);
}

/** The words of a command line that hold secrets, each replaced; what stands between them and is no word is walked by `other`. */
export function redactCommand(list: ListValue, found: Redactions, other: (value: Value) => void): void {
  for (const item of list.items) if (item.kind !== "scalar") other(item);
  for (const { scalar, text } of commandWords(list)) mark(found, scalar, text);
}

type CommandWord = { scalar: ScalarValue; text: string; kind: string | null; flag: string };

/** The words of a command line that hold secrets: `--token=…`, `--token …`, `-u user:…`, and by shape. */
export function commandSecrets(list: ListValue): (CommandWord & { kind: string })[] {
  return commandWords(list).filter((word): word is CommandWord & { kind: string } => word.kind !== null);
}

/** Every word as it is shown. What a word follows is read from the redacted words, which the stored text has too. */
function commandWords(list: ListValue): CommandWord[] {
  const words: CommandWord[] = [];
  const scalars = list.items.filter((item) => item.kind === "scalar");
  const programs = programsOf(scalars.map(({ text }) => text.slice(0, 200)).join(" "));
  let flag: string | null = null;
  for (const scalar of scalars) {
    const { text } = scalar;
    const after = flag !== null && !text.startsWith("-") ? flag : null;
    const secret =
      attachedPassword(text, programs) ?? (after === null ? null : flagSecret(after, text, programs));
    const shown = redactValue(after?.replace(/^-+/, "") ?? "", secret?.text ?? text);
    words.push({ scalar, ...shown, flag: after?.replace(/^-+/, "") ?? "" });
    flag = /^--?[A-Za-z][\w-]*$/.test(shown.text) ? shown.text : null;
  }
  return words;
}
