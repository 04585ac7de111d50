import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { CaptureRecord } from "@/lib/authority/capture-record";
import type { DeriveInput, DeriveResult } from "@/lib/authority/schema";
import { type MachineWork, takeMachineTurn } from "@/lib/platform/machine-turns";
import type { FromWorker, RedactedFile, ToWorker } from "./worker-protocol";

export type DeriveInWorkerOptions = {
  /** Ends the worker; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** From 0 to 1, at most ten times a second. */
  onProgress?: (fraction: number) => void;
  /** Asks for the texts as they may be stored, and is given each. */
  onRedacted?: (file: RedactedFile) => void;
  /** Is given what a capture among the files says of itself. */
  onCapture?: (capture: CaptureRecord) => void;
  /** The bundled worker; see `deriveWorkerPath` for where it is otherwise looked for. */
  workerPath?: string;
  /** How long the worker may take once it is its turn; a minute by default. */
  milliseconds?: number;
};

const MOST_MILLISECONDS = 60_000;

/** Workers that read configurations. */
export const DERIVE_WORK: MachineWork = { name: "derive", atOnce: 2 };

declare global {
  var cordonDeriveWorkerPath: string | undefined;
}

/**
 * Where the bundle of `derive-worker.ts` is: `globalThis.cordonDeriveWorkerPath`, else the environment's
 * CORDON_DERIVE_WORKER, else `build/derive-worker.mjs` in CORDON_HOME, which is `.cordon` by default.
 */
export function deriveWorkerPath(): string {
  return (
    globalThis.cordonDeriveWorkerPath ??
    process.env.CORDON_DERIVE_WORKER ??
    resolve(/* turbopackIgnore: true */ process.env.CORDON_HOME ?? ".cordon", "build", "derive-worker.mjs")
  );
}

/**
 * Unpacks archives and runs `derive` in a worker thread, so that the event loop is never blocked for long. Memory is bounded:
 * an input that needs more becomes an error of the promise, and the server lives on. Two run at once, others wait.
 * @throws the signal's reason when cancelled, also while waiting; Error when the worker cannot start, dies or
 * takes too long.
 */
export async function deriveInWorker(
  input: DeriveInput,
  options: DeriveInWorkerOptions = {},
): Promise<DeriveResult> {
  const giveBack = await takeMachineTurn(DERIVE_WORK, { signal: options.signal });
  try {
    return await runWorker(input, options);
  } finally {
    giveBack();
  }
}

function runWorker(
  input: DeriveInput,
  {
    signal,
    onProgress,
    onRedacted,
    onCapture,
    workerPath = deriveWorkerPath(),
    milliseconds,
  }: DeriveInWorkerOptions,
): Promise<DeriveResult> {
  return new Promise((done, fail) => {
    if (signal?.aborted) {
      fail(signal.reason);
      return;
    }
    // Not `new Worker(…)`: Next's bundler would take the unknown path for the whole project.
    const worker: Worker = Reflect.construct(Worker, [
      workerPath,
      { resourceLimits: { maxOldGenerationSizeMb: 2048 }, stdout: false, stderr: false },
    ]);
    const limit = milliseconds ?? MOST_MILLISECONDS;
    const late = setTimeout(
      () =>
        finish(() => fail(new Error(`Reading the configuration took more than ${limit / 1000} seconds.`))),
      limit,
    );
    const abort = () => finish(() => fail(signal?.reason));
    let finished = false;
    const finish = (settle: () => void) => {
      if (finished) return;
      finished = true;
      clearTimeout(late);
      signal?.removeEventListener("abort", abort);
      void worker.terminate();
      settle();
    };
    signal?.addEventListener("abort", abort, { once: true });
    const say = (message: ToWorker) => worker.postMessage(message);
    const files = [...input.files];
    let result: DeriveResult | null = null;
    // The next part is asked for in a turn of its own, so that other work comes between.
    const more = () => setImmediate(() => finished || say({ type: "more" }));
    worker.on("message", (message: FromWorker) => {
      if (message.type === "ready") {
        const file = files.shift();
        if (file) say({ type: "file", name: file.name, bytes: file.bytes });
        else
          say({ type: "derive", path: input.path, format: input.format, redact: onRedacted !== undefined });
      } else if (message.type === "progress") onProgress?.(message.fraction);
      else if (message.type === "head") {
        result = { ...message.result, workloads: [], capabilities: [], bounds: [], notes: [] };
        if (message.capture) onCapture?.(message.capture);
        more();
      } else if (message.type === "part") {
        append(result, message);
        for (const file of message.redacted ?? []) onRedacted?.(file);
        more();
      } else finish(() => (result ? done(result) : fail(new Error("The worker gave no result."))));
    });
    worker.on("error", (error) => finish(() => fail(error)));
    worker.on("exit", (code) =>
      finish(() => fail(new Error(`The worker that reads configurations ended (${code}).`))),
    );
  });
}

function append(result: DeriveResult | null, part: Extract<FromWorker, { type: "part" }>): void {
  result?.workloads.push(...(part.workloads ?? []));
  result?.capabilities.push(...(part.capabilities ?? []));
  result?.bounds.push(...(part.bounds ?? []));
  result?.notes.push(...(part.notes ?? []));
}
