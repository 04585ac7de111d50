import { randomFillSync } from "node:crypto";

/** Entropy is drawn in blocks: an import needs thousands of ids, and a draw costs more than an id. */
const BLOCK = Buffer.alloc(4_096);
let drawn = BLOCK.length;

/** A new UUID version 7 (RFC 9562, section 5.7): sorts by the time it was made, in milliseconds. */
export function newId(now: number = Date.now()): string {
  if (drawn === BLOCK.length) {
    randomFillSync(BLOCK);
    drawn = 0;
  }
  const bytes = BLOCK.subarray(drawn, drawn + 16);
  drawn += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in its canonical lower-case form. */
export const isId = (text: string): boolean => UUID.test(text);
