import { redactVariable } from "@/lib/authority/inner/environment";
import { redactPairs, redactWords } from "@/lib/authority/inner/words";
import type { ScalarValue, Value } from "@/lib/authority/read/value";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { mark, type Redactions } from "@/lib/authority/secrets/marks";
import { redactValue } from "@/lib/authority/secrets/redact-value";
import { callOf } from "./call";

/** The words of a list; what is none is left out. */
export const wordsOf = (root: Value): ScalarValue[] =>
  root.kind === "list" ? root.items.filter((item) => item.kind === "scalar") : [];

/** An option keeps its name, so that it is one when it is read again. */
function redactedOption(text: string): string {
  const sign = text.indexOf("=");
  if (sign < 0) return redactShapes(text);
  const name = text.slice(0, sign);
  return `${name}=${redactValue(name.replace(/^-+/, ""), text.slice(sign + 1)).text}`;
}

/** Every literal secret of a call: in variables, in the command and by shape in every other word. */
export function bwrapRedactions(root: Value): Redactions {
  const found: Redactions = new Map();
  const words = wordsOf(root);
  const { prefix, options, command, elsewhere, unknown } = callOf(words);
  const at = (places: number[]): ScalarValue[] => places.map((place) => words[place]!);
  const isAssignment = ({ text }: ScalarValue) => /^[A-Za-z_]\w*\+?=/.test(text);
  const before = at(prefix);
  redactPairs(before.filter(isAssignment), found);
  const programs = before.filter((word) => !isAssignment(word));
  redactWords(programs, new Set(programs), found);
  for (const { name, values } of options) {
    const [first, second] = at(values);
    if (name === "--setenv" && first && second) {
      mark(found, first, redactShapes(first.text));
      mark(found, second, redactVariable(first.text, second.text).text);
    } else for (const value of at(values)) mark(found, value, redactShapes(value.text));
  }
  for (const word of at(elsewhere)) mark(found, word, redactShapes(word.text));
  for (const word of at(unknown)) mark(found, word, redactedOption(word.text));
  const run = at(command);
  redactWords(run, new Set(run.slice(0, 1)), found);
  return found;
}
