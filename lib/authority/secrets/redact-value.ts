import { isCredentialFile, kindIn, redactNamed, secretKindOfName } from "./detect";
import { hideUnknown, NOT_SHOWN } from "./harmless";
import { redactSettings } from "./settings";

/**
 * A free text as it is digested, stored and shown: secrets by name, by shape and in settings and commands replaced,
 * then every word that has no harmless shape. Doing it again changes nothing, so that the stored text and the
 * original have one digest; `kind` is the first secret's, null where none was recognised as one.
 */
export function redactValue(name: string, value: string): { text: string; kind: string | null } {
  if (
    value.length <= 16 &&
    /^[a-z]*$/.test(value) &&
    secretKindOfName(name) === null &&
    !isCredentialFile(name)
  )
    return { text: value, kind: null };
  let text = value;
  for (let round = 0; round < 4; round += 1) {
    const named = redactNamed(name, text);
    const next = hideUnknown(redactSettings(named.text).text);
    if (next === text) return { text, kind: kindIn(text) };
    text = next;
  }
  return { text: NOT_SHOWN, kind: null };
}
