import { LIMITS } from "@/lib/authority/limits";
import type { Note } from "@/lib/authority/schema";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
const lenient = new TextDecoder("utf-8", { ignoreBOM: false });

/** YAML and JSON take CRLF for a line end, so that lines and content are the same with LF alone. */
const withLineFeeds = (text: string): string =>
  text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;

/** A file's text, or the reason why it has none. A byte order mark is taken off; UTF-16 is refused. */
export function decodeBytes(
  name: string,
  bytes: Uint8Array,
): { text: string; note?: Note } | { text: null; note: Note } {
  const refuse = (code: string, message: string) => ({
    text: null,
    note: { level: "error" as const, code, message: `${name}: ${message}` },
  });
  if (bytes.length > LIMITS.fileBytes) {
    return refuse(
      "too-large",
      "the file is larger than 20 MiB. Split it, or leave out what is no configuration.",
    );
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return refuse("encoding", "the file is encoded in UTF-16. Save it as UTF-8.");
  }
  if (bytes.includes(0)) {
    return refuse(
      "nul-byte",
      "the file holds a NUL byte, which neither YAML nor JSON allows. It may be binary or cut off.",
    );
  }
  try {
    return { text: withLineFeeds(utf8.decode(bytes)) };
  } catch {
    return {
      text: withLineFeeds(lenient.decode(bytes)),
      note: {
        level: "warning",
        code: "invalid-utf8",
        message: `${name}: some bytes are not valid UTF-8 and were read as U+FFFD. Save the file as UTF-8.`,
      },
    };
  }
}
