import type { FilledScalar } from "@/lib/authority/engine/fact";
import type { At } from "@/lib/authority/read/cursor";
import type { Value } from "@/lib/authority/read/value";
import { fillTemplate, type Lookup } from "./template";

/** A scalar as Compose takes it, and the text that is written. */
export type ComposeScalar = FilledScalar & { raw: string };

/** The text as it is written, before variables were filled in. */
export const rawText = (at: At): string | null =>
  (at.value as Partial<ComposeScalar> | null)?.raw ?? at.string();

/** A document with its variables filled in; what is shared by aliases stays shared. Keys are never filled in. */
export function filledValue(value: Value, lookup: Lookup, done = new Map<Value, Value>()): Value {
  const before = done.get(value);
  if (before) return before;
  let filled: Value = value;
  if (value.kind === "scalar") {
    if (!value.text.includes("$")) return value;
    const { text, unset } = fillTemplate(value.text, lookup);
    const scalar: ComposeScalar = {
      ...value,
      text,
      plain: value.plain && text === value.text,
      unset,
      raw: value.text,
    };
    filled = scalar;
  } else if (value.kind === "list") {
    filled = { ...value, items: value.items.map((item) => filledValue(item, lookup, done)) };
  } else {
    const fields = new Map<string, Value>();
    for (const [key, child] of value.fields) fields.set(key, filledValue(child, lookup, done));
    filled = { ...value, fields };
  }
  done.set(value, filled);
  return filled;
}
