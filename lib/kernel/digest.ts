import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json";

/** A SHA-256 digest as OCI and in-toto write it: `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

/** The SHA-256 of a text's UTF-8 bytes, or of bytes. */
export function sha256(input: string | Uint8Array): Digest {
  return `sha256:${createHash("sha256").update(input).digest("hex")}`;
}

/** The SHA-256 of a JSON value in canonical form (RFC 8785). */
export function digestOf(value: unknown): Digest {
  return sha256(canonicalJson(value));
}

/** The SHA-256 of bytes that come in pieces. */
export function piecewiseSha256(): { add(bytes: Uint8Array): void; digest(): Digest } {
  const hash = createHash("sha256");
  return { add: (bytes) => void hash.update(bytes), digest: () => `sha256:${hash.digest("hex")}` };
}
