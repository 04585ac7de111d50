import { LIMITS } from "@/lib/authority/limits";
import { tooDeep } from "./convert";
import type { Value } from "./value";

const PLAIN = /[^\s?:,[\]{}#&*!|>'"%@`\\-](?:[^\n\t,[\]{}#:\\]|:(?=[^\s,[\]{}]))*|-[0-9][0-9.]*/y;
const DOUBLE = /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}))*"/y;
const SINGLE = /'(?:[^'\n]|'')*'/y;

type FlowRead = { value: Value; end: number; values: number };

/**
 * Reads a flow collection that ends on its line, such as `["ALL"]` or `{ app: web }`. Null where it does
 * not, or holds anything but plain and quoted scalars, lists and maps.
 */
export function readFlowLine(text: string, start: number, to: number, depth: number): FlowRead | null {
  if (depth >= LIMITS.nesting) throw tooDeep(start);
  const close = text[start] === "[" ? "]" : "}";
  const list: Value[] = [];
  const fields = new Map<string, Value>();
  let values = 1;
  let at = skip(text, start + 1, to);
  while (text[at] !== close) {
    if (at >= to) return null;
    let key: string | null = null;
    if (close === "}") {
      const read = scalar(text, at, to);
      if (!read || text[read.end] !== ":" || !/[ ,}]/.test(text[read.end + 1] ?? "")) return null;
      key = (read.value as { text: string }).text;
      if (fields.has(key) || key === "<<") return null;
      values += 1;
      at = skip(text, read.end + 1, to);
    }
    const read =
      text[at] === "[" || text[at] === "{" ? readFlowLine(text, at, to, depth + 1) : scalar(text, at, to);
    if (!read) return null;
    values += read.values;
    if (key === null) list.push(read.value);
    else fields.set(key, read.value);
    at = skip(text, read.end, to);
    if (text[at] === ",") at = skip(text, at + 1, to);
    else if (text[at] !== close) return null;
  }
  if (at >= to) return null;
  const value: Value =
    close === "]" ? { kind: "list", at: start, items: list } : { kind: "map", at: start, fields };
  return { value, end: at + 1, values };
}

function skip(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text[at] === " ") at += 1;
  return at;
}

function scalar(text: string, start: number, to: number): FlowRead | null {
  const char = text[start];
  const quoted = char === '"' || char === "'";
  const pattern = char === '"' ? DOUBLE : char === "'" ? SINGLE : PLAIN;
  pattern.lastIndex = start;
  if (!pattern.test(text) || pattern.lastIndex > to) return null;
  let end = pattern.lastIndex;
  if (!quoted) while (text[end - 1] === " ") end -= 1;
  const raw = text.slice(start, end);
  const inner =
    char === '"' ? (JSON.parse(raw) as string) : char === "'" ? raw.slice(1, -1).replaceAll("''", "'") : raw;
  return { value: { kind: "scalar", at: start, end, text: inner, plain: !quoted }, end, values: 1 };
}
