import { wordOf } from "@/lib/authority/inner/words";
import type { At } from "@/lib/authority/read/cursor";
import { integerOfScalar } from "@/lib/authority/read/scalar";

/** A field by its name in config.proto, which JSON may write in camel case too. */
export function fieldOf(at: At, name: string): At {
  if (at.has(name)) return at.get(name);
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return at.has(camel) ? at.get(camel) : at.get(name);
}

/** The values of a repeated field, also where it is written as one. */
export function valuesOf(at: At, name: string): At[] {
  const field = fieldOf(at, name);
  if (!field.exists) return [];
  return field.value?.kind === "list" ? field.items() : [field];
}

/** A text of a field; empty where it is absent. */
export const textIn = (at: At, name: string): string => wordOf(fieldOf(at, name));

/** What a switch says, with the words that the text format and JSON take; undefined where it is absent. */
export function switchIn(at: At, name: string): boolean | undefined {
  const field = fieldOf(at, name);
  if (!field.exists) return undefined;
  const word = wordOf(field);
  if (/^(?:true|True|t|1)$/.test(word)) return true;
  if (/^(?:false|False|f|0)$/.test(word)) return false;
  field.invalid("is neither true nor false");
  return undefined;
}

/** A whole number, which JSON may write as a text; undefined where it is absent or none. */
export function numberIn(at: At, name: string): bigint | undefined {
  const field = fieldOf(at, name);
  if (!field.exists) return undefined;
  const { value } = field;
  const number = value?.kind === "scalar" ? integerOfScalar({ ...value, plain: true }) : null;
  if (number === null || number < 0n) {
    field.invalid("is not a whole number");
    return undefined;
  }
  return number;
}

/** Whether a limit of processes is off: `INF`, or that of whoever starts it. */
export const limitKind = (at: At, name: string): string => textIn(at, `${name}_type`) || "VALUE";
