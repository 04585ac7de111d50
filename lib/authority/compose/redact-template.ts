import { isPublishedKey } from "@/lib/authority/engine/products";
import { kindIn, markerOf, redactNamed, redactShapes } from "@/lib/authority/secrets/detect";
import { hideUnknown, NOT_SHOWN } from "@/lib/authority/secrets/harmless";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import { redactSettings } from "@/lib/authority/secrets/settings";
import { fillTemplate, piecesOf } from "./template";

const DEEPEST = 20;
const TOKEN = /\$\{([A-Z]{3,6})\}/g;

/** A text whose variables stand as `${AAA}`, `${AAB}`, so that nothing of them is taken for text; and their own. */
export type Masked = { text: string; pieces: string[] };

/**
 * A named text of Compose as it is digested, stored and shown: what stands in a default is redacted under the
 * variable's own name, everything else as in any other text. Doing it again changes nothing.
 */
export function redactTemplate(name: string, text: string, depth = 0): { text: string; kind: string | null } {
  if (isPublishedKey(text)) return { text, kind: null };
  if (!text.includes("$")) return redactValue(name, text);
  if (depth > DEEPEST) return { text: NOT_SHOWN, kind: null };
  const shown = redactMasked(name, maskTemplate(text, name, null, depth));
  if (shown.kind !== null) return shown;
  const filled = fillTemplate(text, () => null).text;
  const kind = isPublishedKey(filled) ? null : redactValue(name, filled).kind;
  return kind === null ? shown : redactMasked(name, maskTemplate(text, name, kind, depth));
}

/** @param kind what every default is a part of, where their texts alone do not tell */
export function maskTemplate(text: string, name: string, kind: string | null, depth = 0): Masked {
  const pieces: string[] = [];
  let masked = "";
  for (const piece of piecesOf(text)) {
    if (piece.kind === "text" && piece.raw !== "$$") masked += piece.raw;
    else {
      masked += tokenOf(pieces.length);
      pieces.push(piece.kind === "text" ? piece.raw : redactedVariable(piece, name, kind, depth));
    }
  }
  return { text: masked, pieces };
}

function redactedVariable(
  { name, operator, word, raw }: { name: string; operator: string; word: string; raw: string },
  outer: string,
  kind: string | null,
  depth: number,
): string {
  if (word === "") return raw;
  const isValue = !operator.endsWith("?");
  const own = redactTemplate(isValue ? name : "", word, depth + 1);
  const named = own.kind === null && isValue ? redactTemplate(outer, word, depth + 1) : own;
  const whole =
    kind !== null && isValue && named.kind === null && /[A-Za-z0-9]/.test(word) ? markerOf(kind) : null;
  return `\${${name}${operator}${whole ?? (named.kind === null ? own.text : named.text)}}`;
}

function tokenOf(index: number): string {
  let letters = "";
  for (let rest = index; letters.length < 3 || rest > 0; rest = Math.floor(rest / 26))
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `\${${letters}}`;
}

/** A masked text with its variables back in their places; null where one was lost, so that nothing fits. */
export function unmask(text: string, { pieces }: Masked): string {
  return text.replace(TOKEN, (token, letters: string) => {
    let index = 0;
    for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 65;
    return pieces[index] ?? token;
  });
}

function redactMasked(name: string, masked: Masked): { text: string; kind: string | null } {
  let { text } = masked;
  for (let round = 0; ; round += 1) {
    const next = hideBetween(redactSettings(redactNamed(name, text).text).text);
    if (next === text) break;
    if (round === 4) return { text: NOT_SHOWN, kind: null };
    text = next;
  }
  const shown = unmask(text, masked);
  return { text: shown, kind: kindIn(shown) };
}

/** A text of the configuration's own words, such as a port or an image: only what a secret's shape or name gives away goes. */
export function redactPlainTemplate(text: string): string {
  if (!text.includes("$")) return redactShapes(text);
  const pieces = piecesOf(text);
  const masked: Masked = { text: "", pieces: [] };
  for (const piece of pieces) {
    if (piece.kind === "text" && piece.raw !== "$$") masked.text += piece.raw;
    else {
      masked.text += tokenOf(masked.pieces.length);
      const { raw } = piece;
      const named =
        piece.kind === "variable" && piece.word !== "" && !piece.operator.endsWith("?")
          ? redactNamed(piece.name, piece.word).text
          : null;
      masked.pieces.push(
        named === null || piece.kind === "text"
          ? redactShapes(raw)
          : `\${${piece.name}${piece.operator}${named}}`,
      );
    }
  }
  return unmask(redactShapes(masked.text), masked);
}

/** Hides what has no harmless shape between the variables, each piece by itself. */
const hideBetween = (text: string): string =>
  text
    .split(/(\$\{[A-Z]{3,6}\})/)
    .map((part, i) => (i % 2 === 1 ? part : hideUnknown(part)))
    .join("");
