import type { ScalarValue } from "./value";

/** What a scalar means to kubectl: null, a boolean, a number as its decimal text, or a string. */
export type Resolved =
  | { type: "null" }
  | { type: "boolean"; value: boolean }
  | { type: "integer"; value: bigint }
  | { type: "float"; value: number }
  | { type: "string"; value: string };

const NULLS = new Set(["", "~", "null", "Null", "NULL"]);
const TRUE = new Set(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]);
const FALSE = new Set(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]);
const INTEGER = /^[-+]?(0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?$/;
const NULL: Resolved = { type: "null" };

/**
 * Reads a scalar as kubectl does. Source: sigs.k8s.io/yaml (go-yaml v2), which keeps the booleans and
 * octals of YAML 1.1 and has neither base 60 nor, in JSON, dates.
 */
export function resolveScalar(scalar: ScalarValue): Resolved {
  const { text } = scalar;
  if (!scalar.plain) return { type: "string", value: text };
  if (text.length > 400) return { type: "string", value: text };
  const first = text.charCodeAt(0);
  // Most scalars begin with a letter that starts no number and no word of the lists.
  if (text.length <= 5) {
    if (NULLS.has(text)) return NULL;
    if (TRUE.has(text)) return { type: "boolean", value: true };
    if (FALSE.has(text)) return { type: "boolean", value: false };
  }
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) {
    if (INTEGER.test(text)) return { type: "integer", value: integerOf(text) };
    if (FLOAT.test(text)) {
      const value = Number(text.replaceAll("_", ""));
      if (Number.isFinite(value)) return { type: "float", value };
    }
  }
  return { type: "string", value: text };
}

function integerOf(text: string): bigint {
  const negative = text.startsWith("-");
  let digits = text.replace(/^[-+]/, "").replaceAll("_", "");
  if (/^0[0-7]+$/.test(digits)) digits = `0o${digits.slice(1)}`;
  const value = BigInt(digits);
  return negative ? -value : value;
}

/** A boolean field's value; null where the scalar is none (a quoted "true" is a string, which kubectl refuses). */
export function booleanOf(scalar: ScalarValue): boolean | null {
  const resolved = resolveScalar(scalar);
  return resolved.type === "boolean" ? resolved.value : null;
}

/** An integer field's value, or null. */
export function integerOfScalar(scalar: ScalarValue): bigint | null {
  const resolved = resolveScalar(scalar);
  if (resolved.type === "integer") return resolved.value;
  return resolved.type === "float" && Number.isSafeInteger(resolved.value) ? BigInt(resolved.value) : null;
}

export const isNull = (scalar: ScalarValue): boolean => scalar.plain && NULLS.has(scalar.text);
