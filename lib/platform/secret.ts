import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * The installation's secret and, while it is being rotated, the one before it. Everything that
 * needs a key derives its own from it by name (HKDF, RFC 5869), so no two uses share a key.
 */
export type Secret = { current: string; previous: string | null };

/** Less than 16 bytes of a secret would be guessed. */
export const SECRET_MIN_LENGTH = 22;

const SALT = "cordon";

/** A key of `length` bytes for one named use, e.g. `deriveKey(secret.current, "sessions")`. */
export function deriveKey(secret: string, name: string, length = 32): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, SALT, name, length));
}

/** Says which secret this is without telling it; kept beside the data to notice a wrong one. */
export function checkValue(secret: string): string {
  return deriveKey(secret, "check value", 8).toString("hex");
}

/** A new secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

const SEALING = "sealing";
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts a text with AES-256-GCM. `context` names the place it is stored in (such as
 * `ticket-provider:<id>:token`) and is authenticated: moved elsewhere, the text does not open.
 * The result is `v1.<check value>.<base64url of nonce, cipher text, tag>`.
 */
export function seal(secret: Secret, text: string, context: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret.current, SEALING), nonce);
  cipher.setAAD(Buffer.from(context));
  const bytes = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1.${checkValue(secret.current)}.${bytes.toString("base64url")}`;
}

/** Opens what `seal` made, with the present or the previous secret; null when neither fits or it was changed. */
export function unseal(secret: Secret, sealed: string, context: string): string | null {
  const [version, check, body] = sealed.split(".");
  const known = [secret.current, secret.previous].find((each) => each !== null && checkValue(each) === check);
  if (version !== "v1" || !known || !body) return null;
  const bytes = Buffer.from(body, "base64url");
  if (bytes.length < NONCE + TAG) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", deriveKey(known, SEALING), bytes.subarray(0, NONCE));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG));
    return decipher.update(bytes.subarray(NONCE, -TAG), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

/** The secret of the serving process, which the starter put into its environment. */
export function secretOfProcess(env: NodeJS.ProcessEnv = process.env): Secret {
  if (!env.CORDON_SECRET) throw new Error("CORDON_SECRET is not set; start Cordon with npm start.");
  return { current: env.CORDON_SECRET, previous: env.CORDON_SECRET_PREVIOUS || null };
}
