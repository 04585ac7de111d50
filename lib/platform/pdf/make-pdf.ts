import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { problem } from "@/lib/kernel/errors";
import { type MachineWork, takeMachineTurn } from "../machine-turns";
import type { FromPdfChild, PdfData, PdfTemplate } from "./pdf-protocol";
import { residentMemory } from "./resident-memory";

/** How far a document is. `place` counts those that are made before it. */
export type PdfProgress =
  | { phase: "waiting"; place: number }
  | { phase: "reading" | "setting" }
  | { phase: "writing"; pages: number };

export type MakePdfOptions = {
  /** Ends the child; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: PdfProgress) => void;
  /** The bundled child; see `pdfChildPath` for where it is otherwise looked for. */
  childPath?: string;
  /** How long it may take once it is its turn; a minute by default. */
  milliseconds?: number;
  /** How much memory it may hold, in bytes; two GiB by default. */
  memory?: number;
};

/** A finished document in a file that has no name any more: whoever took it closes it. */
export type MadePdf = { file: FileHandle; bytes: number; pages: number };

const MOST_MILLISECONDS = 60_000;
/** A review of ten thousand rows and five hundred findings takes 1.65 GB. */
const MOST_MEMORY = 2 * 1024 ** 3;
const LOOK_EVERY = 100;
const MOST_WAITING = 20;

/** Each document takes a processor and some hundred megabytes; whoever comes when many wait is told to come again. */
const PDF_WORK: MachineWork = {
  name: "pdf",
  atOnce: 2,
  queue: {
    most: MOST_WAITING,
    full: () =>
      problem("busy", `${MOST_WAITING} reports wait to be made already. Try again in a minute.`, {
        extra: { headers: { "retry-after": "60" } },
      }),
  },
};

declare global {
  var cordonPdfChildPath: string | undefined;
}

/**
 * Where the bundle of `pdf-child.ts` is: `globalThis.cordonPdfChildPath`, else the environment's
 * CORDON_PDF_CHILD, else `build/pdf-child.mjs` in CORDON_HOME, which is `.cordon` by default.
 */
export function pdfChildPath(): string {
  return (
    globalThis.cordonPdfChildPath ??
    process.env.CORDON_PDF_CHILD ??
    resolve(/* turbopackIgnore: true */ process.env.CORDON_HOME ?? ".cordon", "build", "pdf-child.mjs")
  );
}

/**
 * Makes a PDF in a child process with a bound on time and memory. The child makes ready while `data`
 * is still being read. The document goes straight into a file without a name, so that nothing of it passes
 * through this process before it is complete, and nothing stays behind whatever happens.
 *
 * @param data what to set; a failure to read it ends the child
 * @throws ProblemError `busy`, `no-space`, `not-made`; the signal's reason when cancelled
 */
export async function makePdf(
  template: PdfTemplate,
  data: () => Promise<PdfData>,
  options: MakePdfOptions = {},
): Promise<MadePdf> {
  const { signal, onProgress } = options;
  const onPlace = (place: number) => onProgress?.({ phase: "waiting", place });
  const giveBack = await takeMachineTurn(PDF_WORK, { signal, onPlace });
  try {
    onProgress?.({ phase: "reading" });
    const file = await namelessFile();
    try {
      return { file, ...(await runChild(file, template, data, options)) };
    } catch (error) {
      await file.close();
      throw error;
    }
  } finally {
    giveBack();
  }
}

/** A file that only its handle leads to. */
async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `cordon-${randomUUID()}.pdf`);
  try {
    const file = await open(path, "wx+", 0o600);
    await unlink(path);
    return file;
  } catch (error) {
    throw noSpace(error);
  }
}

const noSpace = (cause: unknown) =>
  problem(
    "no-space",
    "There is no space left to write the report to. Nothing was changed; ask whoever runs Cordon to make room, then try again.",
    { internal: cause },
  );

const notMade = (detail: string, internal?: unknown) => problem("not-made", detail, { internal });

function runChild(
  file: FileHandle,
  template: PdfTemplate,
  data: () => Promise<PdfData>,
  { signal, onProgress, childPath = pdfChildPath(), milliseconds, memory = MOST_MEMORY }: MakePdfOptions,
): Promise<{ bytes: number; pages: number }> {
  return new Promise((done, fail) => {
    if (signal?.aborted) {
      fail(signal.reason);
      return;
    }
    const child = spawn(process.execPath, ["--max-old-space-size=512", childPath, JSON.stringify(template)], {
      stdio: ["pipe", "ignore", "pipe", file.fd, "ipc"],
      env: childEnvironment(template),
    });
    const limit = milliseconds ?? MOST_MILLISECONDS;
    const late = setTimeout(
      () =>
        finish(() =>
          fail(
            notMade(
              `This report takes longer than ${limit / 1000} seconds to set. Leave the history out, or take the CSV files.`,
            ),
          ),
        ),
      limit,
    );
    const watch = setInterval(async () => {
      const held = child.pid ? await residentMemory(child.pid) : null;
      if (held !== null && held > memory) {
        finish(() =>
          fail(
            notMade(
              `This report takes more than ${Math.round(memory / 1024 ** 2).toLocaleString("en")} MB of memory to set. Leave the history out, or take the CSV files.`,
            ),
          ),
        );
      }
    }, LOOK_EVERY);
    const abort = () => finish(() => fail(signal?.reason));
    let finished = false;
    const finish = (settle: () => void) => {
      if (finished) return;
      finished = true;
      clearTimeout(late);
      clearInterval(watch);
      signal?.removeEventListener("abort", abort);
      child.kill("SIGKILL");
      settle();
    };
    signal?.addEventListener("abort", abort, { once: true });
    let complaints = "";
    child.stderr?.on("data", (part) => {
      if (complaints.length < 10_000) complaints += part;
    });
    child.on("message", (message: FromPdfChild) => {
      if (message.type === "setting") onProgress?.({ phase: "setting" });
      else if (message.type === "writing") onProgress?.({ phase: "writing", pages: message.pages });
      else if (message.type === "done") finish(() => done({ bytes: message.bytes, pages: message.pages }));
      else if (message.why === "no-space") finish(() => fail(noSpace(message.message)));
      else finish(() => fail(notMade("The report could not be set in type.", message.message)));
    });
    child.on("error", (error) => finish(() => fail(notMade("The report could not be begun.", error))));
    child.on("exit", (code, by) =>
      finish(() =>
        fail(notMade("The report could not be set in type.", `ended with ${code ?? by}: ${complaints}`)),
      ),
    );
    give(child, data).catch((error) => finish(() => fail(error)));
  });
}

/** The child needs no database, no secret, and no font but the template's. */
function childEnvironment({ workspace }: PdfTemplate): NodeJS.ProcessEnv {
  const env: Record<string, string | undefined> = { FONTCONFIG_FILE: join(workspace, "fonts.conf") };
  for (const name of ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LANG"]) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env as NodeJS.ProcessEnv;
}

async function give(child: ChildProcess, data: () => Promise<PdfData>): Promise<void> {
  // A child that ended says why itself; that it does not read any more is no news.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(JSON.stringify(await data()));
}
