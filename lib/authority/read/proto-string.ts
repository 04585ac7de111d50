const SIMPLE: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};

const CODE = /x[0-9a-fA-F]{1,2}|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}/y;

/**
 * A quoted text of the protocol buffers' text format; null where it is not closed. Every escape of JSON is one
 * of its own, so that what redaction writes reads back as the same text.
 */
export function readProtoString(text: string, from: number): { text: string; end: number } | null {
  const quote = text[from];
  let result = "";
  let at = from + 1;
  while (at < text.length && text[at] !== quote) {
    if (text[at] !== "\\") {
      result += text[at];
      at += 1;
      continue;
    }
    const next = text[at + 1] ?? "";
    CODE.lastIndex = at + 1;
    const code = CODE.exec(text)?.[0];
    result += code === undefined ? (SIMPLE[next] ?? next) : characterOf(code);
    at += 1 + (code?.length ?? 1);
  }
  return at < text.length ? { text: result, end: at + 1 } : null;
}

function characterOf(code: string): string {
  const isHex = /^[xuU]/.test(code);
  const value = Number.parseInt(isHex ? code.slice(1) : code, isHex ? 16 : 8);
  if (code.startsWith("u")) return String.fromCharCode(value);
  return value <= 0x10ffff ? String.fromCodePoint(value) : "\ufffd";
}
