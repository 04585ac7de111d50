import { createHash, randomBytes } from "node:crypto";

/** Crockford's base 32: nothing in it is taken for something else when it is copied by hand. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** How long a set-up code is good. */
export const SETUP_CODE_MINUTES = 15;

/** A new one-time code of 128 bits, in groups of five: `7K3QM-0AB1C-…`. */
export function newSetupCode(): string {
  let bits = BigInt(`0x${randomBytes(16).toString("hex")}`);
  let text = "";
  for (let i = 0; i < 26; i++) {
    text = ALPHABET[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text.match(/.{1,5}/g)!.join("-");
}

/**
 * What is stored of a code, and what a typed one is compared by: the SHA-256 (lower-case hex) of
 * the code without its dashes, in upper case, with O read as 0 and I and L as 1.
 */
export function setupCodeHash(typed: string): string {
  const plain = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  return createHash("sha256").update(plain).digest("hex");
}
