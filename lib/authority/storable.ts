// biome-ignore lint/suspicious/noControlCharactersInRegex: what PostgreSQL cannot hold, and half surrogate pairs
const UNSTORABLE = /[\u0000\ud800-\udfff]/;

const storableText = (text: string): string =>
  UNSTORABLE.test(text) ? text.replaceAll("\u0000", "\u{fffd}").toWellFormed() : text;

/** Makes every text inside a value one that a database holds, in place: NUL and half a surrogate pair become U+FFFD. */
export function makeStorable<T>(value: T): T {
  if (typeof value === "string") return storableText(value) as T;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1)
      if (typeof value[i] !== "number") {
        const made = makeStorable(value[i]);
        if (made !== value[i]) value[i] = made;
      }
  } else if (typeof value === "object" && value !== null) {
    const members = value as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const made = makeStorable(members[key]);
      if (made !== members[key]) members[key] = made;
    }
  }
  return value;
}
