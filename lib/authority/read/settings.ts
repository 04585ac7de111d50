import type { MapValue, ScalarValue, Value } from "./value";

/** Settings of a file such as `.env`: one `NAME=value` a line. The mark tells them from a map of YAML. */
export type SettingsMap = MapValue & { settings: true };

export const isSettings = (value: Value | null): value is SettingsMap =>
  value !== null && (value as Partial<SettingsMap>).settings === true;

/** A name before its sign at the start of a line; what follows is read by hand. */
const ASSIGNMENT = /[ \t]{0,100}(?:export[ \t]{1,10})?([A-Za-z_][\w.-]{0,200})[ \t]{0,20}=/y;
/** How much of a text is looked at before it is taken for something else. */
const MOST_LINES = 100_000;

/**
 * Reads settings as Compose does: comments, `export`, values in single quotes as they are, in double quotes with
 * escapes and over several lines, others to the end of their line or to ` #`. Null where a line is anything else.
 * Source: github.com/compose-spec/compose-go, dotenv/parser.go.
 */
export function readSettings(
  text: string,
): { value: SettingsMap; comments: { from: number; to: number }[] } | null {
  const value: SettingsMap = { kind: "map", at: 0, fields: new Map(), settings: true };
  const comments: { from: number; to: number }[] = [];
  let at = 0;
  for (let lines = 0; at < text.length; lines += 1) {
    if (lines > MOST_LINES) return null;
    const blank = /[ \t\r]{0,1000}(?:#[^\n]*)?(?:\n|$)/y;
    blank.lastIndex = at;
    const skipped = blank.exec(text);
    if (skipped) {
      if (skipped[0].length === 0) break;
      if (skipped[0].includes("#"))
        comments.push({ from: at, to: at + skipped[0].replace(/\n$/, "").length });
      at += skipped[0].length;
      continue;
    }
    ASSIGNMENT.lastIndex = at;
    const match = ASSIGNMENT.exec(text);
    if (!match) return null;
    const read = valueAt(text, at + match[0].length);
    if (!read) return null;
    value.fields.set(match[1]!, read.scalar);
    if (read.comment) comments.push(read.comment);
    at = read.next;
  }
  return value.fields.size > 0 ? { value, comments } : null;
}

type ReadValue = { scalar: ScalarValue; next: number; comment: { from: number; to: number } | null };

function valueAt(text: string, from: number): ReadValue | null {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  const quote = text[at];
  const end = quote === '"' || quote === "'" ? closing(text, at, quote) : -1;
  if (end < 0) return plainValue(text, at);
  const rest = /[ \t\r]{0,1000}(#[^\n]*)?(\n|$)/y;
  rest.lastIndex = end + 1;
  const after = rest.exec(text);
  if (!after) return null;
  const inner = text.slice(at + 1, end);
  const comment = after[1] ? end + 1 + after[0].indexOf("#") : -1;
  return {
    scalar: {
      kind: "scalar",
      at,
      end: end + 1,
      text: quote === '"' ? unescaped(inner) : inner,
      plain: false,
    },
    next: end + 1 + after[0].length,
    comment: comment < 0 ? null : { from: comment, to: comment + after[1]!.length },
  };
}

function plainValue(text: string, at: number): ReadValue {
  const newline = text.indexOf("\n", at);
  const lineEnd = newline < 0 ? text.length : newline;
  const line = text.slice(at, lineEnd);
  const comment = /(?:^|[ \t])#/.exec(line);
  const written = (comment ? line.slice(0, comment.index) : line).trimEnd();
  return {
    scalar: { kind: "scalar", at, end: at + written.length, text: written, plain: false },
    next: Math.min(lineEnd + 1, text.length),
    comment: comment ? { from: at + line.indexOf("#", comment.index), to: lineEnd } : null,
  };
}

function closing(text: string, open: number, quote: string): number {
  for (let at = open + 1; at < text.length && at - open < 100_000; at += 1) {
    if (text[at] === "\\" && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

const unescaped = (text: string): string =>
  text.replace(/\\([\\"nrt$])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
