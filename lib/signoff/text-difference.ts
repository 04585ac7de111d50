/** A text in three parts: what it shares with the other at its beginning, what differs, what it shares at its end. */
export type Parted = { head: string; middle: string; tail: string };

/** How much of a long common part is shown beside what differs, in characters. */
const CONTEXT = 120;

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * Parts two versions of a text at whole words around what differs, and cuts long common parts, so that
 * one changed word in a long text can be found. Time grows with the length.
 */
export function partedTexts(before: string, after: string): { before: Parted; after: Parted } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  while (start > 0 && isWord(before[start - 1]) && (isWord(before[start]) || isWord(after[start])))
    start -= 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  while (end > 0 && isWord(before[before.length - end]) && insideWord(before, after, end)) end -= 1;
  return { before: part(before, start, end), after: part(after, start, end) };
}

/** Whether the common end begins within a word of either text. */
const insideWord = (before: string, after: string, end: number): boolean =>
  isWord(before[before.length - end - 1]) || isWord(after[after.length - end - 1]);

function part(text: string, start: number, end: number): Parted {
  const head = text.slice(0, start);
  const tail = text.slice(text.length - end);
  return {
    head: head.length > 2 * CONTEXT ? `…${head.slice(-CONTEXT).replace(/^[\uDC00-\uDFFF]/, "")}` : head,
    middle: text.slice(start, text.length - end),
    tail: tail.length > 2 * CONTEXT ? `${tail.slice(0, CONTEXT).replace(/[\uD800-\uDBFF]$/, "")}…` : tail,
  };
}
