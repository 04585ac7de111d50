import type { At } from "@/lib/authority/read/cursor";
import type { ScalarValue } from "@/lib/authority/read/value";
import type { Origin } from "@/lib/authority/schema";

/**
 * What an engine takes for one field of a container: the value, where it stands, and whether it is written
 * (`explicit`), left to the engine (`default`), or not to be told because a variable has no value (`unknown`).
 */
export type Fact<T> = { value: T; at: At; origin: Origin };

/** A scalar in which variables were filled in; `unset` names those that nothing gives a value. */
export type FilledScalar = ScalarValue & { unset: readonly string[] };

/** The variables of a text that nothing gives a value; empty for a text that is certain. */
export const unsetIn = (at: At): readonly string[] => (at.value as Partial<FilledScalar> | null)?.unset ?? [];

/** Whether what stands here is certain. */
export const isTold = (at: At): boolean => unsetIn(at).length === 0;

/** The origin of what stands here, or of what its absence means. */
export const originAt = (at: At): Origin => (!at.exists ? "default" : isTold(at) ? "explicit" : "unknown");

export const textFact = (at: At): Fact<string | null> => ({ value: at.string(), at, origin: originAt(at) });

const TRUE = new Set(["true", "yes", "y", "on"]);
const FALSE = new Set(["false", "no", "n", "off"]);

/** A boolean, also written as text; null where it is absent, not to be told, or, with a note, none. */
export function booleanFact(at: At): Fact<boolean | null> {
  const origin = originAt(at);
  const text = at.string()?.toLowerCase() ?? null;
  if (origin !== "explicit") return { value: null, at, origin };
  if (text !== null && TRUE.has(text)) return { value: true, at, origin };
  if (text !== null && FALSE.has(text)) return { value: false, at, origin };
  at.invalid("is neither true nor false");
  return { value: null, at, origin: "default" };
}

/** A whole number, also written as text; null where it is absent, not to be told, or, with a note, none. */
export function integerFact(at: At): Fact<bigint | null> {
  const origin = originAt(at);
  const text = at.string()?.trim() ?? "";
  if (origin !== "explicit") return { value: null, at, origin };
  if (/^[+-]?\d{1,30}$/.test(text)) return { value: BigInt(text), at, origin };
  at.invalid("is not a whole number");
  return { value: null, at, origin: "default" };
}

const BYTES = /^(\d{1,18})(?:\.(\d{1,6}))?\s?([kmgtp])?i?b?$/i;
const UNITS: Record<string, bigint> = { k: 1n, m: 2n, g: 3n, t: 4n, p: 5n };

/**
 * A size in bytes; units are powers of 1024, with or without a `b`. Null where the text is no size.
 * Source: github.com/docker/go-units, RAMInBytes.
 */
export function bytesOf(text: string): bigint | null {
  const match = BYTES.exec(text.trim());
  if (!match) return null;
  const [, whole = "", fraction = "", unit = ""] = match;
  const factor = 1024n ** (UNITS[unit.toLowerCase()] ?? 0n);
  return (BigInt(whole + fraction) * factor) / 10n ** BigInt(fraction.length);
}

/** A number of bytes as a quantity that people read: `512Mi`, or plain bytes where no unit divides them. */
export function byteQuantity(bytes: bigint): string {
  for (const [unit, power] of [
    ["Gi", 3n],
    ["Mi", 2n],
    ["Ki", 1n],
  ] as const) {
    const factor = 1024n ** power;
    if (bytes >= factor && bytes % factor === 0n) return `${bytes / factor}${unit}`;
  }
  return String(bytes);
}
