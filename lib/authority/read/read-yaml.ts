import { Composer, CST, type Document, Lexer, Parser, type YAMLError } from "yaml";
import { LIMITS } from "@/lib/authority/limits";
import { Converter, type DuplicateKey, Refusal, tooDeep, tooMany } from "./convert";
import { readSimpleYaml } from "./read-simple-yaml";
import type { FileDocument, Value } from "./value";

export type YamlProblem = { code: string; message: string; offset: number; document: number };
export type YamlRead = {
  documents: FileDocument[];
  duplicates: (DuplicateKey & { document: number })[];
  problems: YamlProblem[];
  /** What merge keys name. */
  merged: Value[];
};

/**
 * Strings only: what a plain scalar means depends on its field, and testing every scalar against the
 * tags of a schema costs a tenth of the parsing. Keys are compared while converting, not pair by pair.
 */
const OPTIONS = {
  schema: "failsafe",
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
  strict: true,
} as const;

const WHY: Partial<Record<YAMLError["code"], string>> = {
  TAB_AS_INDENT: "a tab is used as indentation, which YAML does not allow",
  BAD_INDENT: "the indentation does not fit",
  MISSING_CHAR: "a quote, bracket, comma or colon is missing",
  BAD_DQ_ESCAPE: "a double-quoted text holds an escape that YAML does not have",
  BAD_SCALAR_START: "a value begins with a character that must be quoted",
  BLOCK_AS_IMPLICIT_KEY: "a nested mapping stands where only a plain value may",
  MULTILINE_IMPLICIT_KEY: "a key goes over several lines",
  UNEXPECTED_TOKEN: "something stands where the YAML syntax allows nothing of the kind",
  BAD_ALIAS: "an alias cannot be resolved",
};

/** The sentence for a syntax error; never the parser's own text, which quotes the file and so its secrets. */
function sentenceFor(error: YAMLError): string {
  const why = WHY[error.code] ?? `the syntax is broken (${error.code.toLowerCase().replaceAll("_", " ")})`;
  return `this cannot be read as YAML: ${why}`;
}

/** Values of the file so far, as written and with aliases expanded. */
export type Totals = { written: number; expanded: number };

const SEPARATOR = /^---(?=[ \t]|$)/gm;

/**
 * Reads a YAML stream within the bounds: document by document with the fast reader of what tools write,
 * and with the full parser where that is not sure. A line that begins with `---` separates documents
 * wherever it stands; a text with directives, `...` or carriage returns goes to the full parser as a whole.
 * @throws Refusal past a bound or for a complex key.
 */
export function readYaml(text: string, onProgress?: (offset: number) => void): YamlRead {
  const read: YamlRead = { documents: [], duplicates: [], problems: [], merged: [] };
  const totals: Totals = { written: 0, expanded: 0 };
  if (/\r|^(%|\.\.\.)/m.test(text)) {
    readFully(text, read, totals, onProgress);
    return read;
  }
  const starts = Array.from(text.matchAll(SEPARATOR), ({ index }) => index);
  // What precedes the first separator is a document only if it holds more than comments.
  if (starts.length === 0 || /^(?!#)\S|^ +[^ #\n]|^\t/m.test(text.slice(0, starts[0]))) starts.unshift(0);
  for (const [i, start] of starts.entries()) {
    readDocument(text, start, starts[i + 1] ?? text.length, read, totals);
    onProgress?.(starts[i + 1] ?? text.length);
  }
  return read;
}

function readDocument(text: string, from: number, to: number, read: YamlRead, totals: Totals): void {
  const marked = text.startsWith("---", from);
  const content = marked ? from + 3 : from;
  const index = read.documents.length;
  const restOfLine = marked ? /[ \t]*(?:$|\n| +#)/y : /(?:)/y;
  restOfLine.lastIndex = content;
  const lineEnd = text.indexOf("\n", content);
  const simple = restOfLine.test(text)
    ? readSimpleYaml(text, marked ? (lineEnd < 0 ? to : Math.min(lineEnd + 1, to)) : content, to)
    : null;
  if (simple) {
    // An empty document counts as a value, or millions of them would count as nothing.
    totals.written += simple.values + 1;
    totals.expanded += simple.values + 1;
    checkTotals(totals, from);
    for (const duplicate of simple.duplicates) read.duplicates.push({ ...duplicate, document: index });
    read.documents.push({ index, value: simple.value, from, to });
    return;
  }
  const part: YamlRead = { documents: [], duplicates: [], problems: [], merged: [] };
  try {
    readFully(text.slice(from, to), part, totals);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.code, error.message, error.offset + from) : error;
  }
  // What is missing at the end is looked for where the text ends, not at the next document's separator.
  const last = from + text.slice(from, to).trimEnd().length - 1;
  shift(part, from, index);
  for (const problem of part.problems) problem.offset = Math.max(from, Math.min(problem.offset, last));
  for (const document of part.documents) read.documents.push({ ...document, from, to });
  read.duplicates.push(...part.duplicates);
  read.merged.push(...part.merged);
  read.problems.push(...part.problems);
}

/** Moves what was read from a slice to where it stands in the file. */
function shift(part: YamlRead, by: number, index: number): void {
  const seen = new Set<Value>();
  const move = (value: Value): void => {
    if (seen.has(value)) return;
    seen.add(value);
    value.at += by;
    if (value.kind === "scalar") value.end += by;
    else for (const child of value.kind === "list" ? value.items : value.fields.values()) move(child);
  };
  for (const document of part.documents) {
    document.index += index;
    if (document.value && by > 0) move(document.value);
  }
  if (by > 0) for (const value of [...part.duplicates.map((d) => d.shadowed), ...part.merged]) move(value);
  for (const problem of [...part.duplicates, ...part.problems]) {
    problem.offset += by;
    problem.document += index;
  }
}

/**
 * Parses with the full parser, within the bounds. The lexer, the parser's stack and the values are watched as they
 * come, so a bomb stops early and no recursion ever goes deeper than the bound.
 * @throws Refusal past a bound or for a complex key.
 */
export function readFully(
  text: string,
  read: YamlRead,
  totals: Totals,
  onProgress?: (offset: number) => void,
): void {
  const parser = new Parser();
  const composer = boundedComposer();
  const lexer = new Lexer();
  let scalars = 0;
  let reported = 0;
  let properties = 0;

  const take = (document: Document.Parsed) => {
    const index = read.documents.length;
    const problem = document.errors[0];
    if (problem) {
      read.problems.push({
        code: "yaml-syntax",
        message: sentenceFor(problem),
        offset: problem.pos[0],
        document: index,
      });
      read.documents.push({ index, value: null, from: 0, to: text.length });
      return;
    }
    const converter = new Converter();
    const value = converter.convert(document.contents);
    totals.written += converter.written;
    totals.expanded += converter.expanded;
    checkTotals(totals, document.range?.[0] ?? 0);
    for (const duplicate of converter.duplicates) read.duplicates.push({ ...duplicate, document: index });
    for (const value of converter.merged) read.merged.push(value);
    read.documents.push({ index, value, from: 0, to: text.length });
  };
  let broken = 0;
  const compose = (token: CST.Token) => {
    if (token.type === "error") broken += 1;
    if (broken > MOST_ERRORS) throw hopeless(token.offset);
    for (const document of composer.next(token)) take(document);
  };

  for (const lexeme of lexer.lex(text)) {
    for (const token of parser.next(lexeme)) compose(token);
    if (parser.stack.length > LIMITS.nesting && depthOf(parser.stack) > LIMITS.nesting)
      throw tooDeep(parser.offset);
    if (lexeme === CST.SCALAR || lexeme[0] === '"' || lexeme[0] === "'") {
      scalars += 1;
      if (scalars > LIMITS.values) throw tooMany(parser.offset);
    }
    const first = lexeme.charCodeAt(0);
    // 38 and 33 are & and !; 32 and 10 may stand between them.
    if (first === 38 || first === 33) properties += 1;
    else if (first !== 32 && first !== 10) properties = 0;
    if (properties > 10)
      throw new Refusal("yaml-syntax", "a value has more anchors or tags than it may have", parser.offset);
    if (onProgress && parser.offset - reported > 65_536) {
      reported = parser.offset;
      onProgress(reported);
    }
  }
  for (const token of parser.end()) compose(token);
  for (const document of composer.end()) take(document);
}

/** Past this many errors a text is none of ours, and keeping them all would fill the memory. */
const MOST_ERRORS = 100;

const hopeless = (offset: number) =>
  new Refusal("yaml-syntax", "this cannot be read as YAML: it has more than 100 syntax errors", offset);

type OnError = (source: unknown, code: string, message: string, warning?: boolean) => void;

/** A composer that keeps a bounded number of errors, and no warnings, which are not shown to anybody. */
function boundedComposer(): Composer {
  const composer = new Composer(OPTIONS);
  const inside = composer as unknown as { onError: OnError };
  const keep = inside.onError;
  let errors = 0;
  inside.onError = (source, code, message, warning) => {
    if (warning) return;
    errors += 1;
    if (errors > MOST_ERRORS) throw hopeless(typeof source === "number" ? source : 0);
    keep(source, code, message);
  };
  return composer;
}

function depthOf(stack: CST.Token[]): number {
  let depth = 0;
  for (const { type } of stack) {
    if (type === "block-map" || type === "block-seq" || type === "flow-collection") depth += 1;
  }
  return depth;
}

function checkTotals(total: Totals, at: number): void {
  if (total.expanded > total.written * LIMITS.expansion) {
    throw new Refusal(
      "alias-expansion",
      `aliases expand to more than ${LIMITS.expansion} times the values that are written, past the limit`,
      at,
    );
  }
  if (total.expanded > LIMITS.values || total.written > LIMITS.values) throw tooMany(at);
}
