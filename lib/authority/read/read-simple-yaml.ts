import { LIMITS } from "@/lib/authority/limits";
import { type DuplicateKey, tooDeep, tooMany } from "./convert";
import { readFlowLine } from "./read-flow-line";
import type { ListValue, MapValue, ScalarValue, Value } from "./value";

/** Thrown inside the reader where the text may mean something it does not know. */
export class NotSimple extends Error {}

export type SimpleRead = { value: Value | null; values: number; duplicates: DuplicateKey[] };

/**
 * Reads one document of the YAML that tools write: block maps and lists, scalars on one line, literal
 * blocks, flow collections on one line. Ten times faster than the full parser, and never of another
 * opinion: whatever it does not know for sure — anchors, tags, merges, folded or continued scalars, tabs,
 * doubtful indentation, anything that may be an error — makes it answer null, and the full parser reads.
 * @throws Refusal past a bound.
 */
export function readSimpleYaml(text: string, from: number, to: number): SimpleRead | null {
  const reader = new SimpleReader(text, from, to);
  try {
    return { value: reader.document(), values: reader.values, duplicates: reader.duplicates };
  } catch (error) {
    if (error instanceof NotSimple) return null;
    throw error;
  }
}

const PLAIN_START = /[^\s?:,[\]{}#&*!|>'"%@`-]/;
const DOUBLE = /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}))*"/y;
const SINGLE = /'(?:[^'\n]|'')*'/y;

class SimpleReader {
  values = 0;
  readonly duplicates: DuplicateKey[] = [];
  /** Offset and column of the next content: the first of a line, or what follows a dash on it. */
  private at = 0;
  private column = -1;
  private depth = 0;

  constructor(
    private readonly text: string,
    from: number,
    private readonly to: number,
  ) {
    this.nextLine(from);
  }

  document(): Value | null {
    if (this.column < 0) return null;
    const value = this.block(this.column);
    if (this.column >= 0) throw new NotSimple();
    return value;
  }

  /** Moves to the first content at or after the start of a line; column -1 at the end. */
  private nextLine(start: number): void {
    const { text, to } = this;
    let line = start;
    while (line < to) {
      let at = line;
      while (at < to && text.charCodeAt(at) === 32) at += 1;
      const code = at < to ? text.charCodeAt(at) : 10;
      if (code === 9 || code === 13) throw new NotSimple();
      if (code !== 10 && code !== 35) {
        this.at = at;
        this.column = at - line;
        return;
      }
      const end = text.indexOf("\n", at);
      line = end < 0 ? to : end + 1;
    }
    this.at = to;
    this.column = -1;
  }

  private count(): void {
    this.values += 1;
    if (this.values > LIMITS.values) throw tooMany(this.at);
  }

  private isDash(at: number): boolean {
    if (this.text.charCodeAt(at) !== 45) return false;
    const next = at + 1 < this.to ? this.text.charCodeAt(at + 1) : 10;
    if (next === 9) throw new NotSimple();
    return next === 32 || next === 10;
  }

  private block(column: number): Value {
    if (this.depth >= LIMITS.nesting) throw tooDeep(this.at);
    this.depth += 1;
    this.count();
    const value = this.isDash(this.at) ? this.list(column) : this.map(column);
    this.depth -= 1;
    return value;
  }

  private list(column: number): ListValue {
    const list: ListValue = { kind: "list", at: this.at, items: [] };
    while (this.column === column && this.isDash(this.at)) {
      let at = this.at + 1;
      while (at < this.to && this.text.charCodeAt(at) === 32) at += 1;
      const code = at < this.to ? this.text.charCodeAt(at) : 10;
      if (code === 10 || code === 35) list.items.push(this.below(at, column, false));
      else if (this.isDash(at) || this.keyEnd(at) >= 0) {
        this.column += at - this.at;
        this.at = at;
        list.items.push(this.block(this.column));
      } else list.items.push(this.inline(at, column));
    }
    if (this.column > column) throw new NotSimple();
    return list;
  }

  private map(column: number): MapValue {
    const map: MapValue = { kind: "map", at: this.at, fields: new Map() };
    while (this.column === column && !this.isDash(this.at)) {
      const start = this.at;
      const colon = this.keyEnd(start);
      if (colon < 0) throw new NotSimple();
      const key = this.key(start, colon);
      this.count();
      const shadowed = map.fields.get(key);
      if (shadowed) {
        this.duplicates.push({ key, offset: start, shadowed });
        map.fields.delete(key);
      }
      let at = colon + 1;
      while (at < this.to && this.text.charCodeAt(at) === 32) at += 1;
      const code = at < this.to ? this.text.charCodeAt(at) : 10;
      map.fields.set(
        key,
        code === 10 || code === 35 ? this.below(at, column, true, colon + 1) : this.inline(at, column),
      );
    }
    if (this.column > column || (this.column === column && map.fields.size === 0)) throw new NotSimple();
    return map;
  }

  /** What stands on the lines below a key or a dash: something deeper, a list of the same column, or nothing. */
  private below(at: number, column: number, listMayAlign: boolean, emptyAt = at): Value {
    const code = at < this.to ? this.text.charCodeAt(at) : 10;
    if (code === 35 && this.text.charCodeAt(at - 1) !== 32) throw new NotSimple();
    const end = this.text.indexOf("\n", at);
    this.nextLine(end < 0 || end >= this.to ? this.to : end + 1);
    if (this.column > column) return this.block(this.column);
    if (listMayAlign && this.column === column && this.isDash(this.at)) return this.block(column);
    this.count();
    return { kind: "scalar", at: emptyAt, end: emptyAt, text: "", plain: true };
  }

  /** The offset of the colon that ends a key beginning here; -1 where the line holds none. */
  private keyEnd(start: number): number {
    const { text, to } = this;
    const first = text.charCodeAt(start);
    if (first === 34 || first === 39) {
      const end = this.quotedEnd(start);
      return end >= 0 && text.charCodeAt(end) === 58 && this.isBreak(end + 1) ? end : -1;
    }
    if (first === 91 || first === 123) return -1;
    for (let at = start; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 10) return -1;
      if (code === 58 && this.isBreak(at + 1)) return at;
      if (code === 35 && at > start && text.charCodeAt(at - 1) === 32) return -1;
    }
    return -1;
  }

  private isBreak(at: number): boolean {
    const code = at < this.to ? this.text.charCodeAt(at) : 10;
    if (code === 9) throw new NotSimple();
    return code === 32 || code === 10;
  }

  private key(start: number, colon: number): string {
    const raw = this.text.slice(start, colon);
    const first = raw[0];
    if (raw.length > 500) throw new NotSimple();
    if (first === '"') return JSON.parse(raw) as string;
    if (first === "'") return raw.slice(1, -1).replaceAll("''", "'");
    if (raw === "<<" || raw.endsWith(" ") || raw.includes("\t") || !this.startsPlain(start))
      throw new NotSimple();
    return raw;
  }

  private startsPlain(at: number): boolean {
    const char = this.text[at]!;
    return PLAIN_START.test(char) || (char === "-" && !this.isBreak(at + 1));
  }

  /** The offset after a quoted text of one line; -1 where it does not end there or has escapes JSON lacks. */
  private quotedEnd(start: number): number {
    const pattern = this.text[start] === '"' ? DOUBLE : SINGLE;
    pattern.lastIndex = start;
    return pattern.test(this.text) && pattern.lastIndex <= this.to ? pattern.lastIndex : -1;
  }

  /** A value that begins on the line of its key or dash. */
  private inline(start: number, column: number): Value {
    const char = this.text[start];
    if (char === "|") return this.literal(start, column);
    this.count();
    if (char === "[" || char === "{") return this.flow(start, column);
    if (char === '"' || char === "'") {
      const end = this.quotedEnd(start);
      if (end < 0) throw new NotSimple();
      const raw = this.text.slice(start, end);
      const text = char === '"' ? (JSON.parse(raw) as string) : raw.slice(1, -1).replaceAll("''", "'");
      this.endOfLine(end, column);
      return { kind: "scalar", at: start, end, text, plain: false };
    }
    return this.plain(start, column);
  }

  private plain(start: number, column: number): ScalarValue {
    if (!this.startsPlain(start)) throw new NotSimple();
    const { text, to } = this;
    const newline = text.indexOf("\n", start);
    const lineEnd = newline < 0 || newline > to ? to : newline;
    let end = lineEnd;
    for (let at = start; at < lineEnd; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 9 || code === 13 || (code === 58 && this.isBreak(at + 1))) throw new NotSimple();
      if (code === 35 && text.charCodeAt(at - 1) === 32) {
        end = at;
        break;
      }
    }
    while (text.charCodeAt(end - 1) === 32) end -= 1;
    this.leaveLine(lineEnd, column);
    return { kind: "scalar", at: start, end, text: text.slice(start, end), plain: true };
  }

  private flow(start: number, column: number): Value {
    const newline = this.text.indexOf("\n", start);
    const lineEnd = newline < 0 || newline > this.to ? this.to : newline;
    const read = readFlowLine(this.text, start, lineEnd, this.depth);
    if (!read) throw new NotSimple();
    this.values += read.values;
    this.endOfLine(read.end, column);
    return read.value;
  }

  /** Nothing but spaces and a comment may follow on the line. */
  private endOfLine(start: number, column: number): void {
    let at = start;
    while (at < this.to && this.text.charCodeAt(at) === 32) at += 1;
    const code = at < this.to ? this.text.charCodeAt(at) : 10;
    if (code !== 10 && !(code === 35 && at > start)) throw new NotSimple();
    const newline = this.text.indexOf("\n", at);
    this.leaveLine(newline < 0 || newline > this.to ? this.to : newline, column);
  }

  /** Goes to the next content; a deeper line would continue the scalar, or be an error. */
  private leaveLine(lineEnd: number, column: number): void {
    this.nextLine(lineEnd + 1);
    if (this.column > column) throw new NotSimple();
  }

  /** A literal block: `|`, `|-` or `|+`, its indentation that of its first line. */
  private literal(start: number, column: number): ScalarValue {
    const { text, to } = this;
    this.count();
    const header = text.indexOf("\n", start);
    if (header < 0 || header >= to) throw new NotSimple();
    const chomp = text.slice(start + 1, header).trimEnd();
    if (chomp !== "" && chomp !== "-" && chomp !== "+") throw new NotSimple();
    const lines: string[] = [];
    let indent = -1;
    let line = header + 1;
    let end = line;
    while (line < to) {
      const newline = text.indexOf("\n", line);
      const lineEnd = newline < 0 || newline > to ? to : newline;
      let at = line;
      while (at < lineEnd && text.charCodeAt(at) === 32) at += 1;
      const blank = at === lineEnd;
      if (!blank) {
        if (at - line <= column) break;
        if (indent < 0) indent = at - line;
        if (at - line < indent || text.charCodeAt(at) === 9) throw new NotSimple();
      } else if (indent < 0 ? at > line : at - line > indent) throw new NotSimple();
      lines.push(blank ? "" : text.slice(line + indent, lineEnd));
      line = lineEnd + 1;
      if (!blank) end = Math.min(line, to);
    }
    // Trailing blank lines count for `|+` only; they and an empty block are rare enough for the full parser.
    if (indent < 0 || chomp === "+") throw new NotSimple();
    while (lines.at(-1) === "") lines.pop();
    this.nextLine(line);
    return {
      kind: "scalar",
      at: start,
      end,
      text: lines.join("\n") + (chomp === "-" ? "" : "\n"),
      plain: false,
    };
  }
}
