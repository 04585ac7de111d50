import { wordsAfter } from "@/lib/authority/bwrap/options";
import type { ScalarValue } from "./value";

/** Whether a text holds one argument a line, as `--args` reads them, though with line ends. */
export function isArgumentLines(text: string): boolean {
  const lines = text.split("\n", 400).filter((line) => line.trim() !== "");
  const first = lines[0] ?? "";
  if (lines.length < 2) return false;
  const isFirst = /^(?:\S*\/)?(?:bwrap|bubblewrap)$/.test(first) || wordsAfter(first) !== null;
  if (!isFirst || first.endsWith("\\")) return false;
  // An option and its words on one line, a comment, an indented or a continued line are a shell's.
  return !lines.some((line) => /^--[a-z-]+\s|^[\s#]|\s$|\\$/.test(line));
}

/** Every line as one argument; one that is a JSON string, as redaction writes them, is what that says. */
export function argumentLines(text: string): ScalarValue[] {
  const words: ScalarValue[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("\n", at);
    const to = next < 0 ? text.length : next;
    const line = text.slice(at, to);
    if (line.trim() !== "")
      words.push({ kind: "scalar", at, end: to, text: jsonText(line) ?? line, plain: false });
    at = to + 1;
  }
  return words;
}

function jsonText(line: string): string | null {
  if (!line.startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

const BREAKS = /[\n\r]/;

/**
 * Arguments that are separated by NUL, as `--args` takes them, with a line each; null for other bytes. What
 * would not read back as the same argument is written as a JSON string.
 */
export function linesOfNulArguments(bytes: Uint8Array, asked: boolean): Uint8Array | null {
  if (!bytes.includes(0)) return null;
  const parts = new TextDecoder().decode(bytes).split("\u0000");
  if (parts.at(-1)?.trim() === "") parts.pop();
  if (!asked && !/^--[a-z-]+$|^\S*bwrap$/.test(parts[0] ?? "")) return null;
  if (!asked && wordsAfter(parts[0]!) === null && !parts[0]!.endsWith("bwrap")) return null;
  const lines = parts.map((part) =>
    part.trim() === "" || BREAKS.test(part) || part.startsWith('"') ? JSON.stringify(part) : part,
  );
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}
