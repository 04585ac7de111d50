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

/** Line ends, other control characters, and what turns the direction of the text that follows. */
const LINE_END = /[\n\r\u0085\u2028\u2029]/;
const CONTROL = /\p{Cc}/u;
/** Of these, what makes letters themselves run the other way; the others only order words. */
const OVERRIDES_DIRECTION = /[\u202d\u202e]/;
const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Says why a text cannot be part of what people sign, or null when it can: what overrides its direction
 * makes it read as something else than it is (Unicode TR 36, section 2.5). Text that is written from
 * right to left, with the marks that order its words, is fine.
 */
export function whyNotSigned(text: string): string | null {
  return (
    whyNotStorable(text) ??
    (OVERRIDES_DIRECTION.test(text)
      ? "The text holds an invisible character that overrides the direction of text, so that it would read as something else. Remove it."
      : null)
  );
}

/**
 * Says why a text cannot be a name, which stands in one line among others and must not pass for
 * more than it is; null when it can.
 */
export function whyNotName(text: string): string | null {
  const why = whyNotStorable(text);
  if (why) return why;
  if (LINE_END.test(text)) return "A name goes on one line.";
  if (CONTROL.test(text)) return "The name holds a control character. Remove it, or type the name anew.";
  if (TURNS_DIRECTION.test(text)) {
    return "The name holds an invisible character that turns the direction of text. Remove it, or type the name anew.";
  }
  return null;
}
