import { heredocEnd, isSpace, redirection } from "./shell-redirections";
import { isSubstitution, readWord } from "./shell-word";
import type { ScalarValue } from "./value";

/** A simple command of a shell's text: its words, and what stands between them and is none. */
export type ShellCommand = {
  words: ScalarValue[];
  hidden: { from: number; to: number }[];
  /** Where a line ended it for a shell, although the next one goes on with its options. */
  brokenAt: number | null;
};

type Range = { from: number; to: number };

/**
 * Takes a shell's text apart into simple commands: quotes, escapes, continued lines, comments, arrays,
 * redirections and here-documents; substitutions stay as they are written. Nothing is expanded or run.
 * In time linear in the text, whatever it holds.
 *
 * @param oneCommand whether line ends are spaces, as in a file of options
 */
export function readShell(text: string, oneCommand = false): ShellCommand[] {
  return new ShellReader(text, oneCommand).read();
}

const OPERATORS = new Set(["(", ")", ";", "|", "&", "<", ">"]);

/** Whether the next line that is no comment begins with an option, which no command does. */
function beginsWithOption(text: string, from: number): boolean {
  for (let at = from; at < text.length; ) {
    while (text[at] === " " || text[at] === "\t") at += 1;
    if (text[at] === "#") at = text.indexOf("\n", at);
    if (at < 0) return false;
    if (text[at] !== "\n") return /^--[a-z]/.test(text.slice(at, at + 3));
    at += 1;
  }
  return false;
}

class ShellReader {
  private at = 0;
  private readonly commands: ShellCommand[] = [];
  private command: ShellCommand = { words: [], hidden: [], brokenAt: null };
  private arrays = 0;
  private heredocs: { end: string; tabs: boolean }[] = [];

  constructor(
    private readonly text: string,
    private readonly oneCommand: boolean,
  ) {}

  read(): ShellCommand[] {
    const { text } = this;
    while (this.at < text.length) {
      const char = text[this.at]!;
      if (isSpace(char)) this.at += 1;
      else if (char === "\\" && text[this.at + 1] === "\n") this.at += 2;
      else if (char === "\n") this.lineEnd();
      else if (char === "#") this.comment();
      else if (OPERATORS.has(char) && !isSubstitution(text, this.at)) this.operator(char);
      else this.word();
    }
    this.finish();
    return this.commands;
  }

  private finish(): void {
    if (this.command.words.length > 0) this.commands.push(this.command);
    this.command = { words: [], hidden: [], brokenAt: null };
  }

  private hide(range: Range): void {
    if (this.command.words.length > 0) this.command.hidden.push(range);
  }

  private lineEnd(): void {
    const from = this.at;
    this.at += 1;
    for (const { end, tabs } of this.heredocs) this.at = heredocEnd(this.text, this.at, end, tabs);
    const inside = this.arrays > 0 || this.oneCommand;
    if (this.heredocs.length > 0) {
      this.heredocs = [];
      if (inside) this.hide({ from, to: this.at });
      else this.finish();
      return;
    }
    if (this.command.words.length === 0) return;
    const goesOn = !inside && beginsWithOption(this.text, this.at);
    if (!inside && !goesOn) {
      this.finish();
      return;
    }
    if (goesOn) this.command.brokenAt ??= from;
    if (!this.oneCommand) this.hide({ from, to: from + 1 });
  }

  private comment(): void {
    const end = this.text.indexOf("\n", this.at);
    const to = end < 0 ? this.text.length : end;
    // Also before the first word, where a file of options may begin with one.
    this.command.hidden.push({ from: this.at, to });
    this.at = to;
  }

  private operator(char: string): void {
    const found = redirection(this.text, this.at);
    if (found) {
      const last = this.command.words.at(-1);
      let from = this.at;
      // `3< file`: the number belongs to the redirection.
      if (last && last.end === this.at && /^(?:\d+|\{\w+\})$/.test(last.text)) {
        this.command.words.pop();
        from = last.at;
      }
      if (found.heredoc) this.heredocs.push(found.heredoc);
      this.hide({ from, to: found.to });
      this.at = found.to;
      return;
    }
    this.at += 1;
    if (char === ")" && this.arrays > 0) this.arrays -= 1;
    this.finish();
  }

  private word(): void {
    const word = readWord(this.text, this.at);
    this.at = word.end;
    this.command.words.push(word);
    if (this.text[this.at] === "(" && /^[A-Za-z_]\w*\+?=$/.test(word.text)) {
      this.command.words.pop();
      this.finish();
      this.at += 1;
      this.arrays += 1;
    }
  }
}
