import { hash, verify } from "@node-rs/argon2";
import { normalPassword } from "../password-rules";

/** Argon2id (2) with OWASP's first set of parameters; the enum of the package has no value at run time. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a password, in PHC form; takes some 30 ms. */
export const hashPassword = (password: string): Promise<string> => hash(normalPassword(password), PARAMETERS);

let nobodys: Promise<string> | undefined;

/**
 * Whether a password is the one behind a hash. Without a hash (an address that nobody has) the same
 * work is done, so that the time it takes does not tell who has an account.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword("nobody has this password");
  const right = await verify(stored ?? (await nobodys), normalPassword(password));
  return right && Boolean(stored);
}
