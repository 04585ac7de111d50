import { isNull, resolveScalar } from "./read/scalar";
import type { ScalarValue, Value } from "./read/value";
import type { Format } from "./schema";
import type { Redactions } from "./secrets/marks";

/** Says whether a member of a map is left out: given the names of the maps above it, and its own. */
export type Ignore = (path: readonly string[], key: string, value: Value) => boolean;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A document in canonical form (RFC 8785): members sorted, null and what the format's ignore list names left
 * out, secrets replaced by a constant, integers beyond 2^53 as decimal strings.
 */
export function canonicalDocument(root: Value, redactions: Redactions, ignore: Ignore): string {
  return write(root, [], redactions, ignore);
}

function write(value: Value, path: string[], redactions: Redactions, ignore: Ignore): string {
  if (value.kind === "scalar") return writeScalar(value, redactions);
  if (value.kind === "list") {
    let text = "[";
    for (const item of value.items)
      text += (text.length > 1 ? "," : "") + write(item, path, redactions, ignore);
    return `${text}]`;
  }
  let text = "{";
  for (const key of [...value.fields.keys()].sort()) {
    const member = value.fields.get(key)!;
    if ((member.kind === "scalar" && isNull(member)) || ignore(path, key, member)) continue;
    path.push(key);
    const written = write(member, path, redactions, ignore);
    path.pop();
    // A map that is empty only because its members are left out says no more than none at all.
    if (written === "{}" && member.kind === "map" && member.fields.size > 0) continue;
    text += `${text.length > 1 ? "," : ""}${quote(key)}:${written}`;
  }
  return `${text}}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what JSON must escape, and surrogates
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A JSON string; most need no escape, and a lone surrogate, which canonical JSON refuses, becomes U+FFFD. */
const quote = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? JSON.stringify(text.toWellFormed()) : `"${text}"`;

function writeScalar(scalar: ScalarValue, redactions: Redactions): string {
  const redacted = redactions.get(scalar);
  if (redacted !== undefined) return quote(redacted);
  const resolved = resolveScalar(scalar);
  switch (resolved.type) {
    case "null":
      return "null";
    case "boolean":
      return String(resolved.value);
    case "integer":
      return resolved.value > SAFE || resolved.value < -SAFE ? `"${resolved.value}"` : String(resolved.value);
    case "float":
      return JSON.stringify(resolved.value);
    default:
      return quote(resolved.value);
  }
}

/** The hashed text of a configuration: a version prefix, the format, and its documents in canonical form. */
export function canonicalConfiguration(format: Format, documents: string[]): string {
  return `cordon/config/v1 ${format}\n[${documents.join(",")}]`;
}
