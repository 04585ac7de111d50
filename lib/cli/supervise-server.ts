import { type ChildProcess, spawn } from "node:child_process";
import { Refusal } from "./io";

/** What the server tells its parent over the channel between them. */
export type ServerMessage = { type: "listening" } | { type: "failed"; sentence: string };

export type SupervisedServer = {
  /** Resolves when the server takes requests; rejects with its own sentence when it cannot. */
  started: Promise<void>;
  /** Resolves when it has ended too often to be started once more. */
  gaveUp: Promise<"gave-up">;
  /** Lets it finish what it is doing, for at most 20 s. */
  stop(): Promise<void>;
  pid(): number;
};

/**
 * What is loaded for one request is dropped with it: a young generation of this many MiB keeps the
 * ten thousand rows of a large review from being copied over and over meanwhile.
 */
const YOUNG_GENERATION = 32;

const PATIENCE = 20_000;
const RESTARTS_A_MINUTE = 5;

/**
 * Runs the server as a child and starts it again when it dies. The child stands in a session of
 * its own, so that Ctrl+C reaches only this process; it ends by itself when the channel to this
 * process closes, so that a SIGKILL here leaves nothing behind.
 */
export function superviseServer(
  file: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; output?: "stderr" },
): SupervisedServer {
  let child: ChildProcess;
  let hasStarted = false;
  let isStopping = false;
  const ends: number[] = [];
  const started = withResolvers<void>();
  const gaveUp = withResolvers<"gave-up">();

  const launch = () => {
    let sentence: string | null = null;
    child = spawn(
      process.execPath,
      ["--enable-source-maps", `--max-semi-space-size=${YOUNG_GENERATION}`, file],
      {
        cwd: options.cwd,
        env: options.env,
        stdio: ["ignore", options.output === "stderr" ? 2 : 1, 2, "ipc"],
        detached: true,
      },
    );
    child.on("message", (message: ServerMessage) => {
      if (message.type === "listening") {
        hasStarted = true;
        started.resolve();
      }
      if (message.type === "failed") sentence = message.sentence;
    });
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      if (!hasStarted)
        return started.reject(new Refusal(sentence ?? `The server ended at once (${signal ?? code}).`));
      const now = Date.now();
      ends.push(now);
      if (ends.filter((time) => now - time < 60_000).length > RESTARTS_A_MINUTE)
        return gaveUp.resolve("gave-up");
      process.stderr.write(`The server ended unexpectedly (${signal ?? code}); starting it again.\n`);
      setTimeout(() => isStopping || launch(), 500);
    });
  };
  launch();

  return {
    started: started.promise,
    gaveUp: gaveUp.promise,
    pid: () => child.pid!,
    stop: async () => {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      const impatience = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  // Nobody may be listening when the server ends later on.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
