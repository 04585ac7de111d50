import { LIMITS } from "@/lib/authority/limits";
import { type DuplicateKey, Refusal, tooDeep, tooMany } from "./convert";
import { readProtoString } from "./proto-string";
import type { ListValue, MapValue, ScalarValue, Value } from "./value";

export type TextProto = {
  value: MapValue;
  duplicates: DuplicateKey[];
  comments: { from: number; to: number }[];
};

const NAME = /[A-Za-z_][\w.]*|\[[\w./]+\]/y;
const WORD = /[^\s{}<>[\],;:#"']+/y;

/**
 * Reads the text format of protocol buffers with positions, without a schema: `repeated` says which fields
 * are lists even when they are written once; a block that is written again makes a list too. Strings that
 * stand beside each other are one, and may go over lines, as nsjail's own examples do.
 * Source: protobuf.dev, "Text Format Language Specification".
 *
 * @throws Refusal past a bound, or where the text is none.
 */
export function readTextProto(text: string, repeated: ReadonlySet<string>): TextProto {
  return new TextProtoReader(text, repeated).read();
}

class TextProtoReader {
  private at = 0;
  private written = 0;
  private readonly duplicates: DuplicateKey[] = [];
  private readonly comments: { from: number; to: number }[] = [];

  constructor(
    private readonly text: string,
    private readonly repeated: ReadonlySet<string>,
  ) {}

  read(): TextProto {
    const value = this.message("", 0, 0);
    return { value, duplicates: this.duplicates, comments: this.comments };
  }

  private space(): void {
    const { text } = this;
    for (;;) {
      while (this.at < text.length && /\s/.test(text[this.at]!)) this.at += 1;
      if (text[this.at] !== "#") return;
      const end = text.indexOf("\n", this.at);
      const to = end < 0 ? text.length : end;
      this.comments.push({ from: this.at, to });
      this.at = to;
    }
  }

  /** Fields up to `close`, or, for the empty one, to the end of the text. */
  private message(close: string, start: number, depth: number): MapValue {
    if (depth > LIMITS.nesting) throw tooDeep(start);
    this.count();
    const message: MapValue = { kind: "map", at: start, fields: new Map() };
    for (;;) {
      this.space();
      const char = this.text[this.at];
      if (char === undefined) {
        if (close === "") return message;
        throw broken("a block is not closed", start);
      }
      if (char === close) {
        this.at += 1;
        return message;
      }
      if (char === "," || char === ";") this.at += 1;
      else this.field(message, depth);
    }
  }

  private field(message: MapValue, depth: number): void {
    const from = this.at;
    NAME.lastIndex = from;
    const name = NAME.exec(this.text)?.[0];
    if (name === undefined) throw broken("a field's name is missing", from);
    this.at = NAME.lastIndex;
    this.count();
    this.space();
    const hasColon = this.text[this.at] === ":";
    if (hasColon) {
      this.at += 1;
      this.space();
    }
    const char = this.text[this.at];
    if (!hasColon && char !== "{" && char !== "<")
      throw broken("a colon is missing after a field's name", from);
    const value = char === "[" ? this.list(depth + 1) : this.value(depth + 1);
    this.put(message, name, value, from);
  }

  private put(message: MapValue, name: string, value: Value, offset: number): void {
    const before = message.fields.get(name);
    const items = value.kind === "list" ? value.items : [value];
    if (before?.kind === "list") before.items.push(...items);
    else if (before && (before.kind === "map" || value.kind === "list"))
      message.fields.set(name, { kind: "list", at: before.at, items: [before, ...items] });
    else if (this.repeated.has(name)) message.fields.set(name, { kind: "list", at: value.at, items });
    else {
      if (before) this.duplicates.push({ key: name, offset, shadowed: before });
      message.fields.set(name, value);
    }
  }

  private list(depth: number): ListValue {
    const list: ListValue = { kind: "list", at: this.at, items: [] };
    this.at += 1;
    for (;;) {
      this.space();
      const char = this.text[this.at];
      if (char === undefined) throw broken("a list is not closed", list.at);
      this.at += char === "]" || char === "," ? 1 : 0;
      if (char === "]") return list;
      if (char !== ",") list.items.push(this.value(depth + 1));
    }
  }

  private value(depth: number): Value {
    const start = this.at;
    const char = this.text[start];
    if (char === "{" || char === "<") {
      this.at += 1;
      return this.message(char === "{" ? "}" : ">", start, depth);
    }
    this.count();
    if (char === '"' || char === "'") return this.strings();
    WORD.lastIndex = start;
    const word = WORD.exec(this.text)?.[0];
    if (word === undefined) throw broken("a value is missing", start);
    this.at = WORD.lastIndex;
    return { kind: "scalar", at: start, end: this.at, text: word, plain: true };
  }

  private strings(): ScalarValue {
    const start = this.at;
    let end = start;
    let text = "";
    for (;;) {
      const part = readProtoString(this.text, this.at);
      if (part === null) throw broken("a quoted text is not closed", this.at);
      text += part.text;
      this.at = part.end;
      end = part.end;
      this.space();
      const next = this.text[this.at];
      if (next !== '"' && next !== "'") break;
    }
    return { kind: "scalar", at: start, end, text, plain: false };
  }

  private count(): void {
    this.written += 1;
    if (this.written > LIMITS.values) throw tooMany(this.at);
  }
}

const broken = (why: string, offset: number): Refusal =>
  new Refusal("text-format-syntax", `this cannot be read as a protocol buffer's text: ${why}`, offset);
