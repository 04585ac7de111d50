import { readWord } from "./shell-word";

export const isSpace = (char: string): boolean => char === " " || char === "\t" || char === "\r";

const OPERATOR = /<<<|<<-|<<|<>|<&|<(?!\()|>>|>\||>&|>(?!\()|&>>|&>/y;

/** A redirection at an offset: where it ends, and the here-document that it announces; null where there is none. */
export function redirection(
  text: string,
  from: number,
): { to: number; heredoc: { end: string; tabs: boolean } | null } | null {
  OPERATOR.lastIndex = from;
  const operator = OPERATOR.exec(text)?.[0];
  if (operator === undefined) return null;
  let at = from + operator.length;
  while (at < text.length && isSpace(text[at]!)) at += 1;
  if (at >= text.length || text[at] === "\n") return { to: at, heredoc: null };
  const target = readWord(text, at);
  if (target.end === at) return { to: at, heredoc: null };
  const isHeredoc = operator === "<<" || operator === "<<-";
  return { to: target.end, heredoc: isHeredoc ? { end: target.text, tabs: operator === "<<-" } : null };
}

/** Where the text of a here-document that begins at an offset is over. */
export function heredocEnd(text: string, from: number, end: string, tabs: boolean): number {
  for (let at = from; at < text.length; ) {
    const next = text.indexOf("\n", at);
    const to = next < 0 ? text.length : next;
    let start = at;
    if (tabs) while (text[start] === "\t") start += 1;
    if (to - start === end.length && text.startsWith(end, start)) return to;
    at = to + 1;
  }
  return text.length;
}
