import { redactCommands } from "./commands";
import { ELSEWHERE, isElsewhere, kindIn, markerOf, redactShapes, secretKindOfName } from "./detect";

/** A text of settings or a command line with its secrets replaced: by shape, and in `name = value` by name. */
export function redactSettings(text: string): { text: string; kind: string | null } {
  let result = redactShapes(text);
  if (/[:=]/.test(result)) result = redactAssignments(result);
  if (/[<>]|"(?:name|key)"/.test(result)) result = redactPairs(result);
  if (/\s/.test(result)) result = redactCommands(result);
  return { text: result, kind: kindIn(result) };
}

const NAME_CHAR = /[\w.-]/;
const HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;
/** Parameters that sign a URL; anywhere else the words are too common. */
const SIGNATURE = /^(?:sig|signature|sas|key|auth|code|x-amz-(?:signature|credential|security-token))$/i;
/** Kinds by name: a long text says the same few names again and again. */
function kindOf(name: string, known: Map<string, string | null>): string | null {
  let kind = known.get(name);
  if (kind === undefined) {
    kind = secretKindOfName(name);
    if (known.size < 1_000) known.set(name, kind);
  }
  return kind;
}

/**
 * Looks from every `:` and `=` back at the name and, where that promises a secret, on to the value. A pattern
 * that begins with the name would look at every word of a long text from each of its letters.
 */
function redactAssignments(text: string): string {
  let result = "";
  let done = 0;
  const known = new Map<string, string | null>();
  for (let sign = nextSign(text, 0); sign >= 0; sign = nextSign(text, Math.max(sign + 1, done))) {
    const from = nameStart(text, sign);
    const name = from.name.replace(/^-+/, "");
    if (name === "") continue;
    const before = text[from.at - 1] ?? "";
    const header = HEADER.test(name);
    const kind =
      kindOf(name, known) ??
      (header ? "credentials" : (before === "?" || before === "&") && SIGNATURE.test(name) ? "token" : null);
    const isAuth = kind === null && /^auth$/i.test(name) && text[sign - 1] === '"';
    if (kind === null && !isAuth) continue;
    const value = valueAfter(text, sign, header, startsLine(text, from.at));
    if (value === null) continue;
    const inner = text.slice(value.from, value.to);
    if (isElsewhere(inner)) continue;
    result += text.slice(done, value.from) + markerOf(kind ?? "credentials");
    done = value.to;
  }
  return result + text.slice(done);
}

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 58 || code === 61) return at;
  }
  return -1;
}

/** The name before a sign: at most 100 letters, perhaps in quotes, perhaps those of a text inside a text. */
function nameStart(text: string, sign: number): { at: number; name: string } {
  let end = sign;
  while (end > 0 && sign - end < 16 && (text[end - 1] === " " || text[end - 1] === "\t")) end -= 1;
  if (text[end - 1] === '"' || text[end - 1] === "'") end -= 1;
  while (end > 0 && sign - end < 24 && text[end - 1] === "\\") end -= 1;
  let at = end;
  while (at > 0 && end - at < 100 && NAME_CHAR.test(text[at - 1]!)) at -= 1;
  return { at, name: text.slice(at, end) };
}

/** Whether nothing but spaces, a dash or `export` stands before it on its line, so that the value goes to the end. */
function startsLine(text: string, at: number): boolean {
  return /\n[ \t]*(?:- )?$/.test(text.slice(Math.max(0, at - 40), at));
}

function valueAfter(
  text: string,
  sign: number,
  header: boolean,
  wholeLine: boolean,
): { from: number; to: number } | null {
  let from = sign + 1;
  while (from - sign < 64 && (text[from] === " " || text[from] === "\t")) from += 1;
  const slashes = from;
  while (from - slashes < 8 && text[from] === "\\") from += 1;
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    from += 1;
    if (ELSEWHERE.test(text.slice(from, from + 12))) return null;
    let to = from;
    while (to < text.length && text[to] !== quote && text[to] !== "\n") {
      if (text[to] === "\\") {
        if (slashes + 1 < from && text[to + 1] === quote) break;
        to += 1;
      }
      to += 1;
    }
    return { from, to: Math.min(to, text.length) };
  }
  // Told by its beginning, or a text of many such would be read to its end for each.
  if (/^(?:\/\/|=)/.test(text.slice(from, from + 2)) || ELSEWHERE.test(text.slice(from, from + 12)))
    return null;
  const end = header ? /["'\n]/g : wholeLine ? /\n/g : /[\s"',;&}<\\]/g;
  end.lastIndex = from;
  return { from, to: end.exec(text)?.index ?? text.length };
}

const ELEMENT = /<([A-Za-z][\w.:-]{0,80})>([^<>\n]{1,2000})<\//g;
const ATTRIBUTES = /((?:name|key)="([\w.-]{1,80})"\s{1,4}value=")([^"\n]{1,2000})"/g;
const MEMBERS = /("(?:name|key)"\s?:\s?"([\w.-]{1,80})",\s{0,4}"value"\s?:\s?")([^"\\\n]{1,2000})"/g;

/** Where name and value are two elements or attributes: XML, and JSON that lists pairs. */
function redactPairs(text: string): string {
  const pair = (all: string, before: string, name: string, value: string) => {
    const kind = secretKindOfName(name);
    return kind && !isElsewhere(value) ? `${before}${markerOf(kind)}"` : all;
  };
  return text
    .replace(ELEMENT, (all, name: string, value: string) => {
      const kind = secretKindOfName(name);
      return kind && !isElsewhere(value) ? `<${name}>${markerOf(kind)}</` : all;
    })
    .replace(ATTRIBUTES, pair)
    .replace(MEMBERS, pair);
}
