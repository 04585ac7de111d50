/** Lines that are shown of a text that is cut. */
const MOST_LINES = 24;
/** How far back a cut goes to find the end of a word, in characters. */
const WORD = 40;

/**
 * The beginning of a text, cut at the end of a word or of a line; a text that is only a little longer
 * is given whole.
 *
 * @param most how many characters are shown at most, but for a fifth more
 */
export function cutText(text: string, most: number): string {
  const line = endOfLine(text);
  if (text.length <= most * 1.2 && line === text.length) return text;
  const end = Math.min(most, line);
  // No half of a surrogate pair is shown.
  const cut = text.slice(0, end).replace(/[\uD800-\uDBFF]$/u, "");
  if (end === line) return `${cut.trimEnd()}…`;
  const word = cut.slice(-WORD).search(/\s+\S*$/u);
  return `${(word < 0 ? cut : cut.slice(0, cut.length - Math.min(WORD, cut.length) + word)).trimEnd()}…`;
}

/** Where the last line ends that is shown; the end of the text where it has no more than a few lines over. */
function endOfLine(text: string): number {
  let at = -1;
  let shown = text.length;
  for (let lines = 0; lines < MOST_LINES * 1.25; lines++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return text.length;
    if (lines === MOST_LINES - 1) shown = at;
  }
  return shown;
}
