import type { ScalarValue } from "./value";

/** What ends a word outside quotes. */
const ENDS = new Set([" ", "\t", "\r", "\n", ";", "&", "|", "(", ")", "<", ">"]);

/** A double-quoted word on its own that is a JSON string: what redaction writes reads back as the same text. */
const JSON_STRING = /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"(?=[\s;&|()<>]|$)/y;

const ANSI: Record<string, string> = { n: "\n", t: "\t", r: "\r", a: "\u0007", e: "\u001b", "0": "\ufffd" };

/**
 * Reads one word of a shell's text: its parts joined, quotes and escapes taken off, substitutions as they are
 * written. What is not closed goes to the end of the text.
 */
export function readWord(text: string, from: number): ScalarValue {
  JSON_STRING.lastIndex = from;
  const json = text[from] === '"' ? JSON_STRING.exec(text) : null;
  if (json) return word(JSON.parse(json[0]) as string, from, JSON_STRING.lastIndex);
  let result = "";
  let at = from;
  while (at < text.length) {
    const char = text[at]!;
    if (char === "'") {
      const end = closing(text, at + 1, "'");
      result += text.slice(at + 1, end);
      at = end + 1;
    } else if (char === '"') {
      const part = doubleQuoted(text, at + 1);
      result += part.text;
      at = part.end;
    } else if (char === "$" && text[at + 1] === "'") {
      const part = ansiQuoted(text, at + 2);
      result += part.text;
      at = part.end;
    } else if (char === "\\") {
      if (text[at + 1] !== "\n") result += text[at + 1] ?? "";
      at += 2;
    } else if (isSubstitution(text, at)) {
      const end = substitutionEnd(text, at);
      result += text.slice(at, end);
      at = end;
    } else if (ENDS.has(char)) break;
    else {
      result += char;
      at += 1;
    }
  }
  return word(result, from, Math.min(at, text.length));
}

const word = (text: string, at: number, end: number): ScalarValue => ({
  kind: "scalar",
  at,
  end,
  text,
  plain: false,
});

function closing(text: string, from: number, quote: string): number {
  const end = text.indexOf(quote, from);
  return end < 0 ? text.length : end;
}

function doubleQuoted(text: string, from: number): { text: string; end: number } {
  let result = "";
  let at = from;
  while (at < text.length && text[at] !== '"') {
    const char = text[at]!;
    if (char === "\\") {
      const next = text[at + 1] ?? "";
      if (next !== "\n") result += '"\\$`'.includes(next) ? next : `\\${next}`;
      at += 2;
    } else if (isSubstitution(text, at)) {
      const end = substitutionEnd(text, at);
      result += text.slice(at, end);
      at = end;
    } else {
      result += char;
      at += 1;
    }
  }
  return { text: result, end: at + 1 };
}

function ansiQuoted(text: string, from: number): { text: string; end: number } {
  let result = "";
  let at = from;
  while (at < text.length && text[at] !== "'") {
    if (text[at] === "\\") {
      const next = text[at + 1] ?? "";
      result += ANSI[next] ?? next;
      at += 2;
    } else {
      result += text[at];
      at += 1;
    }
  }
  return { text: result, end: at + 1 };
}

/** Whether a substitution begins here: of a command, a variable, or a process. */
export const isSubstitution = (text: string, at: number): boolean =>
  text[at] === "`" ||
  (text[at] === "$" && (text[at + 1] === "(" || text[at + 1] === "{")) ||
  ((text[at] === "<" || text[at] === ">") && text[at + 1] === "(");

/** Where a substitution is over: its brackets closed, those inside quotes not counted. */
function substitutionEnd(text: string, from: number): number {
  if (text[from] === "`") return Math.min(text.length, closing(text, from + 1, "`") + 1);
  const open = text[from + 1]!;
  const close = open === "(" ? ")" : "}";
  let depth = 0;
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === "\\") at += 1;
    else if (char === "'" && open === "(") at = closing(text, at + 1, "'");
    else if (char === open) depth += 1;
    else if (char === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
