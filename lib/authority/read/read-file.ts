import type { Format, InputFile, Note } from "@/lib/authority/schema";
import { linesOfNulArguments } from "./argument-lines";
import { decodeBytes } from "./bytes";
import { type DuplicateKey, Refusal } from "./convert";
import { lineCounter } from "./lines";
import { type OtherText, readOtherText } from "./other-text";
import { readJson } from "./read-json";
import { readYaml, type YamlRead } from "./read-yaml";
import type { ReadFile } from "./value";

/** A file and what is to be said about it; `refused` when a bound was passed and nothing may be derived. */
export type FileReading = { file: ReadFile; notes: Note[]; refused: boolean };

const BOUNDS = new Set(["too-large", "too-deep", "too-many-values", "alias-expansion"]);

const HELM =
  /\{\{-?\s*(\.|\$|include\b|if\b|range\b|end\b|with\b|define\b|template\b|else\b|toYaml\b|tpl\b|default\b|quote\b|\/\*)/;

/** How many notes of one kind a file gets, so that a hostile file cannot make millions. */
const MOST_NOTES = 50;

/**
 * Reads one file within the bounds. Never throws; what cannot be read is an error note.
 *
 * @param format what it is asked to be read as, which matters where that is neither YAML nor JSON
 */
export function readFile(
  input: InputFile,
  onProgress?: (fraction: number) => void,
  format: Format | "auto" = "auto",
): FileReading {
  const { name } = input;
  const mayBeWords = format === "auto" || format === "bwrap";
  const arguments_ = mayBeWords ? linesOfNulArguments(input.bytes, format === "bwrap") : null;
  const decoded = decodeBytes(name, arguments_ ?? input.bytes);
  const notes: Note[] = decoded.note ? [decoded.note] : [];
  const text = decoded.text ?? "";
  const file: ReadFile = {
    name,
    text,
    documents: [],
    broken: [],
    shadowed: [],
    isJson: false,
    lineAt: lineCounter(text),
  };
  if (decoded.text === null) return { file, notes, refused: BOUNDS.has(decoded.note.code) };
  const noteAt = (
    level: Note["level"],
    code: string,
    message: string,
    offset: number,
    document = 0,
  ): void => {
    const line = file.lineAt(Math.max(0, offset));
    notes.push({
      level,
      code,
      message: `${name}, line ${line}: ${message}.`,
      source: { file: name, document, pointer: "", line },
    });
  };
  try {
    const read = parseText(file, format, onProgress);
    const problem = read.problems[0];
    if (problem && HELM.test(text)) throw helmTemplate(problem.offset);
    const bad = new Set(read.problems.map((p) => p.document));
    file.documents = read.documents.filter((d) => !bad.has(d.index));
    file.broken = read.documents.filter((d) => bad.has(d.index));
    file.shadowed = [...read.duplicates.map((d) => d.shadowed), ...read.merged];
    file.isJson = read.isJson;
    if (read.other) file.writing = read.other.writing;
    for (const { code, message, offset } of read.other?.remarks.slice(0, MOST_NOTES) ?? [])
      noteAt("warning", code, message, offset);
    for (const p of read.problems.slice(0, MOST_NOTES))
      noteAt("error", p.code, p.message, p.offset, p.document);
    noteDuplicates(read.duplicates, noteAt);
    if (!problem && file.documents.every((d) => d.value === null)) {
      notes.push({
        level: "warning",
        code: "empty",
        message: `${name}: the file is empty: it holds no document.`,
      });
    }
    if (read.notStrictJson) {
      noteAt(
        "warning",
        "not-strict-json",
        "the file looks like JSON but has comments or a syntax error; it was read as YAML",
        0,
      );
    }
  } catch (error) {
    file.documents = [];
    if (!(error instanceof Refusal)) {
      noteAt("error", "yaml-syntax", "the file cannot be parsed", 0);
      return { file, notes, refused: false };
    }
    const helm = !BOUNDS.has(error.code) && HELM.test(text) ? helmTemplate(error.offset) : error;
    noteAt("error", helm.code, helm.message, helm.offset);
    return { file, notes, refused: BOUNDS.has(helm.code) };
  }
  return { file, notes, refused: false };
}

type Parsed = YamlRead & { isJson: boolean; notStrictJson: boolean; other?: OtherText };

function parseText(file: ReadFile, format: Format | "auto", onProgress?: (fraction: number) => void): Parsed {
  const { text } = file;
  const other = readOtherText(text, format);
  if (other) {
    return {
      documents: other.documents,
      duplicates: other.duplicates.map((d) => ({ ...d, document: 0 })),
      problems: [],
      merged: [],
      isJson: false,
      notStrictJson: false,
      other,
    };
  }
  const looksLikeJson = /^\s*[{[]/.test(text);
  if (looksLikeJson) {
    const json = readJson(text);
    if (json) {
      return {
        documents: [{ index: 0, value: json.value, from: 0, to: text.length }],
        duplicates: json.duplicates.map((d) => ({ ...d, document: 0 })),
        problems: [],
        merged: [],
        isJson: true,
        notStrictJson: false,
      };
    }
  }
  const meantAsJson = looksLikeJson && (/\.json$/i.test(file.name) || /^\s*[{[]\s*("|\/\/|\/\*)/.test(text));
  return {
    ...readYaml(text, onProgress && ((offset) => onProgress(offset / Math.max(1, text.length)))),
    isJson: false,
    notStrictJson: meantAsJson,
  };
}

function helmTemplate(offset: number): Refusal {
  return new Refusal(
    "helm-template",
    "this is a Helm template, not a manifest: it holds {{ … }}. Render it first (helm template, or helm get manifest for what is deployed) and give the result",
    offset,
  );
}

function noteDuplicates(
  duplicates: (DuplicateKey & { document: number })[],
  noteAt: (level: Note["level"], code: string, message: string, offset: number, document: number) => void,
): void {
  for (const { key, offset, document } of duplicates.slice(0, MOST_NOTES)) {
    noteAt(
      "warning",
      "duplicate-key",
      `the key "${key.slice(0, 80)}" is written twice; the last one counts`,
      offset,
      document,
    );
  }
  if (duplicates.length > MOST_NOTES) {
    const rest = duplicates.length - MOST_NOTES;
    noteAt(
      "warning",
      "duplicate-key",
      `${rest} more keys are written twice; the last one counts`,
      duplicates[MOST_NOTES]!.offset,
      0,
    );
  }
}
