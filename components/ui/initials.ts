/** "Ada Lovelace" → "AL", "ada@example.org" → "A", "" → "?". */
export function initials(name: string): string {
  const words = name
    .split("@", 1)[0]!
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0]! : ""))
    .join("");
  return letters.toUpperCase() || "?";
}
