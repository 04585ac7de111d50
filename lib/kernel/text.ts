/**
 * Says why a text cannot be stored, or null when it can. PostgreSQL refuses NUL, and would turn a
 * lone surrogate into U+FFFD without a word, so both are refused here with a sentence.
 */
export function whyNotStorable(text: string): string | null {
  if (text.includes("\u0000"))
    return "The text holds a NUL character (U+0000), which cannot be stored. Remove it.";
  if (!text.isWellFormed()) {
    return "The text holds half of a surrogate pair, which is no character. Paste it again from its source.";
  }
  return null;
}
