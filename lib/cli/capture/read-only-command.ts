import { spawn } from "node:child_process";
import { LIMITS } from "@/lib/authority/limits";
import { redactShapes } from "@/lib/authority/secrets/detect";
import { Refusal } from "../io";

/** A program and its arguments, as they are handed to it: no shell reads them. */
export type Command = readonly [program: "kubectl" | "docker", ...args: string[]];

/** The only things that a collector runs. Each reads; none changes, executes, copies or forwards anything. */
const READS: Record<Command[0], readonly string[]> = {
  kubectl: ["get", "version", "config current-context", "config view"],
  docker: [
    "version",
    "context show",
    "ps",
    "container inspect",
    "image inspect",
    "network inspect",
    "volume inspect",
  ],
};

/** How a command ended. `exitCode` is null when it was ended here: too long, or too much. */
export type Ended = { exitCode: number | null; stdout: Buffer; said: string };

const MOST_MILLISECONDS = 120_000;

/**
 * Runs a command that only reads, without a shell and without what Cordon keeps secret in its environment.
 * @throws Refusal when the program is not there
 */
export function runReadOnly(command: Command, env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  const [program, ...args] = command;
  if (!isRead(command)) throw new Error(`${program} ${args[0]} is nothing that a collector runs`);
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      shell: false,
      stdio: ["ignore", "pipe", "pipe"],
      env: withoutOurs(env),
    });
    const chunks: Buffer[] = [];
    let [size, errors, ended] = [0, "", ""];
    const end = (why: string) => {
      ended ||= why;
      child.kill("SIGKILL");
    };
    const late = setTimeout(
      () => end(`it took more than ${MOST_MILLISECONDS / 1000} seconds`),
      MOST_MILLISECONDS,
    );
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > LIMITS.fileBytes) end("it printed more than 20 MiB");
      else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (errors.length < 10_000) errors += chunk.toString("utf8");
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(late);
      const why = error.code === "ENOENT" ? "is not on the PATH" : `could not be run (${error.code})`;
      fail(new Refusal(`${program} ${why}.`));
    });
    child.on("close", (code) => {
      clearTimeout(late);
      done({
        exitCode: ended ? null : code,
        stdout: Buffer.concat(chunks),
        said: ended || firstLine(errors),
      });
    });
  });
}

/** Whether a command is one of the closed list. */
export function isRead([program, ...args]: Command): boolean {
  return READS[program].some((verb) => verb.split(" ").every((word, at) => args[at] === word));
}

/** The first line of what a program complained of, fit for a terminal and without what looks like a secret. */
function firstLine(text: string): string {
  const line = text.split("\n").find((one) => /^error|denied|forbidden|unable/i.test(one)) ?? text;
  return redactShapes(line.trim().split("\n", 1)[0]!.replace(/\p{C}/gu, " ")).slice(0, 300);
}

/** What belongs to Cordon is none of kubectl's business, nor of the helpers that it runs. */
const withoutOurs = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(CORDON_|DATABASE_(APP_)?URL$)/i.test(name)),
  ) as NodeJS.ProcessEnv;

/** A command as a shell would have to be given it. */
export const inShell = (command: readonly string[]): string =>
  command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
