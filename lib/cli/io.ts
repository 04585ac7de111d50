import type { Readable, Writable } from "node:stream";

/** What a command may touch of the process around it; tests hand in their own. */
export type Io = {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
  /** The project's directory. */
  root: string;
  /** CORDON_HOME: data, secret, bundles. */
  home: string;
  /** Where the bundles are. */
  build: string;
};

/** A command's failure that the caller can mend: printed as one sentence, exit code 1. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** Wrong use of a command: printed with its usage line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
