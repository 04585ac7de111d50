/**
 * Serialises a JSON value by RFC 8785 (JCS): object keys sorted by UTF-16 code units, numbers as
 * ECMAScript writes them, no white space. `undefined` members are left out, as JSON.stringify does.
 *
 * @throws TypeError on what I-JSON cannot hold: NaN, infinities, lone surrogates, bigint, functions.
 * Source: RFC 8785, sections 3.2.2 and 3.2.3.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds no NaN and no infinity");
    return JSON.stringify(value);
  }
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("canonical JSON holds no lone surrogate");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value === "object") {
    const members = value as Record<string, unknown>;
    const parts: string[] = [];
    for (const key of Object.keys(members).sort()) {
      if (members[key] !== undefined) parts.push(`${canonicalJson(key)}:${canonicalJson(members[key])}`);
    }
    return `{${parts.join(",")}}`;
  }
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`);
}
