import { CST, Lexer } from "yaml";
import { readFile } from "./read/read-file";
import type { ScalarValue } from "./read/value";
import { redactShapes } from "./secrets/detect";
import { redactionsOf } from "./secrets/document-secrets";

export type RedactedText = {
  text: string;
  /** How many values were replaced. */
  replaced: number;
};

/**
 * The text of a configuration as it may be stored: literal secrets replaced in place, comments blanked, the
 * number of lines kept so that source lines still fit. Deriving it gives the same digest as the original.
 * A text that cannot be parsed loses its comments and what is a secret by its shape, and nothing else is known of it.
 */
export function redactText(name: string, text: string): RedactedText {
  const { file } = readFile({ name, bytes: new TextEncoder().encode(text) });
  const found = new Map<ScalarValue, string>();
  for (const { value } of file.documents) {
    if (value) for (const [scalar, redacted] of redactionsOf(value)) found.set(scalar, redacted);
  }
  const edits = [...found].map(([scalar, redacted]) => replacement(file.text, scalar, redacted));
  const isJson = /^\s*[{[]/.test(file.text);
  for (const comment of isJson ? [] : commentsOf(file.text)) edits.push(comment);
  edits.sort((a, b) => a.from - b.from);
  let result = "";
  let at = 0;
  for (const { from, to, text: instead } of edits) {
    if (from < at) continue;
    result += file.text.slice(at, from) + instead;
    at = to;
  }
  result += file.text.slice(at);
  if (file.documents.length === 0) result = keepLines(result, redactShapes(result));
  return { text: result, replaced: found.size };
}

type Edit = { from: number; to: number; text: string };

/** A double-quoted scalar says any text in YAML and JSON alike; the lines it no longer needs follow it, empty. */
function replacement(text: string, scalar: ScalarValue, redacted: string): Edit {
  const raw = text.slice(scalar.at, scalar.end);
  const lines = raw.split("\n").length - 1;
  return { from: scalar.at, to: scalar.end, text: JSON.stringify(redacted) + "\n".repeat(lines) };
}

/** The comments of a YAML text. The lexer's pieces are the text itself, except for its own marks. */
function commentsOf(text: string): Edit[] {
  const comments: Edit[] = [];
  let at = 0;
  for (const piece of new Lexer().lex(text)) {
    if (piece === CST.DOCUMENT || piece === CST.FLOW_END || piece === CST.SCALAR) continue;
    if (piece[0] === "#" && CST.tokenType(piece) === "comment")
      comments.push({ from: at, to: at + piece.length, text: "" });
    at += piece.length;
  }
  return comments;
}

/** Adds the line ends that a replaced text lost. */
function keepLines(before: string, after: string): string {
  const lost = before.split("\n").length - after.split("\n").length;
  return lost > 0 ? after + "\n".repeat(lost) : after;
}
