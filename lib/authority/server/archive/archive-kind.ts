import { isTarHeader } from "./tar-header";

/** What a file is by its first bytes; `other` names an archive that is known and not read. */
export type ArchiveKind = { kind: "zip" | "gzip" | "tar" | "none" } | { kind: "other"; called: string };

const OTHERS: [string, number[]][] = [
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd]],
  ["7-Zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["RAR", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
];

const startsWith = (bytes: Uint8Array, magic: number[]): boolean =>
  magic.every((byte, at) => bytes[at] === byte);

/** Says by content, never by name, whether a file is an archive. */
export function archiveKind(bytes: Uint8Array): ArchiveKind {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06]))
    return { kind: "zip" };
  if (startsWith(bytes, [0x1f, 0x8b])) return { kind: "gzip" };
  if (isTarHeader(bytes)) return { kind: "tar" };
  // "BZh" may begin a text; a bzip2 stream goes on with a digit and the digits of pi.
  const other = OTHERS.find(
    ([called, magic]) => startsWith(bytes, magic) && (called !== "bzip2" || bytes[4] === 0x31),
  );
  return other ? { kind: "other", called: other[0] } : { kind: "none" };
}
