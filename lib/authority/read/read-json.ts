import { LIMITS } from "@/lib/authority/limits";
import { type DuplicateKey, tooDeep, tooMany } from "./convert";
import type { ListValue, MapValue, ScalarValue, Value } from "./value";

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 forbids exactly these inside strings
const STRING = /"((?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const PLAIN_STRING = /"([^"\\\u0000-\u001f]*)"/y;

class NotJson extends Error {}

/**
 * Reads strict JSON (RFC 8259) with positions, several times faster than a YAML parser does.
 * Null when the text is not JSON, so that the caller can try YAML or say so.
 * @throws Refusal past a bound.
 */
export function readJson(text: string): { value: Value; duplicates: DuplicateKey[] } | null {
  const reader = new JsonReader(text);
  try {
    const value = reader.document();
    return { value, duplicates: reader.duplicates };
  } catch (error) {
    if (error instanceof NotJson) return null;
    throw error;
  }
}

class JsonReader {
  private at = 0;
  private written = 0;
  readonly duplicates: DuplicateKey[] = [];

  constructor(private readonly text: string) {}

  document(): Value {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) throw new NotJson();
    return value;
  }

  private space(): void {
    const code = this.text.charCodeAt(this.at);
    if (code > 32) return;
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
  }

  private value(depth: number): Value {
    this.space();
    this.written += 1;
    if (this.written > LIMITS.values) throw tooMany(this.at);
    const char = this.text[this.at];
    if (char === "{" || char === "[") {
      if (depth >= LIMITS.nesting) throw tooDeep(this.at);
      return char === "{" ? this.map(depth) : this.list(depth);
    }
    if (char === '"') return this.string();
    const start = this.at;
    for (const word of ["true", "false", "null"]) {
      if (this.text.startsWith(word, start)) {
        this.at += word.length;
        return { kind: "scalar", at: start, end: this.at, text: word, plain: true };
      }
    }
    NUMBER.lastIndex = start;
    const match = NUMBER.exec(this.text);
    if (!match) throw new NotJson();
    this.at = NUMBER.lastIndex;
    return { kind: "scalar", at: start, end: this.at, text: match[0], plain: true };
  }

  private string(): ScalarValue {
    const start = this.at;
    PLAIN_STRING.lastIndex = start;
    const plain = PLAIN_STRING.exec(this.text);
    if (plain) {
      this.at = PLAIN_STRING.lastIndex;
      return { kind: "scalar", at: start, end: this.at, text: plain[1]!, plain: false };
    }
    STRING.lastIndex = start;
    const match = STRING.exec(this.text);
    if (!match) throw new NotJson();
    this.at = STRING.lastIndex;
    return { kind: "scalar", at: start, end: this.at, text: JSON.parse(match[0]) as string, plain: false };
  }

  private list(depth: number): ListValue {
    const value: ListValue = { kind: "list", at: this.at, items: [] };
    this.at += 1;
    if (this.closes("]")) return value;
    for (;;) {
      value.items.push(this.value(depth + 1));
      if (!this.continues("]")) return value;
    }
  }

  private map(depth: number): MapValue {
    const value: MapValue = { kind: "map", at: this.at, fields: new Map() };
    this.at += 1;
    if (this.closes("}")) return value;
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') throw new NotJson();
      this.written += 1;
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ":") throw new NotJson();
      this.at += 1;
      const shadowed = value.fields.get(key.text);
      if (shadowed) {
        this.duplicates.push({ key: key.text, offset: key.at, shadowed });
        value.fields.delete(key.text);
      }
      value.fields.set(key.text, this.value(depth + 1));
      if (!this.continues("}")) return value;
    }
  }

  private closes(end: string): boolean {
    this.space();
    if (this.text[this.at] !== end) return false;
    this.at += 1;
    return true;
  }

  private continues(end: string): boolean {
    this.space();
    const char = this.text[this.at];
    this.at += 1;
    if (char === ",") return true;
    if (char === end) return false;
    throw new NotJson();
  }
}
