import type { Coverage } from "./font-coverage";

/** Stands before a text that runs from right to left; the template sets such a text so. */
export const RIGHT_TO_LEFT = "\u200f";
/** A place at which a long word may be broken; the template prints nothing for it. */
export const MAY_BREAK = "\u200b";

/** From this length on a word without a space gets places at which it may be broken. */
const LONG_WORD = 20;
/** Within one, at most this many characters stand without such a place. */
const PART = 16;

// Marks of direction without width, zero-width no-break space, variation selectors, tags: they leave no trace.
const LEFT_OUT =
  /[\u200b\u200e\u200f\u061c\ufeff\u2060-\u2064\u206a-\u206f]|\p{Variation_Selector}|[\u{e0000}-\u{e007f}]/gu;
const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const PLAIN = /^[\x20-\x7e\n]*$/;
const LONG = new RegExp(`[^\\s]{${LONG_WORD},}`, "gu");
/** A word breaks best after one of these, or where a capital follows a small letter. */
const AFTER = /[/_.:,;@=&?\-|)\]}]/;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
/** What joins to the character before it, and so is never parted from it. */
const JOINS = /^[\p{M}\u200d]/u;
const EMOJI_JOINER = 0x200d;
const NON_JOINER = 0x200c;

/**
 * Makes a text that can be set with the fonts there are: what no font holds is named by its number
 * ("[U+13000]"), as are characters that would turn the direction of what follows; long words may be
 * broken. A digest stays as it is, so that it can be copied.
 *
 * @param withMarks false to name combining marks too, for texts that no single font can set
 */
export function printableText(text: string, covers: Coverage, withMarks = true): string {
  if (DIGEST.test(text)) return text;
  if (PLAIN.test(text)) return mayBreak(text);
  const shown = named(
    text
      .normalize("NFC")
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
      .replaceAll("\t", " ")
      .replace(LEFT_OUT, ""),
    covers,
    withMarks,
  );
  const first = FIRST_LETTER.exec(shown)?.[0];
  const broken = mayBreak(shown);
  return first && RIGHT_TO_LEFT_LETTER.test(first) ? RIGHT_TO_LEFT + broken : broken;
}

/** Does so with every string in a JSON value; keys stay as they are. */
export function printableValue(value: unknown, covers: Coverage, withMarks = true): unknown {
  if (typeof value === "string") return printableText(value, covers, withMarks);
  if (Array.isArray(value)) return value.map((one) => printableValue(one, covers, withMarks));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, printableValue(one, covers, withMarks)]),
  );
}

/** Names every character that cannot be set; several in a row in one bracket. */
function named(text: string, covers: Coverage, withMarks: boolean): string {
  let shown = "";
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) shown += `[U+${open.join(" ")}]`;
    open = [];
  };
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (letter === "\n" || isSettable(letter, code, covers, withMarks)) {
      close();
      shown += letter;
    } else open.push(code.toString(16).toUpperCase().padStart(4, "0"));
  }
  close();
  return shown;
}

function isSettable(letter: string, code: number, covers: Coverage, withMarks: boolean): boolean {
  if (code === EMOJI_JOINER || code === NON_JOINER) return withMarks;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return false;
  if (!withMarks && /\p{M}/u.test(letter)) return false;
  return covers(code);
}

const mayBreak = (text: string): string => text.replace(LONG, (word) => brokenWord(word));

/** Breaks at a joint where there is one, else after so many characters. */
function brokenWord(word: string): string {
  let broken = "";
  let since = 0;
  const letters = [...word];
  for (const [at, letter] of letters.entries()) {
    broken += letter;
    since += 1;
    const next = letters[at + 1];
    if (next === undefined || JOINS.test(next) || letter === "\u200d") continue;
    const isJoint = AFTER.test(letter) || (LOWER.test(letter) && UPPER.test(next));
    if (!(isJoint && since >= 3) && since < PART) continue;
    broken += MAY_BREAK;
    since = 0;
  }
  return broken;
}
