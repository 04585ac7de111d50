import { isBwrap, isTellingOption, wordsAfter } from "@/lib/authority/bwrap/options";
import { isNsjailText, NSJAIL_REPEATED } from "@/lib/authority/nsjail/fields";
import type { Format } from "@/lib/authority/schema";
import { argumentLines, isArgumentLines } from "./argument-lines";
import type { DuplicateKey } from "./convert";
import { readSettings } from "./settings";
import { readShell, type ShellCommand } from "./shell-words";
import { readTextProto } from "./text-proto";
import type { FileDocument, ScalarValue, Writing } from "./value";

/** A text that is neither YAML nor JSON, read. */
export type OtherText = {
  documents: FileDocument[];
  duplicates: DuplicateKey[];
  writing: Writing;
  remarks: { code: string; message: string; offset: number }[];
};

/**
 * Reads a text by its content, or as the format that is asked for, where that is written in neither YAML nor
 * JSON: words of a command line, and the protocol buffers' text format. Null for everything else.
 *
 * @throws Refusal past a bound, or where a text format is broken.
 */
export function readOtherText(text: string, format: Format | "auto" = "auto"): OtherText | null {
  if (/^\s*[[{]/.test(text)) return null;
  if (format === "nsjail" ? !/^\s*(?:---|- )/.test(text) : format === "auto" && isNsjailText(text)) {
    const { value, duplicates, comments } = readTextProto(text, NSJAIL_REPEATED);
    const document = { index: 0, value: value.fields.size > 0 ? value : null, from: 0, to: text.length };
    return {
      documents: [document],
      duplicates,
      writing: { hidden: comments, lineEnd: "\n", between: "" },
      remarks: [],
    };
  }
  if (format === "auto" || format === "bwrap") {
    const call = readCalls(text, format === "bwrap");
    if (call) return call;
  }
  const settings = format === "auto" || format === "compose" ? readSettings(text) : null;
  if (settings) {
    return {
      documents: [{ index: 0, value: settings.value, from: 0, to: text.length }],
      duplicates: [],
      writing: { hidden: settings.comments, lineEnd: "\n", between: "" },
      remarks: [],
    };
  }
  return null;
}

/** Calls of bwrap, in a script or as a list of arguments. */
function readCalls(text: string, asked: boolean): OtherText | null {
  if (isArgumentLines(text)) return whole(text, argumentLines(text), []);
  if (beginsWithOption(text)) {
    const [first] = readShell(text, true);
    // The signs of comments stay, so that the text is taken for the same again.
    const hidden = first?.hidden.map(({ from, to }) => ({ from: text[from] === "#" ? from + 1 : from, to }));
    return first ? whole(text, first.words, hidden ?? []) : null;
  }
  return asked || looksLikeShell(text) ? callsOf(text, asked) : null;
}

function whole(text: string, words: ScalarValue[], hidden: Writing["hidden"]): OtherText {
  return {
    documents: [
      { index: 0, value: { kind: "list", at: words[0]?.at ?? 0, items: words }, from: 0, to: text.length },
    ],
    duplicates: [],
    writing: { hidden, lineEnd: " \\\n", between: "" },
    remarks: [],
  };
}

/** The first line that is no comment begins with an option of bwrap. */
const beginsWithOption = (text: string): boolean => {
  const first = /^(?:[ \t]*(?:#[^\n]{0,2000})?\n){0,200}[ \t]*(--[a-z0-9-]{1,40})(?=[\s\\]|$)/.exec(
    text,
  )?.[1];
  return first !== undefined && wordsAfter(first) !== null;
};

/** Where bwrap is called with something after it. */
const CALL = /(?:^|[\s("'={/])(?:bwrap|bubblewrap|\$\{?\w{0,40}BWRAP\w{0,40}\}?)["']?\s{1,80}(?:-|["$\\])/im;
/** A line as YAML has it, which no script begins with. */
const YAML_LINE = /^(?:---|%|[\w.-]{1,100}:(?:\s|$)|- )/;

function looksLikeShell(text: string): boolean {
  const start = text.slice(0, 200_000);
  if (/^\s*#![^\n]{0,200}sh\b/.test(start)) return /\bbwrap\b|\bbubblewrap\b/i.test(text);
  const first = /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(\S[^\n]{0,400})/.exec(start)?.[1] ?? "";
  return !YAML_LINE.test(first) && CALL.test(start);
}

/** Words of the shell before which a command begins. */
const RESERVED = new Set([
  "if",
  "then",
  "else",
  "elif",
  "while",
  "until",
  "do",
  "!",
  "{",
  "time",
  "function",
]);
/** Programs that run the program named among their words. */
const WRAPPERS =
  /^(?:exec|env|sudo|doas|nice|ionice|timeout|nohup|setsid|stdbuf|systemd-run|prlimit|setpriv|unshare|chrt|taskset|strace|gosu|su-exec|xargs)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** Each call of bwrap in a script is a document; nothing else of the script is one. */
function callsOf(text: string, asked: boolean): OtherText | null {
  const commands = readShell(text).map((command) => ({ ...command, words: withoutReserved(command.words) }));
  let calls = commands.filter(({ words }) => isCall(words));
  if (asked && calls.length === 0)
    calls = commands
      .filter(
        ({ words }) =>
          !/^[[{]/.test(words[0]?.text ?? "") && words.some(({ text: word }) => isTellingOption(word)),
      )
      .slice(0, 1);
  if (calls.length === 0) return null;
  const remarks = calls.flatMap(brokenRemark);
  for (const { words } of commands)
    for (const word of words)
      if (/(?:^|[\s;(])(?:\S{0,200}\/)?bwrap\s+--/.test(word.text.slice(0, 20_000)))
        remarks.push({
          code: "not-read",
          message: "a call of bwrap inside a quoted text is not read; give its words by themselves",
          offset: word.at,
        });
  return {
    documents: calls.map(({ words }, index) => ({
      index,
      value: { kind: "list", at: words[0]!.at, items: words },
      from: words[0]!.at,
      to: words.at(-1)!.end,
    })),
    duplicates: [],
    writing: {
      hidden: calls.flatMap(({ words, hidden }) =>
        hidden.filter(({ from, to }) => from >= words[0]!.at && to <= words.at(-1)!.end),
      ),
      lineEnd: " \\\n",
      between: ";",
    },
    remarks,
  };
}

function withoutReserved(words: ScalarValue[]): ScalarValue[] {
  let from = 0;
  while (from < words.length && RESERVED.has(words[from]!.text)) from += 1;
  if (words[from]?.text === "exec" && !words[from + 1]?.text.startsWith("-")) from += 1;
  return from === 0 ? words : words.slice(from);
}

function isCall(words: ScalarValue[]): boolean {
  let from = 0;
  while (from < words.length && ASSIGNMENT.test(words[from]!.text)) from += 1;
  const first = words[from]?.text ?? "";
  if (!isBwrap(first)) {
    if (!WRAPPERS.test(first.slice(first.lastIndexOf("/") + 1))) return false;
    from = words.findIndex(({ text }, at) => at > from && isBwrap(text));
    if (from < 0) return false;
  }
  const options = words.slice(from + 1);
  return (
    options.length > 0 && !options.some(({ text }, at) => at === 0 && /^(?:--version|--help)$/.test(text))
  );
}

const brokenRemark = ({ brokenAt }: ShellCommand): OtherText["remarks"] =>
  brokenAt === null
    ? []
    : [
        {
          code: "line-not-continued",
          message:
            "the line ends here without a backslash, so a shell would end the call of bwrap; the options that follow were read as part of it",
          offset: brokenAt,
        },
      ];
