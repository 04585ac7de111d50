import type { z } from "zod";
import { type Io, Refusal, UsageError } from "../io";
import type { AdminInput } from "./context";

/** An option that must be there, checked by its schema; throws what is wrong with it. */
export function need<S extends z.ZodType>(input: AdminInput, name: string, schema: S): z.output<S> {
  const text = input.values[name];
  if (text === undefined) throw new UsageError(`--${name} is missing.`);
  return check(schema, text, `--${name}`);
}

/** Checks a value; throws one sentence that begins with what it is. */
export function check<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Refusal(`${what}: ${read.error.issues[0]?.message ?? "this cannot be used"}`);
}

/**
 * A password from standard input, never from the command line, where every user of the machine
 * sees it: typed without an echo at a terminal, or the first line of what is piped in.
 */
export async function readPassword(io: Io): Promise<string> {
  const password = io.stdin.isTTY ? await typed(io) : await firstLine(io);
  if (password === "") throw new Refusal("The password comes on standard input, which is empty.");
  return password;
}

async function firstLine(io: Io): Promise<string> {
  let text = "";
  for await (const chunk of io.stdin) text += chunk;
  return text.split(/\r?\n/, 1)[0]!;
}

function typed(io: Io): Promise<string> {
  const terminal = io.stdin as typeof io.stdin & { setRawMode?(on: boolean): void };
  io.stderr.write("Password: ");
  terminal.setRawMode?.(true);
  return new Promise((done, fail) => {
    let text = "";
    const end = (act: () => void) => {
      terminal.removeListener("data", onData);
      terminal.setRawMode?.(false);
      terminal.pause();
      io.stderr.write("\n");
      act();
    };
    const onData = (chunk: Buffer) => {
      for (const character of chunk.toString("utf8")) {
        if (character === "\r" || character === "\n") return end(() => done(text));
        if (character === "\u0003") return end(() => fail(new Refusal("Stopped.")));
        if (character === "\u007f" || character === "\b") text = [...text].slice(0, -1).join("");
        else text += character;
      }
    };
    terminal.on("data", onData);
    terminal.resume();
  });
}
