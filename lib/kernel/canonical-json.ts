/**
 * Serialises a JSON value by RFC 8785 (JCS): object keys sorted by UTF-16 code units, numbers as
 * ECMAScript writes them, no white space. `undefined` members are left out, as JSON.stringify does.
 *
 * @throws TypeError on what I-JSON cannot hold: NaN, infinities, lone surrogates, bigint, functions.
 * Source: RFC 8785, sections 3.2.2 and 3.2.3.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return text(value);
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds no NaN and no infinity");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    let out = "";
    for (const item of value) out += `${out === "" ? "" : ","}${canonicalJson(item ?? null)}`;
    return `[${out}]`;
  }
  if (typeof value === "object") {
    const members = value as Record<string, unknown>;
    let out = "";
    for (const key of inOrder(Object.keys(members))) {
      const member = members[key];
      if (member !== undefined) out += `${out === "" ? "" : ","}${text(key)}:${canonicalJson(member)}`;
    }
    return `{${out}}`;
  }
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`);
}

// Frozen reviews hold hundreds of thousands of short plain strings, most of them the same few names.
const PLAIN = /^[ !#-[\]-~]*$/;

function text(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new TypeError("canonical JSON holds no lone surrogate");
  return JSON.stringify(value);
}

/** Sorted by UTF-16 code units; objects have few keys, which are in order more often than not. */
function inOrder(keys: string[]): string[] {
  for (let at = 1; at < keys.length; at++) if (keys[at - 1]! > keys[at]!) return keys.sort();
  return keys;
}
