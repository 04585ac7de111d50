import { CST, Lexer } from "yaml";
import { At } from "./read/cursor";
import { readFile } from "./read/read-file";
import type { FileDocument, ReadFile, ScalarValue, Value, Writing } from "./read/value";
import { readerOf } from "./readers";
import { recognise } from "./recognise";
import type { Format } from "./schema";
import { NOT_SHOWN } from "./secrets/harmless";

export type RedactedText = {
  text: string;
  /** How many values were replaced. */
  replaced: number;
};

/** Stands where a document was that is not stored. */
const PLACEHOLDER = `# ${NOT_SHOWN}`;

/**
 * The text of a configuration as it may be stored: only documents of a format that is read,
 * their secrets and whatever may be one replaced in place, comments blanked. Everything else is blank lines,
 * so that source lines still fit. Deriving it gives the same digest as the original.
 *
 * @param format what it was asked to be derived as
 */
export function redactText(name: string, text: string, format: Format | "auto" = "auto"): RedactedText {
  const { file } = readFile({ name, bytes: new TextEncoder().encode(text) }, undefined, format);
  const found = new Map<ScalarValue, string>();
  const edits: Edit[] = [];
  let at = 0;
  let anyKnown = false;
  for (const { from, to, documents, broken } of partsOf(file)) {
    if (from > at) edits.push(blank(file, at, from));
    at = to;
    const read = broken ? [] : documents.filter(({ value }) => value !== null);
    const known = read.filter((document) => readerFor(file, document) !== null);
    anyKnown ||= known.length > 0;
    if (broken || (known.length === 0 && read.length > 0)) {
      edits.push(blank(file, from, to));
      continue;
    }
    for (const document of known)
      for (const [scalar, redacted] of readerFor(file, document)!.redactions(document.value!))
        found.set(scalar, redacted);
    for (const document of read) if (!known.includes(document)) hideAll(document.value!, found);
    if (!file.isJson && !file.writing) edits.push(...commentsOf(file.text, from, to));
  }
  if (at < file.text.length) edits.push(blank(file, at, file.text.length));
  if (file.writing && !anyKnown && file.documents.some(({ value }) => value !== null))
    edits.unshift(blank({ ...file, writing: NOTHING_KEPT }, 0, file.text.length));
  hideShadowed(file, found);
  if (file.writing) edits.push(...hiddenIn(file, file.writing));
  const ends = new Set(file.documents.map(({ to }) => to));
  for (const [scalar, redacted] of found) edits.push(replacement(file, scalar, redacted, ends));
  return { text: edited(file.text, edits), replaced: found.size };
}

const NOTHING_KEPT: Writing = { hidden: [], lineEnd: "", between: "" };

type Edit = { from: number; to: number; text: string };
type Part = { from: number; to: number; documents: FileDocument[]; broken: boolean };

/** The pieces of the text that were read by themselves, in their order. */
function partsOf(file: ReadFile): Part[] {
  const parts = new Map<number, Part>();
  const add = (document: FileDocument, broken: boolean) => {
    const part = parts.get(document.from);
    if (part) {
      part.documents.push(document);
      part.broken ||= broken;
    } else parts.set(document.from, { from: document.from, to: document.to, documents: [document], broken });
  };
  for (const document of file.documents) add(document, false);
  for (const document of file.broken) add(document, true);
  return [...parts.values()].sort((a, b) => a.from - b.from);
}

const readerFor = (file: ReadFile, { index, value }: FileDocument) =>
  readerOf(recognise(new At({ file, index, note: () => {} }, value)));

/** The lines of a piece without what stands on them; its separator stays, so that documents keep their numbers. */
function blank({ text, writing }: ReadFile, from: number, to: number): Edit {
  const raw = text.slice(from, to);
  if (writing) {
    const between = from > 0 && to < text.length ? writing.between : "";
    return { from, to, text: between + "\n".repeat(raw.split("\n").length - 1) };
  }
  const separator = raw.startsWith("---") ? "---" : "";
  const lines = "\n".repeat(raw.split("\n").length - 1);
  const held = /\S/.test(raw.slice(separator.length));
  return { from, to, text: [separator, held ? PLACEHOLDER : ""].filter(Boolean).join(" ") + lines };
}

/** Replaces what a later key of the same name or a merge hid from every reader but that of the text. */
function hideShadowed(file: ReadFile, found: Map<ScalarValue, string>): void {
  if (file.shadowed.length === 0) return;
  const seen = new Set<Value>();
  for (const { value } of file.documents) if (value) eachScalar(value, seen, () => {});
  for (const value of file.shadowed) hideAll(value, found, seen);
}

function hideAll(value: Value, found: Map<ScalarValue, string>, seen = new Set<Value>()): void {
  eachScalar(value, seen, (scalar) => {
    if (scalar.text !== "") found.set(scalar, NOT_SHOWN);
  });
}

function eachScalar(value: Value, seen: Set<Value>, visit: (scalar: ScalarValue) => void): void {
  if (seen.has(value)) return;
  seen.add(value);
  if (value.kind === "scalar") visit(value);
  else
    for (const child of value.kind === "list" ? value.items : value.fields.values())
      eachScalar(child, seen, visit);
}

function edited(text: string, edits: Edit[]): string {
  edits.sort((a, b) => a.from - b.from || b.to - a.to);
  let result = "";
  let at = 0;
  for (const { from, to, text: instead } of edits) {
    if (from < at) continue;
    result += text.slice(at, from) + instead;
    at = to;
  }
  return result + text.slice(at);
}

/**
 * A double-quoted scalar says any text in every format that is read; the lines it no longer needs follow it, empty.
 *
 * @param ends where documents end: what ends one needs nothing that keeps it going
 */
function replacement(
  { text, writing }: ReadFile,
  { at, end }: ScalarValue,
  redacted: string,
  ends: ReadonlySet<number>,
): Edit {
  const lines = text.slice(at, end).split("\n").length - 1;
  const filler = ends.has(end) ? "\n" : (writing?.lineEnd ?? "\n");
  return { from: at, to: end, text: JSON.stringify(redacted) + filler.repeat(lines) };
}

/** What is left out inside documents that are neither YAML nor JSON. */
const hiddenIn = ({ text }: ReadFile, { hidden, lineEnd }: Writing): Edit[] =>
  hidden
    .filter(({ from, to }) => text.slice(from, to) !== PLACEHOLDER)
    .map(({ from, to }) => ({
      from,
      to,
      text: lineEnd.repeat(text.slice(from, to).split("\n").length - 1),
    }));

/** The comments of a YAML text. The lexer's pieces are the text itself, except for its own marks. */
function commentsOf(text: string, from: number, to: number): Edit[] {
  const comments: Edit[] = [];
  let at = from;
  for (const piece of new Lexer().lex(text.slice(from, to))) {
    if (piece === CST.DOCUMENT || piece === CST.FLOW_END || piece === CST.SCALAR) continue;
    if (piece[0] === "#" && piece !== PLACEHOLDER && CST.tokenType(piece) === "comment")
      comments.push({ from: at, to: at + piece.length, text: "" });
    at += piece.length;
  }
  return comments;
}
