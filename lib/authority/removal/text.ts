/** A patch to copy: what to do in words, and the fragment, with the place it is about as a comment. */
export type RemovalPatch = { title: string; text: string };

/** A text on one line: whatever a terminal or a YAML reader takes for a line's end or a command is replaced. */
export const plainText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, "\u{fffd}").toWellFormed();

/** Words as comment lines of at most about a hundred characters. */
export function commentText(words: string): string {
  let text = "";
  let line = "#";
  for (const word of plainText(words).split(" ")) {
    if (line.length > 1 && line.length + word.length > 99) {
      text += `${line}\n`;
      line = "#";
    }
    line += ` ${word}`;
  }
  return `${text}${line}\n`;
}

/** What no fragment can do, said. */
export const wordsPatch = (words: string): RemovalPatch => ({
  title: "What to do",
  text: commentText(words),
});
