/** A piece of a text with variables: text as it is, or a variable with what follows its operator. */
export type Piece =
  | { kind: "text"; text: string; raw: string }
  | { kind: "variable"; name: string; operator: string; word: string; raw: string };

const NAME = /[A-Za-z_]\w{0,200}/y;
const OPERATOR = /:?[-?+]/y;
/** How deep a default may hold another variable before it is taken for text. */
const DEEPEST = 20;

/**
 * Takes a text apart as Compose does: `$NAME`, `${NAME}`, `${NAME:-default}` and its kin, whose words may hold
 * variables again, and `$$` for a dollar sign. What is none of these is text.
 * Source: the Compose specification, 12-interpolation.md.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const flush = (to: number) => {
    if (to > from) pieces.push({ kind: "text", text: text.slice(from, to), raw: text.slice(from, to) });
  };
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", Math.max(at + 1, from))) {
    const piece = pieceAt(text, at);
    if (piece === "unclosed") break;
    if (!piece) continue;
    flush(at);
    pieces.push(piece);
    from = at + piece.raw.length;
    if (from >= text.length) break;
    at = from - 1;
  }
  flush(text.length);
  return pieces;
}

function pieceAt(text: string, at: number): Piece | "unclosed" | null {
  if (text[at + 1] === "$") return { kind: "text", text: "$", raw: "$$" };
  const braced = text[at + 1] === "{";
  NAME.lastIndex = at + (braced ? 2 : 1);
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  if (!braced) return { kind: "variable", name, operator: "", word: "", raw: text.slice(at, NAME.lastIndex) };
  let next = NAME.lastIndex;
  OPERATOR.lastIndex = next;
  const operator = OPERATOR.exec(text)?.[0] ?? "";
  next += operator.length;
  const end = operator === "" ? (text[next] === "}" ? next : -1) : closing(text, next);
  if (end === "unclosed") return end;
  if (end < 0) return null;
  return { kind: "variable", name, operator, word: text.slice(next, end), raw: text.slice(at, end + 1) };
}

/** Where the brace is that closes a word, past those of the variables in it. */
function closing(text: string, from: number): number | "unclosed" {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "}" && depth === 0) return at;
    if (text[at] === "}") depth -= 1;
    else if (text[at] === "$" && text[at + 1] === "$") at += 1;
    else if (text[at] === "$" && text[at + 1] === "{") depth += 1;
  }
  return "unclosed";
}

/** What gives a variable its value: null where nothing does. */
export type Lookup = (name: string) => string | null;

/**
 * The text with its variables filled in; one that has neither value nor default stays as `${NAME}`, which no
 * short syntax takes apart, and is named among `unset`.
 */
export function fillTemplate(text: string, lookup: Lookup, depth = 0): { text: string; unset: string[] } {
  if (!text.includes("$")) return { text, unset: [] };
  const unset: string[] = [];
  let filled = "";
  for (const piece of piecesOf(text)) {
    if (piece.kind === "text") filled += piece.text;
    else {
      const value = valueFor(piece, lookup, depth);
      if (value === null) unset.push(piece.name);
      else unset.push(...value.unset);
      filled += value?.text ?? `\${${piece.name}}`;
    }
  }
  return { text: filled, unset };
}

function valueFor(
  { name, operator, word }: Extract<Piece, { kind: "variable" }>,
  lookup: Lookup,
  depth: number,
): { text: string; unset: string[] } | null {
  const value = lookup(name);
  const isSet = value !== null && (value !== "" || !operator.startsWith(":"));
  const takesWord = operator.endsWith("+") ? isSet : operator.endsWith("-") && !isSet;
  if (takesWord) return depth >= DEEPEST ? { text: word, unset: [] } : fillTemplate(word, lookup, depth + 1);
  if (operator.endsWith("+")) return { text: "", unset: [] };
  if (value === null || (!isSet && operator.endsWith("?"))) return null;
  return { text: value, unset: [] };
}
