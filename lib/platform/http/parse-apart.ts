import { Worker } from "node:worker_threads";

/** A parsed JSON text, or why it is none. */
export type ParsedApart = { ok: true; value: unknown } | { ok: false; reason: string };

/** From here on a text is parsed in a thread of its own, in bytes. */
export const PARSE_APART_FROM = 256 * 1024;

/**
 * The most values that come back from there: bringing them over costs time on the event loop too.
 * An import of 20,000 containers with their roles has half as many.
 */
const MOST_VALUES = 200_000;

// Plain text, so that it needs no bundle of its own.
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const say = (answer) => parentPort.postMessage(answer);
let text;
try {
  text = new TextDecoder("utf-8", { fatal: true }).decode(workerData.bytes);
} catch {
  say({ ok: false, reason: "The body is not UTF-8 text." });
}
if (text !== undefined) {
  try {
    const value = JSON.parse(text);
    let left = workerData.most;
    const open = [value];
    while (open.length > 0 && left > 0) {
      const next = open.pop();
      left -= 1;
      if (next !== null && typeof next === "object") for (const inner of Object.values(next)) open.push(inner);
    }
    if (left > 0) say({ ok: true, value });
    else say({ ok: false, reason: "The body holds more than " + workerData.most.toLocaleString("en") + " values." });
  } catch (error) {
    say({ ok: false, reason: "The body is not JSON: " + error.message + "." });
  }
}
`;

/** Parses a large JSON text in a thread, so that nobody else waits for it. */
export function parseApart(bytes: Uint8Array): Promise<ParsedApart> {
  const copy = new Uint8Array(bytes);
  return new Promise((done, fail) => {
    // Not `new Worker(…)`: the bundler takes that for a file of ours.
    const worker: Worker = Reflect.construct(Worker, [
      PROGRAM,
      {
        eval: true,
        workerData: { bytes: copy, most: MOST_VALUES },
        transferList: [copy.buffer],
        resourceLimits: { maxOldGenerationSizeMb: 1_024 },
      },
    ]);
    worker.once("message", (answer: ParsedApart) => {
      done(answer);
      void worker.terminate();
    });
    worker.once("error", fail);
    worker.once("exit", () =>
      done({ ok: false, reason: "The body takes more memory than there is for it. Send less at once." }),
    );
  });
}
