import { secretKindOfName } from "./detect";

const known = new Map<string, boolean>();

/**
 * Whether a field's own name promises a secret. Files have few names and many fields; the bound keeps a hostile
 * file from filling memory.
 */
export function promisesSecret(name: string): boolean {
  if (name === "") return false;
  let promised = known.get(name);
  if (promised === undefined) {
    promised = secretKindOfName(name) !== null;
    if (known.size < 2000 && name.length <= 100) known.set(name, promised);
  }
  return promised;
}
