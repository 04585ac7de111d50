/**
 * Serialises a JSON value by RFC 8785 (JCS): object keys sorted by UTF-16 code units, numbers as
 * ECMAScript writes them, no white space. `undefined` members are left out, as JSON.stringify does.
 *
 * @throws TypeError on what I-JSON cannot hold: NaN, infinities, lone surrogates, bigint, functions.
 * Source: RFC 8785, sections 3.2.2 and 3.2.3.
 */
export function canonicalJson(value: unknown): string {
  // What RFC 8785 asks of strings and numbers is what ECMAScript does; only the keys' order is more.
  try {
    return JSON.stringify(inOrder(value));
  } catch (error) {
    if (error === NO_ORDER) return spelled(value);
    throw error;
  }
}

/** Thrown for keys that no ECMAScript object keeps in order: numbers come first, whatever was set first. */
const NO_ORDER = new Error("keys that are numbers");
const UNORDERED = /^(\d+|__proto__)$/;

/** Serialises member by member, for values with such keys. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => spelled(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(inOrder(value));
  const members = value as Record<string, unknown>;
  const parts = Object.keys(members)
    .sort()
    .filter((key) => members[key] !== undefined)
    .map((key) => `${JSON.stringify(inOrder(key))}:${spelled(members[key])}`);
  return `{${parts.join(",")}}`;
}

/** The same value with every object's keys in order; copies only what is not in order already. */
function inOrder(value: unknown): unknown {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError("canonical JSON holds no lone surrogate");
    return value;
  }
  if (value === null || value === true || value === false) return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds no NaN and no infinity");
    return value;
  }
  if (Array.isArray(value)) return arrayInOrder(value);
  if (typeof value === "object") return objectInOrder(value as Record<string, unknown>);
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`);
}

function arrayInOrder(items: unknown[]): unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const ordered = inOrder(items[at] ?? null);
    if (copy) copy.push(ordered);
    else if (ordered !== items[at]) copy = [...items.slice(0, at), ordered];
  }
  return copy ?? items;
}

function objectInOrder(members: Record<string, unknown>): Record<string, unknown> {
  if (typeof members.toJSON === "function") throw new TypeError("canonical JSON holds plain objects only");
  const keys = Object.keys(members);
  let isSorted = true;
  let isSame = true;
  const ordered: unknown[] = [];
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (!key.isWellFormed()) throw new TypeError("canonical JSON holds no lone surrogate");
    if (key.charCodeAt(0) < 96 && UNORDERED.test(key)) throw NO_ORDER;
    if (at > 0 && keys[at - 1]! > key) isSorted = false;
    const member = members[key];
    const next = member === undefined ? undefined : inOrder(member);
    if (next !== member) isSame = false;
    ordered.push(next);
  }
  if (isSorted && isSame) return members;
  const places = keys.map((_, at) => at);
  if (!isSorted) places.sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
  const copy: Record<string, unknown> = {};
  for (const at of places) copy[keys[at]!] = ordered[at];
  return copy;
}
