import { isUnfilled } from "@/lib/authority/inner/host-mount";
import type { ScalarValue } from "@/lib/authority/read/value";
import { isBwrap, wordsAfter } from "./options";

/** An option with the places of its words in the list. */
export type CallOption = { name: string; at: number; values: number[] };

/** A call of bwrap as places in its list of words. */
export type BwrapCall = {
  /** What stands before bwrap: variables, and programs that start it. */
  prefix: number[];
  options: CallOption[];
  command: number[];
  /** Words where options may come from that are not in the text. */
  elsewhere: number[];
  /** Words that look like an option and are none of bwrap's. */
  unknown: number[];
};

/** Takes the words of a call apart; whatever they are, it answers. */
export function callOf(words: readonly ScalarValue[]): BwrapCall {
  const call: BwrapCall = { prefix: [], options: [], command: [], elsewhere: [], unknown: [] };
  const own = placeOfBwrap(words);
  for (let i = 0; i < own; i += 1) call.prefix.push(i);
  let at = own + 1;
  while (at < words.length) {
    const text = words[at]!.text;
    if (text === "--") {
      at += 1;
      break;
    }
    const count = wordsAfter(text);
    if (count !== null) {
      const values = Array.from({ length: Math.min(count, words.length - at - 1) }, (_, i) => at + 1 + i);
      call.options.push({ name: text, at, values });
      if (text === "--args") call.elsewhere.push(at);
      at += 1 + count;
    } else if (text.startsWith("--")) {
      call.unknown.push(at);
      at += 1;
    } else if (isUnfilled(text) && hasOptionsBehind(words, at)) {
      call.elsewhere.push(at);
      at += 1;
    } else break;
  }
  for (; at < words.length; at += 1) call.command.push(at);
  return call;
}

/** Where bwrap itself stands, or what stands for it: the word before the first option. -1 for options alone. */
function placeOfBwrap(words: readonly ScalarValue[]): number {
  if (words[0]?.text.startsWith("-")) return -1;
  const named = words.findIndex(({ text }) => isBwrap(text));
  return named >= 0 ? named : words.findIndex(({ text }) => wordsAfter(text) !== null) - 1;
}

/** A variable is a list of options where an option, or a program's name, follows it. */
function hasOptionsBehind(words: readonly ScalarValue[], at: number): boolean {
  const next = words[at + 1]?.text;
  if (next === undefined) return false;
  // Whatever the next word is, or it would be read otherwise once that is redacted.
  return wordsAfter(next) !== null || next === "--" || /^\$\{?\w+\[[@*]\]\}?$/.test(words[at]!.text);
}
