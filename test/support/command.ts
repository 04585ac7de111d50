import { PassThrough, Readable } from "node:stream";
import type { CommandStreams } from "@/lib/cli/derive";

export type Ran = { status: number; out: string; err: string };

/** Runs a command in process, with a standard input of its own, and gives what it wrote. */
export async function runCommand(
  run: (io: CommandStreams) => Promise<number>,
  input: string | Uint8Array = "",
): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = [stdout, stderr].map(async (stream) => {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  });
  const stdin = Readable.from(input.length > 0 ? [Buffer.from(input as string)] : []);
  const status = await run({ stdout, stderr, stdin });
  stdout.end();
  stderr.end();
  const [out, err] = await Promise.all(texts);
  return { status, out: out!, err: err! };
}
