import { damaged } from "./refusal";

/** The block of a tar archive: every header is one, contents fill up to one (POSIX.1-2024, pax, "ustar"). */
export const BLOCK = 512;

/** What a header says of one entry. */
export type TarHeader = { name: string; size: number; type: string };

const strict = new TextDecoder("utf-8", { fatal: true });

/** Whether a block is a header, by its own sum; of ordinary text it is not to be expected. */
export function isTarHeader(block: Uint8Array): boolean {
  if (block.length < BLOCK) return false;
  const told = numberIn(block, 148, 8);
  if (told === null || told === 0) return false;
  // Old programs summed signed bytes.
  let [sum, signed] = [256, 256];
  for (let at = 0; at < BLOCK; at += 1) {
    if (at >= 148 && at < 156) continue;
    const byte = block[at]!;
    sum += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  return told === sum || told === signed;
}

/** @throws ArchiveRefusal when the block is no header or what it says cannot be */
export function readTarHeader(archive: string, block: Uint8Array): TarHeader {
  if (!isTarHeader(block)) throw damaged(archive, "has a header whose checksum is wrong");
  const size = numberIn(block, 124, 12);
  if (size === null) throw damaged(archive, "has a header without a size");
  const own = textIn(archive, block, 0, 100);
  const isUstar = textIn(archive, block, 257, 5) === "ustar";
  // GNU tar puts times where ustar has the prefix, and says so by a blank behind its mark.
  const prefix = isUstar && block[262] === 0 ? textIn(archive, block, 345, 155) : "";
  const type = String.fromCharCode(block[156]!);
  return { name: prefix ? `${prefix}/${own}` : own, size, type: type === "\0" ? "0" : type };
}

/** The text of a field up to its NUL. */
function textIn(archive: string, block: Uint8Array, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return decoded(archive, end < 0 ? field : field.subarray(0, end));
}

/** @throws ArchiveRefusal when a name is not UTF-8 */
export function decoded(archive: string, bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw damaged(archive, "has a name that is not UTF-8");
  }
}

/** An octal number, or one of base 256 as GNU tar writes large ones; null where there is neither. */
function numberIn(block: Uint8Array, at: number, length: number): number | null {
  const field = block.subarray(at, at + length);
  if (field[0]! & 0x80) {
    let value = field[0]! & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    return Number.isSafeInteger(value) ? value : null;
  }
  const text = String.fromCharCode(...field).replace(/[\0 ]+$/, "");
  return /^ *[0-7]+$/.test(text) ? Number.parseInt(text, 8) : null;
}
